import SpoorWire

/// The event path of 003: what happened, the chain of responders, the control's state.
@MainActor
enum EventPathText {
    /// `#buttonClick:#UIButton#UIButton[0]#UIView[0]#ViewController#UIApplication#AppDelegate#currentTitle=…`.
    static func text(_ walk: ElementWalk, _ interception: Interception?, denied: DeniedNames) -> String {
        let element = walk.target
        let typeName = "#" + PathText.cut(element.typeName)
        var chain = walk.responders[...]
        var (head, tail) = ("", "")
        switch interception {
        case .action(let selector): head = "#" + PathText.cut(selector) + typeName
        case .gesture(let type): head = "#" + PathText.cut(type)
        case .page(let name): head = "#" + PathText.cut(name)
        case .item where element.kind == .alertAction:
            // As 003 has it: the page's chain, then the action and its style.
            chain = chain.dropFirst()
            tail = typeName + (element.controlState?.style.map { typeName + "Style" + self.style($0) } ?? "")
        case .item: head = typeName
        case .selection, nil: break
        }
        let state = self.state(of: element, interception, isHidden: walk.privacy.hidesTexts)
        let answers = state.map { "#\($0)=\($1)" }.joined()
        return head + chain.map(\.inEventPath).joined() + tail + answers + self.ownProperties(of: element, denied)
    }

    /// The state of a control, by the names of the toolkit; of one that must not be read, whether it answers at all.
    private static func state(
        of element: any Element,
        _ interception: Interception?,
        isHidden: Bool
    ) -> [(String, String)] {
        let state = element.controlState ?? ControlState()
        let answers = [("state", state.bits.map(String.init)), ("enabled", state.isEnabled.map(self.flag))]
        if isHidden, element.kind.isControl { return answers.compactMap { name, value in value.map { (name, $0) } } }
        let title = isHidden ? nil : PathText.cutOrNil(state.title ?? element.text).map(PathText.inEventPath)
        let range = [
            ("value", state.value), ("minimumValue", state.minimum), ("maximumValue", state.maximum),
        ].map { ($0, $1.map(PathText.number)) }
        let pairs: [(String, String?)]
        switch element.kind {
        case .button: pairs = [("currentTitle", title)] + answers + [("selected", state.isSelected.map(self.flag))]
        case .toggle: pairs = [("isOn", state.isOn.map(self.flag))] + answers
        case .segmentedControl: pairs = [("selectedSegmentIndex", state.selectedIndex.map(String.init))] + answers
        case .pageControl: pairs = [("currentPage", state.selectedIndex.map(String.init))] + answers
        case .stepper, .slider: pairs = range + answers
        case .control: pairs = answers + [("selected", state.isSelected.map(self.flag))]
        case .barItem: pairs = [("title", title)] + answers
        case .alertAction: pairs = [("title", title)]
        case .alert: pairs = [("title", title), ("style", state.style.map(String.init))]
        default: pairs = self.position(of: element, interception)
        }
        return pairs.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func position(of element: any Element, _ interception: Interception?) -> [(String, String?)] {
        var position = element.kind == .cell ? element.cellPosition : nil
        if case .selection(let chosen) = interception { position = chosen }
        guard let position else { return [] }
        return [("section", String(position.section)), ("item", position.row.map(String.init))]
    }

    /// An action's style by UIKit's name: `UIAlertActionStyleCancel`.
    private static func style(_ number: Int) -> String {
        switch number {
        case 0: "Default"
        case 1: "Cancel"
        case 2: "Destructive"
        default: String(number)
        }
    }

    /// What the app's code attached, as 003 appends it; names that stand for secrets are left out.
    private static func ownProperties(of element: any Element, _ denied: DeniedNames) -> String {
        element.tracking.properties.entries.filter { !denied.contains($0.key) }.map { entry in
            "#\(PathText.inEventPath(entry.key))=\(PathText.inEventPath(PathText.text(of: entry.value)))"
        }.joined()
    }

    private static func flag(_ value: Bool) -> String { value ? "1" : "0" }
}
