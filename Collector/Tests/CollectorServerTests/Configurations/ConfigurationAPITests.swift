import CollectorCore
import CollectorServer
import Foundation
import Spoor
import SpoorWire
import Testing

struct ConfigurationAPITests {
    @Test func whatIsSavedIsToldWithItsDifference() throws {
        let server = try LiveServer()
        let first = try server.put(#""maxItem":5"#, base: 0)
        #expect(first.status == 200)
        #expect(first.json["revision"] == 1 && first.json["author"] == "ann")
        #expect(
            first.json["changes"]?.arrayValue?.compactMap { $0["path"]?.stringValue }
                == ["namespaces.prism", "namespaces.prism.maxItem"]
        )
        let second = try server.put(#""maxItem":6"#, base: 1)
        #expect(
            second.json["changes"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
                == ["~ namespaces.prism.maxItem: 5 → 6"]
        )
        let current = try server.change("GET", "shop", "").json
        #expect(current["revision"] == 2 && current["document"]?["namespaces"]?["prism"]?["maxItem"] == 6)
        #expect(current["fields"]?.arrayValue?.count == SettingField.allCases.count)
        #expect(current["signingKey"]?.isNull == true)
        #expect(current["newest"] == 2 && current["problem"]?.isNull == true)
    }

    @Test(arguments: [
        #""maxItem":500"#, #""maxItems":5"#, #""isUpload":"yes""#, #""url":"nowhere""#, #""maxItem":5,"maxItem":6"#,
        #""encryption":{"kind":"sealed"}"#, #""monitorList":[{"onlyWifi":true}]"#,
    ])
    func whatDevicesWouldIgnoreCannotBeSaved(settings: String) throws {
        let server = try LiveServer()
        let answer = try server.put(settings, base: 0)
        #expect(answer.status == 422)
        #expect(answer.json["error"]?.stringValue?.contains("not saved") == true)
        #expect(answer.json["faults"]?.arrayValue?.isEmpty == false)
        #expect(try server.config().status == 404)
        let document = #"{"namespaces":{"prism":{\#(settings)}}}"#
        let check = try server.change("POST", "shop/check", document)
        #expect(check.status == 200 && check.json["isValid"] == false)
        #expect(check.json["faults"] == answer.json["faults"])
        let lenient = try server.change("PUT", "shop", #"{"base":0,"lenient":true,"document":\#(document)}"#)
        #expect(lenient.status == 200)
        let saved = try server.config()
        #expect(try ConfigurationDocument.read(Array(saved.body.utf8)).remarks.isEmpty)
    }

    /// Apps end the channels of namespaces that are gone, so none goes by a slip of the pen.
    @Test(arguments: [
        #"{"namespaces":"oops","pages":{}}"#, #"{"namespaces":{"apm":"oops","prism":{}}}"#,
        #"{"namespaces":{"apm":null,"prism":{"maxItem":5}}}"#, #"{"namespaces":[],"pages":{}}"#,
        #"{"apm":7,"prism":{"maxItem":5}}"#,
    ])
    func whatWouldDropNamespacesIsNotSavedLenientlyEither(document: String) throws {
        let server = try LiveServer()
        try server.put(#""maxItem":5"#, base: 0)
        for lenient in [false, true] {
            let body = #"{"base":1,"lenient":\#(lenient),"document":\#(document)}"#
            #expect(try server.change("PUT", "shop", body).status == 422)
        }
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 5)
        #expect(try server.change("GET", "shop", "").json["revision"] == 1)
    }

    /// Keys make a project, which then has the empty configuration until another is saved.
    @Test func aProjectThatHasKeysHasAConfiguration() throws {
        let server = try LiveServer()
        #expect(try server.change("GET", "shop", "").status == 404)
        _ = try server.keys.create(.opening, id: "k1", project: "shop")
        let answer = try server.change("GET", "shop", "")
        #expect(answer.status == 200 && answer.json["revision"] == 0)
        #expect(answer.json["openingKeys"]?.arrayValue?.count == 1)
        #expect(try server.change("GET", "toys", "").status == 404)
    }

    @Test func aSecondWriterIsToldOfTheFirst() throws {
        let server = try LiveServer()
        try server.put(#""maxItem":5"#, base: 0)
        for base in [0, 2] {
            let late = try server.put(#""maxItem":9"#, base: base)
            #expect(late.status == 409)
            #expect(late.json["error"]?.stringValue?.contains("ann has saved 1") == true)
            #expect(late.json["revision"] == 1)
        }
        #expect(try server.change("POST", "shop/undo", #"{"base":0}"#).status == 409)
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 5)
    }

    @Test func theHistoryIsListedAndGoneBackTo() throws {
        let server = try LiveServer()
        for base in 0..<5 { try server.put(#""maxItem":\#(base + 1)"#, base: base) }
        let page = try server.change("GET", "shop/history?limit=2", "").json
        #expect(page["history"]?.arrayValue?.compactMap { $0["revision"]?.int64Value } == [5, 4])
        #expect(page["history"]?[1]?["changes"]?[0]?["text"] == "~ namespaces.prism.maxItem: 3 → 4")
        let next = try #require(page["next"]?.int64Value)
        let rest = try server.change("GET", "shop/history?limit=200&before=\(next)", "").json
        #expect(rest["history"]?.arrayValue?.compactMap { $0["revision"]?.int64Value } == [3, 2, 1])
        #expect(rest["next"]?.isNull == true)
        let one = try server.change("GET", "shop/history/2", "").json
        #expect(one["document"]?["namespaces"]?["prism"]?["maxItem"] == 2)
        let back = try server.change("POST", "shop/undo", #"{"base":5,"revision":2,"comment":"as it was"}"#)
        #expect(back.json["revision"] == 6 && back.json["comment"] == "as it was")
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 2)
        #expect(try server.change("GET", "shop/history/77", "").status == 404)
        #expect(try server.change("POST", "shop/undo", #"{"base":6,"revision":6}"#).status == 409)
    }

    @Test(
        "The editor opens while the newest file is damaged: it says which, and begins with the last that can be read",
        arguments: [1, 2, 3],
        ["", "{", #"{"revision":3}"#, #"{"revision":9,"time":1,"document":{"namespaces":{}}}"#]
    )
    func theEditorOpensOverDamage(damaged: Int, content: String) throws {
        let server = try LiveServer()
        for base in 0..<3 { try server.put(#""maxItem":\#(base + 1)"#, base: base) }
        let folder = "\(server.folder)/configurations/shop"
        for revision in (4 - damaged)...3 {
            try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/0000000\(revision).json"))
        }
        let answer = try server.change("GET", "shop", "")
        #expect(answer.status == 200)
        let problem = try #require(answer.json["problem"]?.stringValue)
        #expect(problem.contains("'\(folder)/00000003.json' holds no configuration any more"))
        #expect(
            problem.contains("restore it from a backup, or save a new one") && problem.contains("keep what they have")
        )
        #expect(answer.json["newest"] == 3 && answer.json["revision"] == .integer(Int64(3 - damaged)))
        let settings = answer.json["document"]?["namespaces"]?["prism"]
        #expect(settings?["maxItem"] == (damaged == 3 ? nil : .integer(Int64(3 - damaged))))
        // Devices are given none that is older.
        #expect(try server.config().status == 503)
        #expect(try server.change("GET", "shop/history", "").json["history"]?.arrayValue?.count == 3)
        let saved = try server.put(#""maxItem":7"#, base: 3)
        #expect(saved.status == 200 && saved.json["revision"] == 4)
        let after = try server.change("GET", "shop", "").json
        #expect(after["problem"]?.isNull == true && after["newest"] == 4 && after["revision"] == 4)
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 7)
    }

    @Test func theEditorGoesBackOverDamage() throws {
        let server = try LiveServer()
        for base in 0..<2 { try server.put(#""maxItem":\#(base + 1)"#, base: base) }
        try Data().write(to: URL(fileURLWithPath: "\(server.folder)/configurations/shop/00000002.json"))
        let newest = try #require(try server.change("GET", "shop", "").json["newest"]?.int64Value)
        #expect(try server.change("POST", "shop/undo", #"{"base":\#(newest),"revision":1}"#).status == 200)
        #expect(try server.config().json["namespaces"]?["prism"]?["maxItem"] == 1)
    }

    /// A page of another site must not change anything, whatever it sends.
    @Test(arguments: [
        (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403),
        (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
        (["Sec-Fetch-Site": "same-origin", "Origin": "https://proxy.example"], 200),
        (["Origin": "http://localhost"], 200), (["Origin": "http://localhost:1"], 403), ([:], 200),
        (["Content-Type": "text/plain"], 415), (["Content-Type": "application/x-www-form-urlencoded"], 415),
        (["Content-Type": "application/json; charset=utf-8"], 200),
    ])
    func pagesOfOtherSitesChangeNothing(headers: [String: String], status: Int) throws {
        let server = try LiveServer()
        let body = #"{"base":0,"document":{"namespaces":{"prism":{"maxItem":5}}}}"#
        #expect(try server.change("PUT", "shop", body, headers: headers).status == status)
        #expect(try server.config().status == (status == 200 ? 200 : 404))
        for path in ["shop/undo", "shop/check"] {
            let answer = try server.change("POST", path, #"{"base":1,"revision":0}"#, headers: headers)
            #expect((answer.status == 200) == (status == 200), "\(path)")
        }
        // Without an answer to the question before it, a browser does not even send.
        let asked = try server.send(
            "OPTIONS",
            "/api/v1/config/shop",
            headers: ["Origin": "https://evil.example", "Access-Control-Request-Method": "PUT"]
        )
        #expect(asked.status == 405 && asked.headers["access-control-allow-origin"] == nil)
    }

    @Test(arguments: [
        ("PUT", "shop", "", 400), ("PUT", "shop", "[]", 400), ("PUT", "shop", #"{"document":{"namespaces":{}}}"#, 400),
        ("PUT", "shop", #"{"base":0}"#, 400), ("PUT", "shop", #"{"base":"0","document":{}}"#, 400),
        ("PUT", "shop", #"{"base":0,"document":{"namespaces":{}},"autor":"x"}"#, 400),
        ("PUT", "shop", #"{"base":0,"document":{}}"#, 422), ("PUT", "shop", #"{"base":0,"document":[]}"#, 422),
        ("PUT", "a%20b", #"{"base":0,"document":{"namespaces":{}}}"#, 400),
        ("POST", "toys/undo", #"{"base":0}"#, 404), ("POST", "shop/undo", #"{"base":0,"revision":"x"}"#, 400),
        ("GET", "toys", "", 404), ("GET", "toys/history", "", 404), ("GET", "default/history?limit=x", "", 400),
        ("GET", "default?colour=red", "", 400), ("GET", "default/history/x", "", 400), ("DELETE", "default", "", 405),
        ("POST", "shop/check", "no", 200), ("GET", "default", "", 200),
    ])
    func whatMakesNoSenseIsSaid(method: String, path: String, body: String, status: Int) throws {
        let server = try LiveServer()
        let answer = try server.change(method, path, body)
        #expect(answer.status == status, "\(answer.body)")
        if status >= 400 { #expect(answer.json["error"]?.stringValue?.isEmpty == false) }
    }

    @Test func aClosedCollectorTakesNoConfigurationOfOthers() throws {
        let server = try LiveServer { $0.store.projects = ["toys"] }
        #expect(try server.put(#""maxItem":5"#, base: 0).status == 404)
        #expect(!ConfigurationStore(data: server.folder).has(project: "shop"))
        #expect(try server.put(#""maxItem":5"#, base: 0, project: "toys").status == 200)
    }

    @Test func keysAreOfferedAndSecretsAreNot() throws {
        let server = try LiveServer()
        let opening = try server.keys.create(.opening, id: "k1", project: "default")
        _ = try server.keys.create(.opening, id: "k2", project: "default")
        _ = try server.keys.create(.shared, id: "k3", project: "default")
        let signing = try server.keys.create(.signing, id: "s1", project: "default")
        try server.keys.retire("k2", project: "default")
        let answer = try server.change("GET", "default", "")
        #expect(answer.json["openingKeys"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["k1"])
        #expect(answer.json["openingKeys"]?[0]?["publicKey"]?.stringValue == opening.publicText)
        #expect(answer.json["signingKey"]?["publicKey"]?.stringValue == signing.publicText)
        for name in ["k1", "k3", "s1"] {
            let file = FileManager.default.contents(atPath: "\(server.folder)/keys/default/\(name).key") ?? Data()
            let secret = try #require(try JSONValue(parsing: Array(file))["key"]?.stringValue)
            #expect(!answer.body.contains(secret))
        }
    }

    /// What the page calls the default is what the SDK does.
    @Test func defaultsAreTheSDKsOwn() throws {
        let server = try LiveServer()
        let fields = try server.change("GET", "default", "").json["fields"]?.arrayValue ?? []
        func value(_ field: SettingField, _ kind: String) -> JSONValue? {
            fields.first { $0["name"]?.stringValue == field.rawValue }?["defaults"]?[kind]
        }
        let tracker = ChannelConfiguration(endpoint: "http://host")
        let prism = ChannelConfiguration.prism(endpoint: "http://host")
        for (kind, own) in [("tracker", tracker), ("channel", prism)] {
            #expect(value(.isUpload, kind) == .bool(own.isUploadEnabled))
            #expect(value(.isGather, kind) == .bool(own.isCollectionEnabled))
            #expect(value(.isUpdateClear, kind) == .bool(own.clearsOnUpgrade))
            #expect(value(.maxBodyMByte, kind) == .integer(own.maxBodyBytes / 1_000_000))
            #expect(value(.periodicTimerSecond, kind) == .integer(own.uploadInterval.components.seconds))
            #expect(value(.flushBulkSize, kind) == .integer(own.bulkSize))
            #expect(value(.maxItem, kind) == .integer(own.maxBatchCount))
            #expect(value(.maxFlowMByte, kind) == .integer(own.dailyCellularBytes / 1_000_000))
            #expect(value(.expirationDay, kind) == .integer(own.retentionDays))
            #expect(value(.monitorList, kind) == (own.rules.map { .array($0.map(\.json)) } ?? .null))
        }
    }
}
