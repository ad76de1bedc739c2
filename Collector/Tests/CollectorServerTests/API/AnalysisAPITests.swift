import CollectorCore
import CollectorServer
import CollectorTesting
import SpoorWire
import Testing

struct AnalysisAPITests {
    private let router: Router

    init() {
        let zone = "Asia/Tokyo"
        var facts = MemoryFacts(
            zone: zone,
            [
                .init("ann", "view", instant("2026-03-10T23:30:00", zone), "{\"order\":9007199254740993}"),
                .init("ann", "buy", instant("2026-03-11T00:10:00", zone), "{\"price\":12}"),
                .init("bob", "view", instant("2026-03-11T09:00:00", zone), "{\"order\":9007199254740992}"),
                .init("a/b c", "view", instant("2026-03-12T09:00:00", zone), "{\"order\":\"12\"}"),
            ]
        )
        facts.rejected = (1...3).map {
            RejectRecord(
                id: $0,
                received: 1000,
                index: Int($0),
                reason: $0 < 3 ? "no time" : "no name",
                source: "/v1/events",
                raw: Array("{}".utf8),
                rawLength: 2
            )
        }
        let known = ["shop": facts, "empty": MemoryFacts([])]
        let projects = ProjectAccess(names: { known.keys.sorted() }) { name in
            guard let facts = known[name] else { throw ProjectError.unknown(name) }
            return facts
        }
        self.router = Router(AnalysisAPI(projects: projects) { instant("2026-03-12T12:00:00", zone) }.routes)
    }

    struct Question: Sendable, CustomTestStringConvertible {
        let target: String
        /// Where to look in the answer: keys and indexes with dots between them.
        let path: String
        let expected: JSONValue

        var testDescription: String { self.target + " " + self.path }
    }

    static let questions = [
        Question(target: "projects", path: "projects", expected: ["empty", "shop"]),
        Question(
            target: "trend?project=shop&from=2026-03-10&to=2026-03-12",
            path: "series.0.counts",
            expected: [1, 2, 1]
        ),
        Question(
            target: "trend?project=shop&from=2026-03-10&to=2026-03-12",
            path: "labels",
            expected: ["2026-03-10", "2026-03-11", "2026-03-12"]
        ),
        Question(target: "trend?project=shop&events=view,buy", path: "series.1.total", expected: 1),
        Question(target: "trend?project=shop", path: "fromDate", expected: "2026-02-11"),
        Question(target: "trend?project=shop", path: "toDate", expected: "2026-03-12"),
        // O-03: the exact digits, as text; O-37: the string "12" is no number.
        Question(
            target: "trend?project=shop&events=view&breakdown=order&filter=order%3D9007199254740993",
            path: "series",
            expected: .null
        ),
        Question(
            target: "trend?project=shop&events=view&filter=order+%3E+10&interval=month",
            path: "series.0.counts",
            expected: [0, 2]
        ),
        Question(target: "funnel?project=shop&steps=view,buy&window=40m", path: "steps.1.users", expected: 1),
        Question(target: "funnel?project=shop&steps=view,buy&window=2399999", path: "steps.1.users", expected: 0),
        Question(
            target:
                "funnel?project=shop&steps=%5B%22view%22,%7B%22event%22:%22buy%22,%22filters%22:%5B%22price>20%22%5D%7D%5D",
            path: "steps.1.users",
            expected: 0
        ),
        Question(
            target: "funnel?project=shop&steps=view,buy&step=2&outcome=dropped",
            path: "users",
            expected: [["a/b c"], ["bob"]]
        ),
        Question(target: "funnel?project=shop&steps=view,buy", path: "steps.1.medianFromFirst", expected: 2_400_000.0),
        Question(
            target: "retention?project=shop&from=2026-03-10&to=2026-03-12&start=view&return=buy&periods=2",
            path: "cohorts.0.returned",
            expected: [0, 1, 0]
        ),
        Question(
            target: "retention?project=shop&from=2026-03-10&to=2026-03-12&start=view&return=buy&periods=2",
            path: "cohorts.2.returned",
            expected: [0, .null, .null]
        ),
        Question(target: "events?project=shop&limit=1", path: "events.0.user", expected: "a/b c"),
        Question(
            target: "events?project=shop&text=9007199254740993",
            path: "events.0.properties.0.value",
            expected: "9007199254740993"
        ),
        Question(target: "users?project=shop&q=b", path: "users.0.id", expected: "bob"),
        Question(target: "users/ann/timeline?project=shop", path: "events.0.event", expected: "buy"),
        Question(
            target: "timeline?project=shop&user=a/b+c",
            path: "events.0.timeText",
            expected: "2026-03-12T09:00:00.000+09:00"
        ),
        Question(target: "names?project=shop", path: "names.0", expected: ["name": "view", "count": 3]),
        Question(target: "properties?project=shop&event=view", path: "properties.0.hasClash", expected: true),
        Question(target: "rejects?project=shop&limit=2", path: "hasMore", expected: true),
        Question(target: "rejects?project=shop", path: "reasons.0", expected: ["reason": "no time", "count": 2]),
        Question(target: "quality?project=shop", path: "quality.stored", expected: 4),
        Question(target: "overview?project=shop", path: "trend.series.0.uniqueUsers", expected: 3),
        Question(target: "overview?project=empty", path: "timeSpan", expected: .null),
        Question(target: "funnel?project=empty&steps=a,b", path: "steps.0.users", expected: 0),
    ]

    @Test(arguments: questions)
    func questionsAreAnswered(question: Question) async throws {
        let (status, body) = try await self.get(question.target)
        #expect(status == 200)
        var value: JSONValue? = body
        for step in question.path.split(separator: ".") {
            value = Int(step).map { index in value?[index] } ?? value?[String(step)]
        }
        if question.path == "series", question.expected.isNull {
            let groups = value?.arrayValue?.map { $0["group"]?["value"]?.stringValue }
            #expect(groups == ["9007199254740993"])
        } else {
            #expect(value == question.expected)
        }
    }

    @Test(arguments: [
        ("trend?project=shop&from=yesterday", "from", "2026-03-10"),
        ("trend?project=shop&interval=year", "interval", "hour, day, week, month"),
        ("trend?project=shop&from=2026-03-12&to=2026-03-10", "from", "before"),
        ("trend?project=shop&from=1970-01-01&interval=hour", "interval", "wider"),
        ("trend?project=shop&filter=price", "filter", "price > 10"),
        ("trend?project=shop&groups=0", "groups", "1 to 200"),
        ("trend?project=shop&event=view", "event", "events"),
        ("trend?project=shop&events=%5B1%5D", "events", "JSON array"),
        ("trend?project=shop&events=%zz", "events", "hexadecimal"),
        ("funnel?project=shop&steps=view", "steps", "2 to 20"),
        ("funnel?project=shop&steps=view,buy&window=long", "window", "7d"),
        ("funnel?project=shop&steps=view,buy&window=99999999999999w", "window", "100 years"),
        ("funnel?project=shop&steps=view,buy&step=3", "step", "1 to 2"),
        ("funnel?project=shop&steps=view,buy&step=2&outcome=lost", "outcome", "reached, dropped"),
        ("retention?project=shop&interval=hour", "interval", "day, week or month"),
        ("retention?project=shop&periods=500", "periods", "0 to 400"),
        ("retention?project=shop&cohorts=all", "cohorts", "each, first"),
        ("events?project=shop&limit=many", "limit", "1 to 1000"),
        ("events?project=shop&before=x", "before", "cursor"),
        ("timeline?project=shop", "user", "missing"),
    ])
    func whatIsWrongIsNamedWithWhatIsAccepted(target: String, parameter: String, hint: String) async throws {
        let (status, body) = try await self.get(target)
        #expect(status == 400)
        #expect(body["parameter"]?.stringValue == parameter)
        #expect(body["error"]?.stringValue?.contains(hint) == true)
    }

    @Test(arguments: ["trend?project=nowhere", "timeline?project=shop&user=nobody"])
    func whatDoesNotExistIsNotFound(target: String) async throws {
        let (status, body) = try await self.get(target)
        #expect(status == 404)
        #expect(body["error"]?.stringValue?.isEmpty == false)
    }

    private func get(_ target: String) async throws -> (Int, JSONValue) {
        let response = await self.router.answer("/api/v1/" + target)
        return (response.status, try JSONValue(parsing: response.body))
    }
}
