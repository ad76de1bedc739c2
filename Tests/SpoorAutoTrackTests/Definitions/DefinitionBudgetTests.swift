import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

/// What definitions cost an event has a bound, counted; what they name is recorded all the same.
@MainActor
struct DefinitionBudgetTests {
    private let page = ManualPage("VC")
    private let button = ManualElement("UIButton", .button)

    /// An element that counts how often it is asked for what it contains.
    private final class CountedElement: ManualElement {
        static var reads = 0
        override var children: [any Element] {
            Self.reads += 1
            return super.children
        }
    }

    init() {
        self.button.text = String(repeating: "a", count: 255)
        self.page.view.add(self.button)
    }

    private func definition(
        _ name: String,
        _ trigger: EventDefinition.Trigger = .click,
        _ properties: [EventDefinition.Property]
    ) -> EventDefinition {
        var alias = EventDefinition.Alias()
        alias.page = "VC"
        return EventDefinition(name, trigger: trigger, aliases: [alias], properties: properties)
    }

    private func read(_ definitions: [EventDefinition], _ element: any Element) -> DefinitionReading {
        let event = DefinitionReading.Event(
            definitions: definitions,
            element: element,
            paths: ElementPaths(of: element)
        )
        return DefinitionReading([event], rules: PageRules())
    }

    @Test("Costly patterns take nothing from the others, and end with the event's steps", arguments: [1, 20, 400])
    func patterns(count: Int) throws {
        let definitions = try (0..<count).map { number in
            let hard = try (0..<49).map { index in
                let pattern = try TextPattern("(?:a?){\(200 + index)}b\(number)")
                return EventDefinition.Property("hard\(index)", pattern: pattern)
            }
            let easy = EventDefinition.Property("easy", pattern: try TextPattern("^a{3}"))
            return self.definition("d\(number)", .click, [easy] + hard)
        }
        let reading = self.read(definitions, self.button)
        for definition in definitions {
            let own = reading.properties(of: definition)
            #expect(own.isCut && own.properties["easy"] == .string("aaa") && own.properties.count == 1)
        }
        #expect(reading.rest.steps >= 0)
    }

    @Test("Each event of a scan gets its share, whatever those before it ask for")
    func shares() throws {
        let hard = try (0..<50).map {
            EventDefinition.Property("h\($0)", pattern: try TextPattern("(?:a?){\(150 + $0)}b"))
        }
        let easy = EventDefinition.Property("easy", pattern: try TextPattern("a{3}"))
        let paths = ElementPaths(of: self.button)
        let events = (0..<40).map { number in
            let definition = self.definition("d\(number)", .exposure, number < 39 ? hard : [easy])
            return DefinitionReading.Event(definitions: [definition], element: self.button, paths: paths)
        }
        let reading = DefinitionReading(events, rules: PageRules())
        let last = reading.properties(of: events[39].definitions[0], event: 39)
        #expect(!last.isCut && last.properties["easy"] == .string("aaa"))
        #expect(reading.properties(of: events[0].definitions[0]).isCut)
    }

    @Test("Reading elements has a bound: those with little in them are read, the others are left out and said")
    func elements() throws {
        var properties: [EventDefinition.Property] = []
        for index in 0..<15 {
            let box = CountedElement("Box")
            for _ in 0..<1_000 { box.add(CountedElement("UILabel", .label)) }
            self.page.view.add(box)
            properties.append(.init("box\(index)", path: try PathPattern("VC[0]/UIView[0]/Box[\(index)]")))
        }
        let label = ManualElement("UILabel", .label)
        label.text = "small"
        self.page.view.add(label)
        properties.append(.init("small", path: try PathPattern("VC[0]/UIView[0]/UILabel[0]")))
        let definition = self.definition("d", .click, properties)
        CountedElement.reads = 0
        let own = self.read([definition], self.button).properties(of: definition)
        #expect(own.isCut && own.properties["small"] == .string("small"))
        #expect(CountedElement.reads < 3 * DefinitionBudget.maxElements)
    }

    @Test("The events are recorded without those properties, and the log says it once for each definition")
    func remarks() throws {
        let hard = try (0..<50).map {
            EventDefinition.Property("h\($0)", pattern: try TextPattern("(?:a?){\(200 + $0)}b"))
        }
        var remote = AutoTrackRules.Remote()
        remote.definitions = (0..<3).map { self.definition("bought\($0)", .click, hard) }
        var (events, remarks): ([AutoEvent], [String]) = ([], [])
        let tracker = AutoTracker(
            AutoTrackRules(AutoTrackConfiguration(), remote),
            now: { AutoTime(milliseconds: 1_000, uptime: .seconds(1)) },
            emit: { events.append($0) },
            report: { remarks.append($0) }
        )
        for _ in 0..<4 { tracker.trackClick(self.button) }
        for number in 0..<3 {
            #expect(events.count { $0.name == "bought\(number)" } == 4)
            #expect(remarks.count { $0.contains("'bought\(number)'") } == 1, "\(remarks)")
        }
    }

    @Test(
        "All exposures of a scan share one walk, for each form of a path",
        arguments: [
            "VC[0]/UIView[0]/Nothing[0]", "nothing", "#UILabel[0]#Nothing",
            "VC[0]/UIView[0]/UITableView[0]/Cell[0:*]/Nothing[0]",
        ]
    )
    func oneWalk(path: String) throws {
        let table = CountedElement("UITableView", .table)
        self.page.view.add(table)
        var labels: [ManualElement] = []
        for row in 0..<200 {
            let cell = CountedElement("Cell", .cell)
            cell.cellPosition = CellPosition(section: 0, row: row)
            let label = CountedElement("UILabel", .label)
            label.text = "t\(row)"
            cell.add(label)
            table.add(cell)
            labels.append(label)
        }
        let row = try PathPattern("VC[0]/UIView[0]/UITableView[0]/Cell[0:*]/UILabel[0]")
        let properties = [EventDefinition.Property("p", path: try PathPattern(path)), .init("row", path: row)]
        let definition = self.definition("seen", .exposure, properties)
        let events = labels.map {
            DefinitionReading.Event(definitions: [definition], element: $0, paths: ElementPaths(of: self.button))
        }
        CountedElement.reads = 0
        let reading = DefinitionReading(events, rules: PageRules())
        // Each of the 401 elements once, those that are read for their texts twice more, and chains their siblings.
        #expect(CountedElement.reads < 6 * 401, "\(CountedElement.reads)")
        for number in events.indices {
            let own = reading.properties(of: definition, event: number)
            #expect(own.properties["row"] == .string("t\(number)") && own.properties["p"] == nil && !own.isCut)
        }
    }
}
