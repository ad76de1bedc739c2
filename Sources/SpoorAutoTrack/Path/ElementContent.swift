/// What an element shows, as `$element_content` has it.
@MainActor
enum ElementContent {
    /// How many elements are looked at.
    private static let maxElements = 500

    /// Its own text, else its control's state in words, else the texts of what it contains, joined by `-`.
    ///
    /// What was typed, and what is in a secure element or a web view, is never read.
    static func content(of element: any Element) -> String? {
        var parts: [String] = []
        var length = 0
        var budget = self.maxElements
        self.collect(element, depth: 0, into: &parts, length: &length, budget: &budget)
        return PathText.cutOrNil(parts.joined(separator: "-"))
    }

    private static func collect(
        _ element: any Element,
        depth: Int,
        into parts: inout [String],
        length: inout Int,
        budget: inout Int
    ) {
        guard budget > 0, depth < ElementWalk.maxLevels, length < PathText.maxCharacters else { return }
        budget -= 1
        guard !element.isSecure else { return }
        if let own = self.own(element) {
            parts.append(own)
            length += own.utf8.count
            return
        }
        guard element.kind != .textInput, element.kind != .web else { return }
        for child in element.children where !child.visibility.isHidden && child.visibility.opacity > 0.01 {
            self.collect(child, depth: depth + 1, into: &parts, length: &length, budget: &budget)
        }
    }

    private static func own(_ element: any Element) -> String? {
        if let content = PathText.cutOrNil(element.tracking.content) { return content }
        guard element.kind != .textInput, element.kind != .web else { return nil }
        return self.state(of: element) ?? PathText.cutOrNil(element.controlState?.title)
            ?? PathText.cutOrNil(element.text)
    }

    private static func state(of element: any Element) -> String? {
        guard let state = element.controlState else { return nil }
        switch element.kind {
        case .toggle: return state.isOn.map { $0 ? "checked" : "unchecked" }
        case .slider: return state.value.map(PathText.sixDecimals)
        case .stepper: return state.value.map(PathText.number)
        case .segmentedControl: return PathText.cutOrNil(state.selectedTitle)
        case .pageControl: return state.selectedIndex.map(String.init)
        default: return nil
        }
    }
}
