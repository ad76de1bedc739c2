import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

/// Events that name a project of their own.
struct ProjectSplitTests {
    private static func event(_ id: Int, project: String? = nil, name: String = "view") -> String {
        let project = project.map { ",\"project\":\"\($0)\"" } ?? ""
        return #"{"_id":"p-\#(id)","type":"track","event":"\#(name)","time":1790000000000,"#
            + #""distinct_id":"u1"\#(project)}"#
    }

    private static let mixed = Array(
        """
        [\(Self.event(1)),\(Self.event(2, project: "other")),\(Self.event(3, project: "shop")),
        \(Self.event(4, project: "other", name: "1bad")),\(Self.event(5, project: "a/b")),\(Self.event(6, project: "")),
        \(Self.event(7, project: "other")),7]
        """.utf8
    )

    private static func count(_ server: LiveServer, _ project: String) throws -> Int {
        try server.collector.store.facts(project: project).allNames().reduce(0) { $0 + Int($1.count) }
    }

    @Test(arguments: ["/v1/events?project=shop", "/sa?project=shop"])
    func eachEventGoesToItsOwnProject(target: String) throws {
        let server = try LiveServer()
        var body = Self.mixed
        if target.hasPrefix("/sa") {
            var writer = ByteWriter()
            body.withUnsafeBytes { _ = SensorsForm.append(json: $0, encoder: GzipEncoder(), to: &writer) }
            body = writer.bytes
        }
        let answer = try server.send("POST", target, body: body)
        #expect(answer.status == 200)
        #expect(answer.headers["spoor-receipt"] == "stored=5 duplicate=0 rejected=3,4,7")
        #expect(try Self.count(server, "shop") == 3 && Self.count(server, "other") == 2)
        #expect(answer.body.contains("'a/b' is no project name"))
        let again = try server.send("POST", target, body: body)
        #expect(again.headers["spoor-receipt"] == "stored=0 duplicate=5 rejected=3,4,7")
    }

    /// Where projects are closed, one wrong name costs its event and not the batch.
    @Test func anUnknownProjectCostsItsEventAlone() throws {
        let server = try LiveServer { $0.store.projects = ["shop", "other"] }
        let events = [Self.event(1), Self.event(2, project: "third"), Self.event(3, project: "other")]
        let body = Array("[\(events.joined(separator: ","))]".utf8)
        let answer = try server.send("POST", "/v1/events?project=shop", body: body)
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=0 rejected=1")
        #expect(try server.collector.store.facts(project: "shop").rejects(limit: 5, offset: 0).map(\.index) == [1])
        #expect(throws: ProjectError.self) { try server.collector.store.facts(project: "third") }
    }

    @Test func aDryRunStoresNothingAnywhere() throws {
        let server = try LiveServer()
        var writer = ByteWriter()
        Self.mixed.withUnsafeBytes { _ = SensorsForm.append(json: $0, encoder: GzipEncoder(), to: &writer) }
        let answer = try server.send("POST", "/debug?project=shop", headers: ["Dry-Run": "true"], body: writer.bytes)
        #expect(answer.status == 400)
        #expect(answer.headers["spoor-receipt"] == "stored=0 duplicate=0 rejected=3,4,7")
        #expect(answer.body.contains("\"valid\":5"))
        #expect(try Self.count(server, "shop") == 0 && Self.count(server, "other") == 0)
    }
}
