import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

/// What the collector takes nothing of, and what it says instead.
struct RefusalTests {
    private static let event =
        #"{"_id":"p-1","type":"track","event":"view","time":1790000000000,"distinct_id":"u1","properties":{}}"#

    /// A fault of the address is none of the events: clients keep them for 404, and give them up for 400.
    @Test(arguments: ["my%20shop", "a/b", "..%2fx", "", "%", "%zz", "%4", "%ff", String(repeating: "x", count: 65)])
    func aProjectThatCannotBeIsNotFound(name: String) throws {
        let server = try LiveServer()
        let form = "data=%b"
        for (method, path, body) in [
            ("POST", "/v1/events", "[\(Self.event)]"), ("POST", "/v1/events", "null"), ("POST", "/sa", form),
            ("POST", "/sa.gif", form), ("POST", "/debug", form), ("GET", "/sa", ""), ("POST", "/v1/rejects/replay", ""),
        ] {
            let answer = try server.send(method, "\(path)?project=\(name)", body: Array(body.utf8))
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(answer.body.contains("1 to 64 letters, digits, '_' or '-'"), "\(method) \(path)")
        }
        #expect(server.collector.store.projectNames() == ["default"])
        #expect(try server.collector.store.facts(project: "default").quality() == QualityCounters())
        #expect(try server.send("GET", "/healthz").status == 200)
    }

    /// Neither a good body nor a broken one makes a closed collector take events, or seem unwell.
    @Test(arguments: ["/v1/events", "/sa", "/debug"], ["data=%b", "[]"])
    func aClosedCollectorDoesNotFindOtherProjects(path: String, body: String) throws {
        let server = try LiveServer { $0.store.projects = ["shop"] }
        let answer = try server.send("POST", "\(path)?project=other", body: Array(body.utf8))
        #expect(answer.status == 404)
        #expect(answer.body.contains("There is no project 'other'"))
        #expect(try server.send("GET", "/healthz").status == 200)
    }

    @Test(arguments: [
        ("POST", "/v1/events?x=%"), ("POST", "/sa?%zz=1"), ("POST", "/debug?x=%1"), ("GET", "/sa?data=W10%3D&x=%"),
    ])
    func aBrokenParameterIsRefused(method: String, target: String) throws {
        let server = try LiveServer()
        let answer = try server.send(method, target, body: method == "POST" ? Array("data=W10%3D".utf8) : [])
        #expect(answer.status == 400)
        #expect(answer.body.contains("is not percent-encoded"))
    }

    /// A small compressed body can hold millions of elements: no more than a hundred thousand are looked at.
    @Test func aBodyOfTooManyElementsIsRefusedWhole() throws {
        let server = try LiveServer()
        let json = "[\(Self.event)" + String(repeating: ",1", count: 1_000_000) + "]"
        let body = try #require(Gzip.compress(Array(json.utf8)))
        #expect(body.count < 10_000)
        let answer = try server.send("POST", "/v1/events", headers: ["Content-Encoding": "gzip"], body: body)
        #expect(answer.status == 413)
        #expect(answer.body.contains("more than 100000 elements"))
        // Something behind it in the queue shows that the record is written.
        _ = try server.send("POST", "/v1/events", body: Array("[]".utf8))
        let facts = try server.collector.store.facts(project: "default")
        #expect(facts.quality().stored == 0)
        #expect(try facts.rejects(limit: 500, offset: 0).count == 1)
    }

    /// All refused events are named, but a thousand reasons are enough for a person.
    @Test func theAnswerToManyRefusedEventsStaysSmall() throws {
        let server = try LiveServer()
        let body = Array("[\((0..<3_000).map(String.init).joined(separator: ","))]".utf8)
        let answer = try server.send("POST", "/v1/events", body: body)
        #expect(answer.body.components(separatedBy: "\"index\":").count - 1 == 3_000)
        #expect(answer.body.components(separatedBy: "\"reason\":").count - 1 == 1_000)
        #expect(answer.body.hasSuffix("{\"index\":2999,\"retry\":false}]}"))
    }
}
