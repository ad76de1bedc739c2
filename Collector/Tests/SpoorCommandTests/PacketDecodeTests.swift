import CollectorCore
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

final class PacketDecodeTests {
    private let folder = NSTemporaryDirectory() + "spoor-packet-" + UUID().uuidString
    private let recorder = ConsoleRecorder()
    private let shared: SharedKey
    private let opening: OpeningKey

    enum Kind: String, CaseIterable {
        case none, shared, sealed
    }

    enum Form: String, CaseIterable {
        case packetV2, packetV1, metasV1, events
    }

    init() throws {
        let store = KeyStore(data: self.folder)
        self.shared = try #require(try store.create(.shared, id: "s1", project: "shop").sharedKey)
        self.opening = try #require(try store.create(.opening, id: "o1", project: "shop").openingKey)
    }

    deinit { try? FileManager.default.removeItem(atPath: self.folder) }

    private var file: String { "\(self.folder)/body.bin" }

    private func run(_ bytes: [UInt8], _ more: [String]) async throws -> Int32 {
        try Data(bytes).write(to: URL(fileURLWithPath: self.file))
        return await SpoorTool(console: self.recorder.console).run(["packet", "decode", self.file] + more).rawValue
    }

    private func encryption(_ kind: Kind) -> Encryption {
        switch kind {
        case .none: .none
        case .shared: .aes128CBC(self.shared)
        case .sealed: .sealed(self.opening.sealingKey)
        }
    }

    private func body(_ form: Form, _ kind: Kind) throws -> [UInt8] {
        let records = (1...2).map { number in
            PacketRecord(
                reportID: "p-\(number)",
                meta: Array(#"{"REPORT_ID":"p-\#(number)","MONITOR_TYPE":"net","nested":{"a":[1]}}"#.utf8),
                payload: Array("payload \(number)".utf8)
            )
        }
        let encryption = self.encryption(kind)
        switch form {
        case .packetV2: return try PacketV2.encode(records: records, encryption: encryption)
        case .packetV1: return try PacketV1.encode(records: records, encryption: encryption)
        case .metasV1: return try PacketV1.encodeMetas(records: records, encryption: encryption)
        case .events:
            return try EncryptedBody.encode(json: Array(#"[{"event":"net"}]"#.utf8), encryption: encryption)
        }
    }

    @Test(arguments: Form.allCases, Kind.allCases)
    func everyFormIsRecognised(form: Form, kind: Kind) async throws {
        guard form != .events || kind != .none else { return }
        let code = try await self.run(self.body(form, kind), ["--data", self.folder, "--project", "shop"])
        #expect(self.recorder.errors == "")
        #expect(code == 0)
        let output = self.recorder.output
        let name = [
            Form.packetV2: "packet of version 2", .packetV1: "packet of version 1 (detail)",
            .metasV1: kind == .sealed ? "encrypted body" : "metas of version 1 (no header)", .events: "encrypted body",
        ]
        #expect(try output.contains("form        \(#require(name[form]))\n"))
        let keyID = form == .packetV2 || form == .events || kind == .sealed ? self.encryption(kind).keyID : nil
        #expect(output.contains("key         \(keyID ?? "none named")\n"))
        #expect(output.contains(form == .events ? "events      1" : "records     2"))
        if form == .packetV1 || form == .packetV2 {
            #expect(output.contains("record 1  p-2  "))
            #expect(output.contains("payload of 9 bytes"))
            #expect(output.contains("payloads    2, of "))
        }
        #expect(output.contains("\": \"net\""))
        if form != .events { #expect(output.contains("  \"nested\": {\n    \"a\": [\n      1\n")) }
    }

    /// What goes to /v1/events without encryption is no packet, and is said to be none.
    @Test(arguments: [#"[{"type":"track","event":"net"}]"#, #"{"type":"track","event":"net"}"#, "[]"], [true, false])
    func aNativeBodyIsSaidToBeOne(json: String, isCompressed: Bool) async throws {
        let plain = Array(json.utf8)
        #expect(try await self.run(isCompressed ? #require(Gzip.compress(plain)) : plain, []) == 0)
        let output = self.recorder.output
        #expect(output.contains("form        native events for /v1/events, not encrypted (no packet)\n"))
        #expect(output.contains("events      \(json == "[]" ? 0 : 1), \(plain.count) bytes"))
        #expect(!output.contains("report id"))
    }

    /// A key on the line: a file of either kind, an id and Base64, or Base64 alone.
    @Test(arguments: Kind.allCases.filter { $0 != .none }, ["file", "lines", "named", "bare"])
    func aKeyMayBeGivenInSeveralWays(kind: Kind, way: String) async throws {
        let id = kind == .shared ? "s1" : "o1"
        let text = kind == .shared ? self.shared.base64 : self.opening.base64
        let lines = "\(self.folder)/keys.txt"
        try Data("# keys\n\(kind == .shared ? "shared" : "opening") \(id) \(text)\n".utf8)
            .write(to: URL(fileURLWithPath: lines))
        let ways = [
            "file": "\(self.folder)/keys/shop/\(id).key", "lines": lines, "named": "\(id):\(text)", "bare": text,
        ]
        let key = try #require(ways[way])
        #expect(try await self.run(self.body(.packetV2, kind), ["--key", key]) == 0)
        #expect(self.recorder.output.contains("records     2"))
    }

    @Test func aPayloadIsSaved() async throws {
        let out = "\(self.folder)/payload"
        #expect(try await self.run(self.body(.packetV2, .none), ["--payload", "1", "--out", out]) == 0)
        #expect(FileManager.default.contents(atPath: out) == Data("payload 2".utf8))
        #expect(try await self.run(self.body(.packetV2, .none), ["--payload", "2", "--out", out]) == 1)
        #expect(self.recorder.errors.contains("there is no record 2"))
        #expect(try await self.run(self.body(.metasV1, .none), ["--payload", "0", "--out", out]) == 1)
        #expect(self.recorder.errors.contains("Record 0 has no payload"))
        #expect(try await self.run(self.body(.packetV2, .none), ["--payload", "1"]) == 64)
    }

    /// What needs no key is shown, and then what is wrong and what to do.
    @Test(arguments: Form.allCases, Kind.allCases)
    func damageIsSaid(form: Form, kind: Kind) async throws {
        guard form != .events || kind != .none else { return }
        let body = try self.body(form, kind)
        let keys = ["--data", self.folder, "--project", "shop"]
        #expect(try await self.run(Array(body.dropLast(3)), keys) == 1)
        #expect(self.recorder.errors.hasPrefix("error: "))
        #expect(self.recorder.output.contains("bytes       \(body.count - 3)"))
        if kind != .none {
            #expect(try await self.run(body, []) == 1)
            let last = self.recorder.errors.split(separator: "\n").last ?? ""
            #expect(last.contains("key"))
        }
    }

    @Test func otherFilesAreSaidToBeNone() async throws {
        #expect(try await self.run(Array("hello, this is no packet".utf8), []) == 1)
        #expect(try await self.run([], []) == 1)
        #expect(await SpoorTool(console: self.recorder.console).run(["packet", "decode", "/nowhere"]).rawValue == 1)
        #expect(self.recorder.errors.contains("'/nowhere' cannot be read"))
        #expect(try await self.run([1], ["--key", "not base64!"]) == 1)
        #expect(self.recorder.errors.contains("The key number 1 cannot be used."))
    }
}
