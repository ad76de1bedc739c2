import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

/// What the collector answers where it cannot open a body: the table that decides what clients delete.
struct UnopenedBodyTests {
    private static let encrypted = PacketBench.Kind.allCases.filter { $0 != .none }

    /// A key that is missing on the server never makes a client give up its data.
    @Test(arguments: PacketBench.Form.allCases, Self.encrypted)
    func aMissingKeyIsNotTheDatasFault(form: PacketBench.Form, kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let elsewhere = try PacketBench(data: server.folder, project: "elsewhere")
        let body = try PacketBench.body(form, ["p-1"], elsewhere.encryption(kind))
        let answer = try server.send(form, kind, body)
        #expect(answer.status == 403)
        #expect(answer.body.contains("keep the data"))
        #expect(answer.headers["spoor-receipt"] == nil)
        #expect(try server.rejects().isEmpty)
        // Put back, the same bytes are taken.
        let source = "\(server.folder)/keys/elsewhere"
        try FileManager.default.copyItem(atPath: source, toPath: "\(server.folder)/keys/shop")
        #expect(try server.send(form, kind, body).headers["spoor-receipt"] == "stored=1 duplicate=0")
    }

    /// A key of the same id that is another one: the sender's fault, kept among the rejects.
    @Test(arguments: PacketBench.Form.allCases, Self.encrypted)
    func aWrongKeyIsRefused(form: PacketBench.Form, kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let elsewhere = try PacketBench(data: server.folder, project: "elsewhere")
        _ = try PacketBench(data: server.folder)
        let body = try PacketBench.body(form, ["p-1"], elsewhere.encryption(kind))
        // AES of version 1 names its key beside the body only.
        let key = kind == .shared && (form == .metasV1 || form == .packetV1) ? "&key=s1" : ""
        let answer = try server.send(form, kind, body, query: key)
        #expect(answer.status == 400)
        #expect(answer.headers["spoor-unopened"] == "wrong_key_or_changed")
        #expect(answer.body.hasPrefix(#"{"error":""#))
        let rejects = try server.rejects()
        #expect(rejects.count == 1)
        #expect(rejects[0].raw == body)
        #expect(rejects[0].index == nil)
        #expect(try server.collector.store.facts(project: "shop").quality().stored == 0)
    }

    /// Without a key's name nobody knows whether the right one is missing, as after `keys retire --purge`.
    @Test(arguments: [PacketBench.Form.metasV1, .packetV1])
    func olderBodiesUnderAPurgedKeyAreKeptByTheirSenders(form: PacketBench.Form) throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        let body = try PacketBench.body(form, ["p-1"], bench.encryption(.shared))
        _ = try bench.store.create(.shared, id: "s2", project: "shop")
        try bench.store.retire("s1", project: "shop", purging: true)
        let answer = try server.send(form, .shared, body)
        #expect(answer.status == 403)
        #expect(answer.body.contains("(1 tried): keep the data"))
        #expect(answer.headers["spoor-unopened"] == nil)
        #expect(try server.rejects().isEmpty)
        #expect(try server.send(form, .shared, body, query: "&key=s1").status == 403)
    }

    /// What changed on its way is told apart from what its sender made wrong.
    @Test(arguments: PacketBench.Kind.allCases)
    func aChangedBodyIsSaidToBeOne(kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        var body = try PacketBench.body(.packetV2, ["p-1", "p-2"], bench.encryption(kind))
        let cut = try server.send(.packetV2, kind, Array(body.dropLast(9)))
        #expect(cut.status == 400 && ["damaged", "truncated"].contains(cut.headers["spoor-unopened"]))
        body[body.count - 12] ^= 4
        let changed = try server.send(.packetV2, kind, body)
        #expect(changed.status == 400 && changed.headers["spoor-unopened"] == "damaged")
    }

    @Test func onlyWhatMayBeTakenLaterIsToBeKept() throws {
        let server = try LiveServer()
        let gzip = ["Content-Encoding": "gzip"]
        let json = Array("[\(PacketBench.event("p-1"))]".utf8)
        var body = try #require(Gzip.compress(json))
        body[body.count - 6] ^= 1
        let changed = try server.send("POST", "/v1/events?project=shop", headers: gzip, body: body)
        #expect(changed.status == 400 && changed.headers["spoor-unopened"] == "damaged")
        for bytes in [Array("no packet at all".utf8), Array("SPOR\u{09}".utf8) + [UInt8](repeating: 0, count: 40)] {
            let answer = try server.send(.packetV2, .none, bytes)
            #expect(answer.status == 400 && answer.headers["spoor-unopened"] == nil, "\(answer.body)")
        }
        let plain = try server.send("POST", "/v1/events?project=shop", body: Array("no json".utf8))
        #expect(plain.status == 400 && plain.headers["spoor-unopened"] == nil)
    }

    @Test(arguments: PacketBench.Form.allCases, PacketBench.Kind.allCases)
    func aCutBodyStoresNothing(form: PacketBench.Form, kind: PacketBench.Kind) throws {
        // Plain JSON that is cut gives the events before the cut, as ever.
        guard form != .events || kind != .none else { return }
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        let body = try PacketBench.body(form, ["p-1", "p-2"], bench.encryption(kind))
        for count in [0, 1, 3, 5, 9, body.count / 2, body.count - 1] {
            let answer = try server.send(form, kind, Array(body.prefix(count)))
            #expect(answer.status == 400 || answer.status == 403, "\(count)")
            #expect(answer.body.hasPrefix(#"{"error":""#))
        }
        #expect(try server.collector.store.facts(project: "shop").quality().stored == 0)
        #expect(try server.send(form, kind, body).headers["spoor-receipt"] == "stored=2 duplicate=0")
    }

    /// A key that is there and cannot be read is a missing one as well.
    @Test func aKeyThatCannotBeReadIsMissing() throws {
        let server = try LiveServer()
        let elsewhere = try PacketBench(data: server.folder, project: "elsewhere")
        _ = try PacketBench(data: server.folder)
        try Data("{".utf8).write(to: URL(fileURLWithPath: "\(server.folder)/keys/shop/s0.key"))
        let body = try PacketBench.body(.metasV1, ["p-1"], elsewhere.encryption(.shared))
        #expect(try server.send(.metasV1, .shared, body).status == 403)
    }

    /// Version 1 names no key: the sender may, by header or parameter; else all shared keys are tried.
    @Test func theSenderMayNameItsKey() throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        let second = try #require(try bench.store.create(.shared, id: "s2", project: "shop").sharedKey)
        let body = try PacketBench.body(.metasV1, ["p-1"], .aes128CBC(second))
        func status(_ query: String, _ headers: [String: String] = [:]) throws -> Int {
            try server.send("POST", "/prism/metrics/meta?project=shop\(query)", headers: headers, body: body).status
        }
        #expect(try status("") == 200)
        #expect(try status("&key=s2") == 200)
        #expect(try status("", ["Spoor-Key": "s2"]) == 200)
        #expect(try status("&key=s1") == 400)
        #expect(try status("&key=nobody") == 403)
        #expect(try status("", ["Spoor-Key": "nobody"]) == 403)
    }

    /// Rotation while the collector runs: new keys at once, retired ones still open, purged ones do not.
    @Test(arguments: Self.encrypted)
    func keysAreRotatedWithoutARestart(kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        func status(_ id: String, _ encryption: Encryption) throws -> Int {
            try server.send(.packetV2, kind, PacketBench.body(.packetV2, [id], encryption)).status
        }
        let old = bench.encryption(kind)
        #expect(try status("p-1", old) == 200)
        let command = KeyStore(data: server.folder)
        let made = try command.create(kind == .shared ? .shared : .opening, id: "next", project: "shop")
        let next: Encryption =
            try kind == .shared
            ? .aes128CBC(#require(made.sharedKey)) : .sealed(#require(made.openingKey).sealingKey)
        #expect(try status("p-2", next) == 200)
        let id = try #require(old.keyID)
        try command.retire(id, project: "shop")
        #expect(try status("p-3", old) == 200)
        try command.retire(id, project: "shop", purging: true)
        #expect(try status("p-4", old) == 403)
        #expect(try status("p-5", next) == 200)
    }

    @Test func whatIsTooMuchIsSplit() throws {
        let server = try LiveServer()
        let meta = Array(#"{"REPORT_ID":"p-1","CREATE_TIME":1,"MONITOR_TYPE":"a"}"#.utf8)
        let zeros = [UInt8](repeating: 0, count: 70 * 1024 * 1024)
        let body = try PacketV2.encode(records: [PacketRecord(reportID: "p-1", meta: meta, payload: zeros)])
        #expect(body.count < 1_000_000)
        let answer = try server.send(.packetV2, .none, body)
        #expect(answer.status == 413)
        #expect(try server.collector.store.facts(project: "shop").quality().stored == 0)
    }
}
