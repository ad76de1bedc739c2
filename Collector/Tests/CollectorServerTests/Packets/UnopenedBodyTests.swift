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

    /// A form that was changed on its way is answered like a packet: its sender keeps it and sends it again.
    @Test(
        arguments: [
            ("crc=1&gzip=1&data_list=W3siZXZlbnQiOiJ0ZXN0In1d", "damaged"),
            ("gzip=1&data_list=W3siZXZlbnQiOiJ0ZXN0In1d", "damaged"),
            ("data_list=W3s!ZXZ", "damaged"),
            ("data_list=W3s%ZZ", "damaged"),
            ("gzip=9&data_list=W3siZXZlbnQiOiJ0ZXN0In1d", nil),
            ("crc=x&data_list=W3siZXZlbnQiOiJ0ZXN0In1d", nil),
            ("other=1", nil),
        ] as [(String, String?)]
    )
    func aChangedFormIsKeptByItsSender(body: String, reason: String?) throws {
        let server = try LiveServer()
        let answer = try server.send("POST", "/sa?project=shop", body: Array(body.utf8))
        #expect(answer.status == 400)
        #expect(answer.headers["spoor-unopened"] == reason)
        #expect(try server.rejects().count == 1)
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

    /// How a body is changed on its way.
    enum Change: String, CaseIterable {
        case emptied, magic, version, kind
    }

    /// No lone record becomes a dead letter because the beginning of its body changed, or nothing of it came.
    @Test(
        arguments: [
            ("/v1/packets", PacketBench.Form.packetV2), ("/prism/metrics/meta", .packetV2),
            ("/prism/metrics/detail", .packetV2), ("/prism/metrics/meta", .metasV1),
            ("/prism/metrics/detail", .packetV1),
            ("/v1/events", .events),
        ] as [(String, PacketBench.Form)],
        PacketBench.Kind.allCases
    )
    func aChangedBeginningIsNoRecordsFault(route: (path: String, form: PacketBench.Form), kind: PacketBench.Kind) throws
    {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        var whole = try PacketBench.body(route.form, ["p-1"], bench.encryption(kind))
        var headers = PacketBench.headers(route.form, kind)
        if route.form == .events, kind == .none {
            whole = try #require(Gzip.compress(whole))
            headers["Content-Encoding"] = "gzip"
        }
        // What is only compressed has no version, nor has it under AES of version 1: there stands a time that nobody reads.
        let hasVersion =
            switch route.form {
            case .packetV1, .packetV2: true
            case .metasV1: kind == .sealed
            case .events: kind != .none
            }
        for change in Change.allCases where hasVersion || change == .emptied || change == .magic {
            var body = whole
            switch change {
            case .emptied: body = []
            case .magic: body[0] ^= 0x20
            case .version: body[4] ^= 0x08
            case .kind: body[5] ^= 0x04
            }
            let answer = try server.send(
                "POST",
                "\(route.path)?project=shop",
                headers: headers,
                body: body
            )
            // Bodies of version 1 name no key, so it may be the key that is missing: 403 keeps them as well.
            let isKept = answer.status == 403 || (answer.status == 400 && answer.headers["spoor-unopened"] != nil)
            #expect(isKept, "\(change): \(answer.status) \(answer.body)")
            if route.form == .packetV2, route.path == "/v1/packets" || change != .magic {
                #expect(answer.status == 400, "\(change): \(answer.body)")
            }
            if change == .emptied { #expect(answer.headers["spoor-unopened"] != nil) }
        }
        let answer = try server.send(
            "POST",
            "\(route.path)?project=shop",
            headers: headers,
            body: whole
        )
        #expect(answer.headers["spoor-receipt"] == "stored=1 duplicate=0")
    }

    /// Other metas in a packet of version 2, under a checksum of its own.
    private static func replacingMetas(of packet: [UInt8], by metas: [UInt8]) -> [UInt8] {
        let length = Int(packet[6]) << 24 | Int(packet[7]) << 16 | Int(packet[8]) << 8 | Int(packet[9])
        // One payload: its entry of 12 bytes stands between the counts and the metas.
        let start = 12 + 12
        var changed = Array(packet[..<6])
        changed += [0, 0, UInt8(metas.count >> 8), UInt8(metas.count & 0xFF)]
        changed += packet[10..<start] + metas + packet[(start + length)..<(packet.count - 4)]
        let sum = changed.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return changed + withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
    }

    @Test func onlyWhatMayBeTakenLaterIsToBeKept() throws {
        let server = try LiveServer()
        let gzip = ["Content-Encoding": "gzip"]
        let json = Array("[\(PacketBench.event("p-1"))]".utf8)
        var body = try #require(Gzip.compress(json))
        body[body.count - 6] ^= 1
        let changed = try server.send("POST", "/v1/events?project=shop", headers: gzip, body: body)
        #expect(changed.status == 400 && changed.headers["spoor-unopened"] == "damaged")
        // A payload without its meta, under a checksum that fits, was made so.
        let orphan = try PacketV2.encode(records: [PacketBench.record("p-1", payload: [1])])
        let other = try #require(Gzip.compress(PacketBench.record("p-2").meta))
        let made = try server.send(.packetV2, .none, Self.replacingMetas(of: orphan, by: other))
        #expect(made.status == 400 && made.headers["spoor-unopened"] == nil, "\(made.body)")
        #expect(made.body.contains("belongs to none"))
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
