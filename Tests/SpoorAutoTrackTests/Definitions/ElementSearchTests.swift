import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

/// Many properties are looked for in one walk; what is found is what a look at each element's names would find.
@MainActor
struct ElementSearchTests {
    private let page = ManualPage("VC")
    private var random = SeededGenerator(seed: 0)
    private var pages: [ManualPage] = []
    private var paths: [ObjectIdentifier: ElementPaths] = [:]

    /// A label that counts how often its way up is asked for, as each reading of all its names does.
    private final class CountedLabel: ManualElement {
        static var walks = 0
        override var nextResponder: (any Element)? {
            Self.walks += 1
            return super.nextResponder
        }
    }

    private func texts(
        _ patterns: [String],
        around element: any Element,
        position: String? = nil
    ) throws -> [String: String] {
        let wanted = try Set(patterns.map { try PathPattern($0) })
        let ask = ElementSearch.Ask(around: element, position: position, rules: PageRules())
        var search = ElementSearch(wanted, [ask], rules: PageRules())
        search.walk()
        var texts: [String: String] = [:]
        for path in wanted {
            guard let found = search.element(for: path, ask) else { continue }
            texts[path.description] = ElementContent.content(of: found, ElementPrivacy(at: found))
        }
        return texts
    }

    @Test("Properties that are missing on a wide page cost one walk, and none reads all names of its elements")
    func oneWalk() throws {
        for index in 0..<2_000 {
            let label = CountedLabel("UILabel", .label)
            label.text = "t\(index)"
            self.page.view.add(label)
        }
        let button = ManualElement("UIButton", .button)
        self.page.view.add(button)
        let missing = (0..<50).map {
            EventDefinition.Property("m\($0)", path: try? PathPattern("VC[0]/UIView[0]/UILabel[\(9_000 + $0)]"))
        }
        let there = EventDefinition.Property("there", path: try PathPattern("VC[0]/UIView[0]/UILabel[1999]"))
        let definitions = (0..<5).map { EventDefinition("d\($0)", aliases: [], properties: missing + [there]) }
        let paths = ElementPaths(of: button)
        CountedLabel.walks = 0
        let reading = DefinitionReading(
            [.init(definitions: definitions, element: button, paths: paths)],
            rules: PageRules()
        )
        #expect(CountedLabel.walks == 0)
        for definition in definitions {
            let properties = reading.properties(of: definition).properties
            #expect(properties.count == 1 && properties["there"] == .string("t1999"))
        }
        #expect(!reading.isCut)
    }

    @Test("What lies behind the elements that are looked at is not found, and that is known")
    func bound() throws {
        let wide = ManualElement("Wide")
        self.page.view.add(wide)
        for index in 0..<(ElementSearch.maxElements + 10) {
            let label = ManualElement("UILabel", .label)
            label.text = "t\(index)"
            wide.add(label)
        }
        let paths = ElementPaths(of: wide)
        for (index, isFound) in [(0, true), (19_000, true), (ElementSearch.maxElements + 5, false)] {
            let path = try PathPattern("VC[0]/UIView[0]/Wide[0]/UILabel[\(index)]")
            let definition = EventDefinition("d", aliases: [], properties: [.init("p", path: path)])
            let event = DefinitionReading.Event(definitions: [definition], element: wide, paths: paths)
            let reading = DefinitionReading([event], rules: PageRules())
            #expect((reading.properties(of: definition).properties["p"] != nil) == isFound && reading.isCut == !isFound)
        }
    }

    @Test("An element is found by its id, by its own id with a star in it, by its event path and as a chosen segment")
    func otherNames() throws {
        let label = ManualElement("UILabel", .label)
        label.text = "plain"
        let named = ManualElement("UILabel", .label)
        (named.text, named.tracking.elementID) = ("named", "promo*1/x")
        let segments = ManualElement("UISegmentedControl", .segmentedControl)
        var state = ControlState()
        (state.selectedIndex, state.selectedTitle) = (1, "Weeks")
        segments.controlState = state
        for element in [label, named, segments] { self.page.view.add(element) }
        let id = ElementPaths(of: label).elementID
        let chain = ElementPaths(of: named).eventPath
        let segment = "VC[0]/UIView[0]/UISegmentedControl[0]/UISegment[1]"
        let texts = try self.texts([id, "promo%2A1%2Fx", chain, segment], around: self.page.view)
        #expect(texts == [id: "plain", "promo%2A1%2Fx": "named", chain: "named", segment: "Weeks"])
    }

    // The model: each element's names, read one by one.

    private mutating func tree(_ level: Int = 0, in outer: ManualPage) -> ManualElement {
        let kinds: [ElementKind] = [.view, .label, .button, .cell, .table, .segmentedControl, .sectionHeader, .control]
        let kind = kinds.randomElement(using: &self.random) ?? .view
        let element = ManualElement("T\(Int.random(in: 0..<2, using: &self.random))", kind)
        element.text = "\(Int.random(in: 0..<100_000, using: &self.random))"
        element.isPrivateWrapper = self.chance(5)
        element.visibility.isHidden = self.chance(12)
        element.isSecure = self.chance(30)
        if self.chance(25) { element.kind = .textInput }
        if self.chance(4) { element.accessibilityIdentifier = ["a", "b/c", "d*"].randomElement(using: &self.random) }
        if self.chance(12) { element.tracking.elementID = ["own", "own*2"].randomElement(using: &self.random) }
        if kind == .cell || kind == .sectionHeader, !self.chance(3) {
            element.cellPosition = CellPosition(
                section: 0,
                row: kind == .cell ? Int.random(in: 0..<3, using: &self.random) : nil
            )
        }
        if kind == .segmentedControl { element.controlState = ControlState() }
        var outer = outer
        if level > 0, self.chance(15), !element.isPrivateWrapper {
            let page = ManualPage("Child\(Int.random(in: 0..<2, using: &self.random))", view: element)
            page.parentPage = self.chance(3) ? nil : outer
            self.pages.append(page)
            outer = page
        }
        guard level < 5 else { return element }
        for _ in 0..<Int.random(in: 0..<4, using: &self.random) { element.add(self.tree(level + 1, in: outer)) }
        return element
    }

    private mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &self.random) == 0 }

    /// The elements below one, and itself, that can be read; from the first to the last.
    private func readable(_ element: any Element) -> [any Element] {
        guard ElementContent.canBeSeen(element.visibility) || element === self.page.view, !element.isSecure else {
            return []
        }
        return [element] + (element.kind == .textInput ? [] : element.children.flatMap { self.readable($0) })
    }

    private func model(_ pattern: PathPattern, around element: any Element, position: String?) -> String? {
        func first(below root: any Element, at position: String?) -> ElementPaths? {
            self.readable(root).lazy.compactMap { self.paths[ObjectIdentifier($0)] }.first { paths in
                paths.names.contains { pattern.matches($0) } && (position == nil || paths.elementPosition == position)
            }
        }
        let isOpenRow = pattern.parts.contains(where: \.isOpenRow)
        var around: (any Element)? = isOpenRow ? element : nil
        let all = self.readable(self.page.view)
        while let cell = around {
            if cell.kind == .cell, all.contains(where: { $0 === cell }), let found = first(below: cell, at: nil) {
                return found.content
            }
            around = cell.parent
        }
        if isOpenRow, position == nil { return nil }
        return first(below: self.page.view, at: isOpenRow ? position : nil)?.content
    }

    @Test(
        "One walk finds what a look at each element's names finds, wrappers, cells and embedded pages among them",
        arguments: 0..<16
    )
    func model(seed: Int) throws {
        var test = ElementSearchTests()
        test.random = SeededGenerator(seed: UInt64(seed) + 5)
        for _ in 0..<4 { test.page.view.add(test.tree(in: test.page)) }
        let all = test.readable(test.page.view)
        var patterns: Set<String> = ["*/*/T1[*]", "VC[0]/*/**", "*/*/*/T0[*:*]"]
        for element in all {
            let paths = ElementPaths(of: element)
            test.paths[ObjectIdentifier(element)] = paths
            patterns.formUnion(paths.names.filter { !$0.hasPrefix("#") && !$0.contains("*") })
        }
        for element in [test.page.view] + all.shuffled(using: &test.random).prefix(3) {
            let (position, path) = (ElementPaths(of: element).elementPosition, ElementPaths(of: element).viewPath)
            // A segment's number is no place in a list, and the search is on the event's own page.
            guard position?.contains(":") != false, path.hasPrefix("VC[0]/") else { continue }
            let texts = try test.texts(Array(patterns), around: element, position: position)
            for pattern in patterns {
                let expected = test.model(try PathPattern(pattern), around: element, position: position)
                #expect(
                    texts[pattern] == expected,
                    "\(pattern), from \(path), \(element.kind) at \(position ?? "none")"
                )
            }
        }
    }
}
