import CollectorCore
import CollectorTesting
import Testing

@testable import CollectorAnalysis

struct TrendTests {
    @Test func theDayWithoutMidnightIsShownOnce() throws {
        // O-41: five rows, each date once; the last instant before midnight and the first after it fall apart.
        let zone = "Asia/Beirut"
        let noons = ["2025-03-28", "2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"].map {
            instant($0 + "T12:00:00", zone)
        }
        let edges = [instant("2025-03-29T21:59:59"), instant("2025-03-29T22:00:00")]
        let facts = MemoryFacts(zone: zone, (noons + edges).map { .init("u", "open", $0) })
        let query = try TrendQuery(
            range: instant("2025-03-28", zone)..<instant("2025-04-02", zone),
            events: [EventSelector("open")]
        )
        let result = try TrendAnalysis(facts).run(query)
        #expect(result.buckets.labels == ["2025-03-28", "2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"])
        #expect(result.series[0].counts == [1, 2, 2, 1, 1])
        #expect(result.series[0].total == 7)
        #expect(result.series[0].users == [1, 1, 1, 1, 1])
        #expect(result.series[0].uniqueUsers == 1)
    }

    @Test func longIntegersStayApart() throws {
        // O-03: as doubles two of these would be one.
        let numbers = [
            "987654321098765433", "9007199254740993", "9007199254740992", "9223372036854775807",
            "-9223372036854775808", "18446744073709551615",
        ]
        let facts = MemoryFacts(numbers.map { .init("u", "order", 5, "{\"order_no\":\($0)}") })
        let query = try TrendQuery(range: 0..<10, events: [EventSelector("order")], breakdown: "order_no")
        let groups = try TrendAnalysis(facts).run(query).series
        #expect(groups.count == 6)
        #expect(Set(groups.compactMap { $0.group.text }) == Set(numbers))
        let filter = try PropertyFilter(parsing: "order_no=9007199254740993")
        let one = try TrendQuery(range: 0..<10, events: [EventSelector("order", filters: [filter])])
        #expect(try TrendAnalysis(facts).run(one).series[0].total == 1)
    }

    struct Typed: Sendable {
        let filter: String
        let count: Int
    }

    @Test(arguments: [
        Typed(filter: "campaign = \"0012\"", count: 1), Typed(filter: "campaign = \"12\"", count: 0),
        Typed(filter: "campaign = 12", count: 1), Typed(filter: "campaign > 5", count: 1),
        Typed(filter: "campaign is set", count: 5), Typed(filter: "campaign is not set", count: 1),
        Typed(filter: "campaign = true", count: 1), Typed(filter: "campaign contains a", count: 1),
        Typed(filter: "campaign contains spr", count: 1), Typed(filter: "campaign != spring", count: 4),
        Typed(filter: "Campaign is set", count: 0), Typed(filter: "campaign <= 12.0", count: 1),
    ])
    func filtersCompareByType(typed: Typed) throws {
        let facts = Self.campaigns
        let selector = EventSelector("visit", filters: [try PropertyFilter(parsing: typed.filter)])
        let result = try TrendAnalysis(facts).run(TrendQuery(range: 0..<10, events: [selector]))
        #expect(result.series[0].total == typed.count)
    }

    @Test func theFirstValueDoesNotDecideTheType() throws {
        // O-37
        let query = try TrendQuery(range: 0..<10, events: [EventSelector(nil)], breakdown: "campaign")
        let groups = try TrendAnalysis(Self.campaigns).run(query).series.map { $0.group }
        #expect(groups.count == 6)
        for value in [
            PropertyText.string("0012"), .string("spring"), .number(try #require(ExactNumber("12"))), .boolean(true),
            .list(["a"]),
            .absent,
        ] { #expect(groups.contains(.value(value))) }
    }

    static let campaigns = MemoryFacts(
        ["\"0012\"", "\"spring\"", "12", "true", "[\"a\"]", "null"].enumerated().map { index, value in
            .init("u\(index)", "visit", 5, "{\"campaign\":\(value)}")
        }
    )

    @Test func theRestIsSummedUpWithoutCountingPeopleTwice() throws {
        var entries: [MemoryFacts.Entry] = []
        for (city, events) in [("A", 5), ("B", 3), ("C", 2), ("D", 2)] {
            for index in 0..<events {
                entries.append(.init("u\(index % 2)", "visit", Int64(index), "{\"city\":\"\(city)\"}"))
            }
        }
        let query = try TrendQuery(range: 0..<10, events: [EventSelector("visit")], breakdown: "city", groupLimit: 2)
        let series = try TrendAnalysis(MemoryFacts(entries)).run(query).series
        #expect(series.map(\.group) == [.value(.string("A")), .value(.string("B")), .other(values: 2)])
        #expect(series.map(\.total) == [5, 3, 4])
        #expect(series.map(\.uniqueUsers) == [2, 2, 2])
    }

    @Test func severalEventsHaveALineEach() throws {
        let facts = MemoryFacts([.init("u", "a", 1), .init("u", "b", 2), .init("v", "a", 3)])
        let query = try TrendQuery(
            range: 0..<10,
            interval: .hour,
            events: [EventSelector("a"), EventSelector(nil), EventSelector("zzz")]
        )
        let series = try TrendAnalysis(facts).run(query).series
        #expect(series.map(\.event) == ["a", "All events", "zzz"])
        #expect(series.map(\.total) == [2, 3, 0])
        #expect(series.map(\.uniqueUsers) == [2, 2, 0])
    }

    @Test(arguments: ["", "price", "price >", "= 5", "price ~ 5", "city = \"open", "coupon is set now", "a b = 1"])
    func unreadableFiltersSayWhatIsAccepted(text: String) {
        #expect {
            try PropertyFilter(parsing: text)
        } throws: { error in
            let error = error as? AnalysisError
            return error?.parameter == "filter" && error?.description.contains("is not set") == true
        }
    }

    @Test(arguments: [
        ("0", "-0.0"), ("12", "12.000"), ("1e2", "100"), ("0.5e-1", "0.05"), ("1E400", "10e399"), ("-7", "-7.0"),
    ])
    func equalNumbersAreOneValue(pair: (String, String)) throws {
        #expect(try #require(ExactNumber(pair.0)) == #require(ExactNumber(pair.1)))
    }

    @Test func numbersAreOrderedByValue() {
        let ordered = [
            "-1e400", "-10.5", "-10", "-0.001", "0", "0.0009", "9007199254740992", "9007199254740993", "1e400",
        ]
        let numbers = ordered.compactMap { ExactNumber($0) }
        #expect(numbers.count == ordered.count)
        #expect(numbers.sorted() == numbers)
        #expect(numbers.map(\.description)[1...7] == ordered[1...7])
        for text in ["", "-", "1.", ".5", "1e", "0x10", "NaN", "1e99999999999"] { #expect(ExactNumber(text) == nil) }
    }
}

extension TrendResult.Group {
    var text: String? {
        if case .value(let value) = self { return value.text }
        return nil
    }
}
