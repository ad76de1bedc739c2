import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

/// Text that was typed, and what is secure, by whatever way somebody tries to read it.
@MainActor
struct PrivateTextTests {
    enum Surrounding: CaseIterable {
        case field, secure, fieldInSecure, web
    }

    private let bench = AutoTrackerBench()
    private let secret = "4711-secret"

    /// A part of the page in which nothing may be read, with a label, or another kind of element, inside.
    private func inner(_ surrounding: Surrounding, depth: Int, kind: ElementKind) -> ManualElement {
        let outer = ManualElement("Outer", surrounding == .field ? .textInput : surrounding == .web ? .web : .view)
        outer.isSecure = surrounding == .secure || surrounding == .fieldInSecure
        var parent = outer
        if surrounding == .fieldInSecure {
            let field = ManualElement("Level", .textInput)
            parent.add(field)
            parent = field
        }
        for level in 0..<depth {
            let next = ManualElement("Level")
            next.isPrivateWrapper = level % 2 == 1
            parent.add(next)
            parent = next
        }
        let inner = ManualElement("Inner", kind, frame: Rectangle(x: 20, y: 20, width: 50, height: 20))
        inner.text = self.secret
        var state = ControlState()
        (state.title, state.selectedTitle, state.selectedIndex, state.value) = (self.secret, self.secret, 0, 4711)
        inner.controlState = state
        parent.add(inner)
        self.bench.page.view.add(outer)
        return inner
    }

    private func isSilent(_ event: AutoEvent) -> Bool {
        event.properties.entries.allSatisfy { !PathText.text(of: $0.value).contains("4711") }
    }

    @Test(
        "Neither a click, an exposure nor a definition tells what is in a field, a secure element or a web view",
        arguments: Surrounding.allCases,
        [ElementKind.label, .button, .view, .stepper, .segmentedControl, .cell]
    )
    func events(_ surrounding: Surrounding, _ kind: ElementKind) throws {
        for depth in [0, 1, 3] {
            let inner = self.inner(surrounding, depth: depth, kind: kind)
            let paths = ElementPaths(of: inner).names.filter { !$0.contains("4711") }
            let properties = try paths.enumerated().map {
                EventDefinition.Property("p\($0)", path: try PathPattern($1))
            }
            var alias = EventDefinition.Alias()
            alias.page = "ShopVC"
            self.bench.configuration.definitions = [
                EventDefinition("clicked", aliases: [alias], properties: properties + [.init("own")]),
                EventDefinition("seen", trigger: .exposure, aliases: [alias], properties: properties + [.init("own")]),
            ]
            self.bench.tracker.apply(AutoTrackRules(self.bench.configuration))
            self.bench.pay()
            self.bench.wait(.seconds(1))
            self.bench.tracker.actionSent("a:", from: inner, touchEnded: true)
            self.bench.tracker.gestureEnded("Tap", on: inner)
            self.bench.tracker.trackClick(inner)
            self.bench.tracker.trackExposure(inner)
            self.bench.tracker.mark(inner, ExposureMark(id: "\(depth)"))
            self.bench.tracker.scan(windows: [self.bench.window])
        }
        #expect(self.bench.names.count { $0 == "clicked" } >= 9 && self.bench.names.contains("seen"))
        for event in self.bench.events { #expect(self.isSilent(event), "\(event.name) \(event.properties)") }
    }

    @Test(
        "No key path leads to what is in a field or a secure element, from the page or from within",
        arguments: [Surrounding.field, .secure, .fieldInSecure],
        ["page.inner.text", "inner.text", "text", "superview.inner.text", "element.text", "page.inner.self.text"]
    )
    func keyPaths(_ surrounding: Surrounding, _ path: String) throws {
        let inner = self.inner(surrounding, depth: 2, kind: .label)
        let readers = PropertyReaders()
        readers.register("inner", of: ManualElement.self) { _ in inner }
        readers.register("self", of: ManualElement.self) { $0 }
        readers.register("text", of: ManualElement.self) { $0.text }
        let reading = ParameterReading(readers: [readers])
        // Nothing contains the page, and its own text is no secret.
        let isOwn = path == "text" || path.hasPrefix("element") || path.hasPrefix("superview")
        for start in isOwn ? [inner] : [inner, self.bench.page, self.bench.button] {
            guard
                case .refused(let sentence) = reading.read(try ParameterPath(path), from: start, page: self.bench.page)
            else {
                Issue.record("\(path) was read")
                continue
            }
            #expect(sentence.contains("leads into a field that takes text"))
        }
    }

    @Test("What the app's code says of an element stands for it in a field too, but not in what is secure")
    func ownContent() {
        for (surrounding, content) in [(Surrounding.field, "code"), (.web, "code"), (.secure, nil)] {
            let inner = self.inner(surrounding, depth: 1, kind: .label)
            inner.tracking.content = "code"
            #expect(ElementPaths(of: inner).content == content)
        }
    }
}
