import CollectorCore
import CollectorTesting
import SpoorTesting
import Testing

@testable import CollectorAnalysis

struct FunnelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let steps: [String]
        var window: Int64 = 60_000
        /// Name, second, and sequence, in the order of arrival.
        let events: [(String, Double, Int64)]
        let reached: Int
        var milliseconds: Double?

        var testDescription: String { self.title }
    }

    static let cases = [
        Case(
            title: "O-38 two steps in one instant convert by their sequence",
            steps: ["cart", "pay"],
            events: [("pay", 0.512, 42), ("cart", 0.512, 41)],
            reached: 2,
            milliseconds: 0
        ),
        Case(
            title: "O-38 the wrong sequence does not convert",
            steps: ["cart", "pay"],
            events: [("cart", 0.512, 42), ("pay", 0.512, 41)],
            reached: 1
        ),
        Case(
            title: "O-38 without sequence the arrival decides: converts",
            steps: ["cart", "pay"],
            events: [("cart", 0.512, 0), ("pay", 0.512, 0)],
            reached: 2,
            milliseconds: 0
        ),
        Case(
            title: "O-38 without sequence the arrival decides: does not convert",
            steps: ["cart", "pay"],
            events: [("pay", 0.512, 0), ("cart", 0.512, 0)],
            reached: 1
        ),
        Case(
            title: "O-38 one millisecond apart, stored out of order",
            steps: ["cart", "pay"],
            events: [("pay", 0.513, 0), ("cart", 0.512, 0)],
            reached: 2,
            milliseconds: 1
        ),
        Case(
            title: "O-39a two views of one instant fill two steps",
            steps: ["signup", "view", "view"],
            window: 120_000,
            events: [("signup", 0, 0), ("view", 60, 0), ("view", 60, 0), ("view", 120, 0)],
            reached: 3,
            milliseconds: 60_000
        ),
        Case(
            title: "O-39b one event fills one step",
            steps: ["signup", "view", "view"],
            events: [("signup", 0, 0), ("view", 30, 0)],
            reached: 2,
            milliseconds: 30_000
        ),
        Case(
            title: "O-39c a repeated first step takes nothing away",
            steps: ["cart", "pay", "ship"],
            events: [("cart", 0, 0), ("pay", 10, 0), ("cart", 20, 0), ("cart", 30, 0), ("ship", 40, 0)],
            reached: 3,
            milliseconds: 40_000
        ),
        Case(
            title: "O-39d every start is considered",
            steps: ["cart", "pay"],
            events: [("cart", 0, 0), ("cart", 50, 0), ("pay", 65, 0)],
            reached: 2,
            milliseconds: 15_000
        ),
        Case(
            title: "O-39e the window's last millisecond belongs to it",
            steps: ["cart", "pay"],
            events: [("cart", 0, 0), ("pay", 60, 0)],
            reached: 2,
            milliseconds: 60_000
        ),
        Case(
            title: "O-39e one millisecond later does not",
            steps: ["cart", "pay"],
            events: [("cart", 0, 0), ("pay", 60.001, 0)],
            reached: 1
        ),
        Case(
            title: "the same event thrice is three steps",
            steps: ["view", "view", "view"],
            events: [("view", 0, 0), ("view", 1, 0), ("view", 2, 0)],
            reached: 3,
            milliseconds: 2000
        ),
        Case(
            title: "the window runs from the first step",
            steps: ["a", "b", "c"],
            events: [("a", 0, 0), ("b", 50, 0), ("c", 100, 0)],
            reached: 2,
            milliseconds: 50_000
        ),
        Case(
            title: "a later start that gets less far does not replace the attempt",
            steps: ["a", "b", "c"],
            events: [("a", 0, 0), ("b", 1, 0), ("c", 5, 0), ("a", 10, 0), ("b", 11, 0)],
            reached: 3,
            milliseconds: 5000
        ),
    ]

    @Test(arguments: cases)
    func theFurthestAttemptCounts(example: Case) throws {
        let facts = MemoryFacts(
            example.events.map { .init("u", $0.0, 1_000_000_000 + Int64(($0.1 * 1000).rounded()), seq: $0.2) }
        )
        let query = try FunnelQuery(
            range: MemoryFacts.always,
            steps: example.steps.map { EventSelector($0) },
            windowMilliseconds: example.window
        )
        let result = try FunnelAnalysis(facts).run(query)
        #expect(result.steps.prefix(example.reached).allSatisfy { $0.users == 1 })
        #expect(result.steps.dropFirst(example.reached).allSatisfy { $0.users == 0 })
        if example.reached > 1 {
            #expect(result.steps[example.reached - 1].medianFromFirst == example.milliseconds)
        }
    }

    @Test func eachBarHasExactlyItsPeople() throws {
        let facts = MemoryFacts(
            (0..<10).flatMap { user -> [MemoryFacts.Entry] in
                let names = ["a", "b", "c", "d"].prefix(user % 5)
                return names.enumerated().map { .init("u\(user)", $1, 1000 + Int64($0) * Int64(user)) }
            }
        )
        let steps = ["a", "b", "c", "d"].map { EventSelector($0) }
        var query = try FunnelQuery(range: 0..<10_000, steps: steps, windowMilliseconds: 1000)
        let bars = try FunnelAnalysis(facts).run(query).steps
        #expect(bars.map(\.users) == [8, 6, 4, 2])
        #expect(bars[1].conversionFromPrevious == 0.75)
        #expect(bars[3].conversionFromFirst == 0.25)
        #expect(bars[3].medianFromPrevious == 6.5)
        for step in 1...4 {
            query.members = .reached(step: step)
            #expect(try FunnelAnalysis(facts).run(query).members.count == bars[step - 1].users)
        }
        query.members = .dropped(beforeStep: 3)
        #expect(try FunnelAnalysis(facts).run(query).members.map(facts.userName) == ["u2", "u7"])
    }

    @Test func startsLieInTheRangeAndTheRestMayFollow() throws {
        let facts = MemoryFacts([
            .init("inside", "a", 999), .init("inside", "b", 1500), .init("after", "a", 1000), .init("after", "b", 1001),
        ])
        let query = try FunnelQuery(
            range: 0..<1000,
            steps: [EventSelector("a"), EventSelector("b")],
            windowMilliseconds: 1000
        )
        #expect(try FunnelAnalysis(facts).run(query).steps.map(\.users) == [1, 1])
    }

    @Test func conditionsBelongToTheirStep() throws {
        let facts = MemoryFacts([
            .init("rich", "view", 1, "{\"price\":50}"), .init("rich", "view", 2, "{\"price\":5}"),
            .init("poor", "view", 1, "{\"price\":5}"), .init("poor", "view", 2, "{\"price\":5}"),
        ])
        let dear = EventSelector(
            "view",
            filters: [PropertyFilter("price", .greater, try #require(ExactNumber("10").map { .number($0) }))]
        )
        let query = try FunnelQuery(range: 0..<10, steps: [dear, EventSelector("view")], windowMilliseconds: 10)
        #expect(try FunnelAnalysis(facts).run(query).steps.map(\.users) == [1, 1])
    }

    @Test func unknownEventsReachNothing() throws {
        let facts = MemoryFacts([.init("u", "a", 1)])
        let query = try FunnelQuery(
            range: 0..<10,
            steps: [EventSelector("x"), EventSelector("a")],
            windowMilliseconds: 10
        )
        #expect(try FunnelAnalysis(facts).run(query).steps.map(\.users) == [0, 0])
        #expect(throws: AnalysisError.self) {
            try FunnelQuery(range: 0..<10, steps: [EventSelector("a")], windowMilliseconds: 10)
        }
    }

    /// The state machine against trying every choice of events (O-39).
    @Test(arguments: [["a", "b"], ["a", "b", "c"], ["a", "a", "b"], ["a", "b", "a", "c"]])
    func noAttemptGetsFurtherThanTheMachine(steps: [String]) throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<1500 {
            var time: Int64 = 0
            let events: [(String, Int64)] = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                time += Int64.random(in: 0...3, using: &random)
                return (["a", "b", "c"].randomElement(using: &random) ?? "a", time)
            }
            var machine = FunnelAttempts(steps: steps.count, window: 6)
            for (name, time) in events {
                var bits: UInt32 = 0
                for (index, step) in steps.enumerated() where step == name { bits |= 1 << UInt32(index) }
                if bits != 0 { machine.handle(time: time, steps: bits, mayStart: true) }
            }
            #expect(machine.reached == Self.furthest(events[...], steps[...], start: nil, window: 6))
        }
    }

    private static func furthest(
        _ events: ArraySlice<(String, Int64)>,
        _ steps: ArraySlice<String>,
        start: Int64?,
        window: Int64
    ) -> Int {
        guard let step = steps.first else { return 0 }
        var best = 0
        for (index, event) in zip(events.indices, events)
        where event.0 == step && event.1 - (start ?? event.1) <= window {
            let rest = Self.furthest(
                events[(index + 1)...],
                steps.dropFirst(),
                start: start ?? event.1,
                window: window
            )
            best = max(best, 1 + rest)
        }
        return best
    }
}
