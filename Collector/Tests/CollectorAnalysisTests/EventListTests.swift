import CollectorCore
import CollectorTesting
import Testing

@testable import CollectorAnalysis

struct EventListTests {
    private let facts = MemoryFacts([
        .init("ann", "open", 1000, "{\"city\":\"Kyoto\",\"n\":1}"), .init("ann", "buy", 3000, "{\"n\":\"1\"}"),
        .init("bob", "open", 2000, "{\"order\":9007199254740993}"), .init("ann", "open", 3000, seq: 1),
        .init("ann", "open", 3000, seq: 2), .init("ann", "buy", 3000, seq: 3), .init("abe", "open", 500),
    ])

    @Test func theEventThatArrivedLastComesFirst() throws {
        let live = LiveEvents(self.facts)
        let all = try live.run(.init()).events
        #expect(all.map(\.distinctID) == ["abe", "ann", "ann", "ann", "bob", "ann", "ann"])
        var query = LiveEvents.Query(limit: 2)
        query.name = "open"
        let first = try live.run(query)
        #expect(first.events.map(\.time) == [500, 3000])
        #expect(first.hasMore)
        query.before = first.events.last?.cursor
        query.limit = 10
        #expect(try live.run(query).events.map(\.time) == [3000, 2000, 1000])
        query.before = nil
        query.after = first.events.last?.cursor
        #expect(try live.run(query).events.map(\.time) == [500])
    }

    @Test func liveEventsAreFilteredByPersonAndText() throws {
        var query = LiveEvents.Query()
        query.identifier = "ann"
        #expect(try LiveEvents(self.facts).run(query).events.count == 5)
        query.text = "kyoTO"
        let found = try LiveEvents(self.facts).run(query).events
        #expect(found.map(\.name) == ["open"])
        #expect(found.first?.properties.first?.value == .string("Kyoto"))
        query.identifier = "nobody"
        #expect(try LiveEvents(self.facts).run(query).events.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 10])
    func theTimelineIsPagedWithoutLossOrRepetition(limit: Int) throws {
        let timeline = UserTimeline(self.facts)
        var seen: [EventRecord] = []
        var before: EventCursor?
        while true {
            let page = try #require(try timeline.run(identifier: "ann", before: before, limit: limit))
            seen += page.events
            before = page.events.last?.cursor
            guard page.hasMore else { break }
        }
        #expect(seen.map(\.cursor.sequence) == [3, 2, 1, 0, 0])
        #expect(seen.map(\.time) == [3000, 3000, 3000, 3000, 1000])
        #expect(try timeline.run(identifier: "nobody", limit: 1) == nil)
    }

    @Test func peopleAreFoundByTheBeginningOfAnIdentifier() throws {
        let search = UserSearch(self.facts)
        #expect(try search.run("a", limit: 10).map(\.identifiers) == [["abe"], ["ann"]])
        #expect(try search.run("", limit: 2).map(\.lastSeen) == [500, 3000])
        #expect(try search.run("zz", limit: 10).isEmpty)
    }

    @Test func propertiesOfSeveralTypesAreShownAsAClash() throws {
        // O-37
        let result = try PropertyCatalog(self.facts).run(event: nil)
        #expect(result.examined == 7)
        #expect(result.properties.map(\.name) == ["n", "city", "order"])
        #expect(result.properties.map(\.hasClash) == [true, false, false])
        #expect(result.properties.last?.examples.map(\.text) == ["9007199254740993"])
        #expect(try PropertyCatalog(self.facts).run(event: "buy").properties.map(\.count) == [1])
        #expect(try PropertyCatalog(self.facts).run(event: "none").examined == 0)
    }

    @Test func namesComeByFrequency() {
        #expect(NameList(self.facts).run().map(\.name) == ["open", "buy"])
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.x", "1.2.99999999999.4"])
    func aCursorThatIsNoneIsRefused(text: String) {
        #expect(throws: AnalysisError.self) { try EventCursor(text, parameter: "before") }
    }
}
