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
}
