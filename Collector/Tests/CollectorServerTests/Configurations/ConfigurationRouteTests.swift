import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct ConfigurationRouteTests {
    @Test func aProjectWithoutAConfigurationGetsAnEmptyOne() throws {
        let server = try LiveServer { $0.store.projects = ["shop"] }
        let answer = try server.config("project=shop&v=1.0")
        #expect(answer.status == 200)
        #expect(answer.body == #"{"project":"shop","revision":0,"namespaces":{}}"#)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(answer.headers["cache-control"] == "no-cache")
        #expect(answer.headers["spoor-signature"] == nil)
    }

    @Test(arguments: [
        ("project=toys", 404), ("project=a%20b", 404), ("project=%", 404), ("project=shop&v=%", 400),
        ("project=shop&namespace=a%20b", 400), ("project=shop&namespace=../x", 400), ("project=shop&namespace=", 200),
    ])
    func addressesThatMeanNothingAreSaid(query: String, status: Int) throws {
        let server = try LiveServer { $0.store.projects = ["shop"] }
        #expect(try server.config(query).status == status)
        // Asking makes no project.
        #expect(server.collector.store.projectNames() == ["shop"])
    }

    @Test func theTagAnswersWhoKnowsTheDocumentAndChangesWithIt() throws {
        let server = try LiveServer()
        try server.put(#""maxItem":5"#, base: 0)
        let first = try server.config()
        let tag = try #require(first.headers["etag"])
        #expect(first.json["namespaces"]?["prism"]?["maxItem"] == 5 && first.json["revision"] == 1)
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let same = try server.config(known: known)
            #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag, "\(known)")
        }
        #expect(try server.config(known: "\"x\"").status == 200)
        let head = try server.send("HEAD", "/v1/config?project=shop")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == tag)
        #expect(head.headers["content-length"] == String(first.body.utf8.count))
        try server.put(#""maxItem":6"#, base: 1)
        #expect(try server.config(known: tag).json["namespaces"]?["prism"]?["maxItem"] == 6)
        // The same content again is another revision, so another document.
        _ = try server.change("POST", "shop/undo", #"{"base":2}"#)
        let third = try server.config(known: tag)
        #expect(
            third.status == 200 && third.json["revision"] == 3 && third.json["namespaces"]?["prism"]?["maxItem"] == 5
        )
    }

    @Test func aNamespaceNarrowsTheDocument() throws {
        let server = try LiveServer()
        let document = #"{"namespaces":{"a":{"maxItem":1},"b":{"maxItem":2}},"pages":{"x":"y"}}"#
        _ = try server.change("PUT", "shop", #"{"base":0,"document":\#(document)}"#)
        let key = try #require(try server.keys.create(.signing, project: "shop").signingKey?.verifyingKey)
        let whole = try server.config()
        let narrow = try server.config("project=shop&namespace=b")
        let none = try server.config("project=shop&namespace=c")
        #expect(whole.json["namespaces"]?.objectValue?.map(\.key) == ["a", "b"])
        #expect(narrow.json["namespaces"] == ["b": ["maxItem": 2]])
        #expect(narrow.json["pages"] == ["x": "y"] && narrow.json["revision"] == 1)
        #expect(none.json["namespaces"] == .object([]))
        #expect(whole.json["namespace"] == nil && narrow.json["namespace"] == "b" && none.json["namespace"] == "-")
        #expect(Set([whole, narrow, none].map { $0.headers["etag"] }).count == 3)
        #expect([whole, narrow, none].allSatisfy { $0.isSigned(by: key) })
        #expect(try server.config("project=shop&namespace=d").headers["etag"] == none.headers["etag"])
    }

    /// A device that knows the unsigned document must get the signed one, though the bytes are the same.
    @Test func keysThatComeAndGoCountAtOnce() throws {
        let server = try LiveServer()
        try server.put(#""url":"https://a.example""#, base: 0)
        let unsigned = try server.config()
        #expect(unsigned.headers["spoor-signature"] == nil)
        let first = try server.keys.create(.signing, id: "s1", project: "shop")
        let signed = try server.config(known: unsigned.headers["etag"])
        #expect(signed.status == 200 && signed.body == unsigned.body)
        #expect(try signed.isSigned(by: #require(first.signingKey).verifyingKey))
        let same = try server.config(known: signed.headers["etag"])
        #expect(same.status == 304 && same.headers["spoor-signature"] == signed.headers["spoor-signature"])
        try server.keys.retire("s1", project: "shop")
        let second = try server.keys.create(.signing, id: "s2", project: "shop")
        let next = try server.config(known: signed.headers["etag"])
        #expect(next.status == 200)
        #expect(try next.isSigned(by: #require(second.signingKey).verifyingKey))
        #expect(try !next.isSigned(by: #require(first.signingKey).verifyingKey))
        try server.keys.retire("s2", project: "shop")
        #expect(try server.config(known: next.headers["etag"]).headers["spoor-signature"] == nil)
    }

    @Test func aChangedByteBreaksTheSignature() throws {
        let server = try LiveServer()
        let key = try #require(try server.keys.create(.signing, project: "shop").signingKey?.verifyingKey)
        try server.put(#""maxItem":5"#, base: 0)
        let answer = try server.config()
        #expect(answer.isSigned(by: key))
        let changed = LiveServer.Answer(
            status: 200,
            headers: answer.headers,
            body: answer.body.replacingOccurrences(of: "5", with: "6")
        )
        #expect(!changed.isSigned(by: key))
    }

    /// What the command saves into the folder is handed out without a restart, for a project without events too.
    @Test func whatIsSavedBesideTheCollectorIsHandedOut() throws {
        let server = try LiveServer()
        #expect(try server.config().status == 404)
        let store = ConfigurationStore(data: server.folder)
        _ = try store.save(ConfigurationDocument(), project: "shop")
        #expect(try server.config().json["revision"] == 1)
        let closed = try LiveServer { $0.store.projects = ["toys"] }
        _ = try ConfigurationStore(data: closed.folder).save(ConfigurationDocument(), project: "shop")
        #expect(try closed.config().status == 404)
    }

    /// Devices keep what they have, and ask again.
    @Test func aDamagedConfigurationIsARetry() throws {
        let server = try LiveServer()
        try server.put(#""maxItem":5"#, base: 0)
        let file = "\(server.folder)/configurations/shop/00000001.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: file))
        let answer = try server.config()
        #expect(answer.status == 503 && answer.headers["retry-after"] == "60")
        #expect(try server.change("GET", "shop", "").json["revision"] == 0)
        #expect(try server.put(#""maxItem":6"#, base: 1).status == 200)
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 6)
    }
}
