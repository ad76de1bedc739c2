import CollectorCore
import CollectorTesting
import CommandLineKit
import SpoorWire
import Testing

@testable import SpoorCommand

/// Runs whole command lines against the collector's routes, and compares what a person would read.
struct QueryTests {
    private let recorder = ConsoleRecorder()
    private let tool: SpoorTool

    /// 2026-03-10T00:00:00Z.
    private static let start: Int64 = 1_773_100_800_000
    private static let hour: Int64 = 3_600_000

    init() {
        let start = Self.start
        let hour = Self.hour
        var facts = MemoryFacts([
            .init("ann", "view", start + 9 * hour, "{\"city\":\"Bonn\",\"$os\":\"iOS\"}"),
            .init("ann", "cart", start + 10 * hour, "{\"price\":9007199254740993}"),
            .init("ann", "pay", start + 10 * hour + 90_000),
            .init("bob", "view", start + 12 * hour, "{\"city\":\"\\u001b[31mKöln\"}"),
            .init("bob", "cart", start + 30 * hour),
            .init("cem", "view", start + 31 * hour, "{\"city\":\"Bonn\"}"),
        ])
        facts.rejected = [
            RejectRecord(
                id: 1,
                received: start,
                index: 3,
                reason: "'time' is missing.",
                source: "/v1/events",
                raw: Array("{\"event\":\"view\"}".utf8),
                rawLength: 16
            )
        ]
        let fetch = RouterFetch(["shop": facts], now: start + 48 * hour)
        self.tool = SpoorTool(Surroundings(console: self.recorder.console, fetch: fetch.fetch))
    }

    private static let tables: [(line: String, table: String)] = [
        (
            "query names",
            """
            event  count
            -----  -----
            view       3
            cart       2
            pay        1
            """
        ),
        (
            "query trend view cart --from 2026-03-09 --to 2026-03-11",
            """
            day         view  cart
            ----------  ----  ----
            2026-03-09     0     0
            2026-03-10     2     1
            2026-03-11     1     1
            total          3     2
            """
        ),
        (
            "query trend view --people --interval week --breakdown city --from 2026-03-09",
            """
            week              view: Bonn  view: ·[31mKöln
            ----------------  ----------  ---------------
            2026-W11                   2                1
            different people           2                1
            """
        ),
        (
            "query funnel view cart pay --window 1d",
            """
            step  event  people  of previous  of first  median time
            ----  -----  ------  -----------  --------  -----------
               1  view        3                100.0 %
               2  cart        2       66.7 %    66.7 %   9 h 30 min
               3  pay         1       50.0 %    33.3 %   1 min 30 s
            """
        ),
        (
            "query retention --periods 2 --from 2026-03-10 --to 2026-03-11",
            """
            start       people    day 0   day 1  day 2
            ----------  ------  -------  ------  -----
            2026-03-10       2  100.0 %  50.0 %  0.0 %
            2026-03-11       2  100.0 %   0.0 %
            all              4  100.0 %  25.0 %  0.0 %
            """
        ),
        (
            "query events --limit 2 --event view",
            """
            time                           event  user  properties
            -----------------------------  -----  ----  --------------
            2026-03-11T07:00:00.000+00:00  view   cem   city=Bonn
            2026-03-10T12:00:00.000+00:00  view   bob   city=·[31mKöln
            """
        ),
        (
            "query users an",
            """
            id   last event                     other ids
            ---  -----------------------------  ---------
            ann  2026-03-10T10:01:30.000+00:00
            """
        ),
        (
            "query timeline ann --limit 2",
            """
            about  value
            -----  -----
            ids    ann

            time                           event  user  properties
            -----------------------------  -----  ----  ----------------------
            2026-03-10T10:01:30.000+00:00  pay    ann
            2026-03-10T10:00:00.000+00:00  cart   ann   price=9007199254740993
            """
        ),
        (
            "query rejects",
            """
            1 refused in all

            received                       source      position  reason              text
            -----------------------------  ----------  --------  ------------------  ----------------
            2026-03-10T00:00:00.000+00:00  /v1/events         3  'time' is missing.  {"event":"view"}
            """
        ),
    ]

    @Test(arguments: Self.tables)
    func answersAreAlignedTables(line: String, table: String) async {
        let code = await self.tool.run(line.split(separator: " ").map(String.init))
        #expect(self.recorder.errors == "")
        #expect(self.recorder.output == table)
        #expect(code == .success)
    }

    @Test func jsonIsTheCollectorsAnswer() async throws {
        #expect(await self.tool.run(["query", "names", "--json"]) == .success)
        let answer = try JSONValue(parsing: self.recorder.output)
        #expect(answer["names"]?[0] == ["name": "view", "count": 3])
    }

    @Test(arguments: [
        (["query", "timeline", "nobody"], "error: Nobody in project 'shop' has the identifier 'nobody'."),
        (["query", "names", "--project", "toys"], "error: There is no project 'toys'"),
        (["query", "trend", "--from", "soon"], "error: 'from' must be a date"),
        (["query", "funnel", "view", "pay", "--window", "long"], "error: 'window' must be a length"),
    ])
    func whatTheCollectorRefusesIsAFailureWithItsSentence(line: [String], beginning: String) async {
        #expect(await self.tool.run(line) == .failure)
        #expect(self.recorder.errors.hasPrefix(beginning))
        #expect(self.recorder.output.isEmpty)
    }
}
