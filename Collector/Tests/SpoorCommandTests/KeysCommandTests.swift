import CollectorCore
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

final class KeysCommandTests {
    private let data = NSTemporaryDirectory() + "spoor-keys-" + UUID().uuidString
    private let recorder = ConsoleRecorder()

    deinit { try? FileManager.default.removeItem(atPath: self.data) }

    private func run(_ line: String...) async -> Int32 {
        await SpoorTool(console: self.recorder.console).run(["keys"] + line + ["--data", self.data]).rawValue
    }

    /// What is printed is what the SDK takes, and the secret is printed for a shared key alone.
    @Test(arguments: KeyKind.allCases)
    func aNewKeyIsShownAsTheAppNeedsIt(kind: KeyKind) async throws {
        #expect(await self.run("create", "--kind", kind.rawValue, "--id", "k1", "--project", "shop") == 0)
        let key = try #require(KeyStore(data: self.data).keys(project: "shop").key("k1"))
        let output = self.recorder.output
        let secret = try JSONValue(
            parsing: Array(FileManager.default.contents(atPath: "\(self.data)/keys/shop/k1.key") ?? Data())
        )["key"]?.stringValue
        #expect(try output.contains(#require(secret)) == (kind == .shared))
        #expect(output.contains("WARNING") == (kind == .shared))
        switch kind {
        case .opening: #expect(try output.contains(#require(key.openingKey).sealingKey.base64))
        case .shared: #expect(try output.contains(#require(key.sharedKey).base64))
        case .signing: #expect(try output.contains(#require(key.signingKey).verifyingKey.base64))
        }
    }

    @Test func aFolderThatIsNotThereIsNoEmptyOne() async throws {
        #expect(await self.run("list") == 1)
        #expect(self.recorder.errors.contains("There is no data folder '\(self.data)'"))
        #expect(self.recorder.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: self.data))
        // A file is none either.
        try Data().write(to: URL(fileURLWithPath: self.data))
        #expect(await self.run("list", "--json") == 1)
        try FileManager.default.removeItem(atPath: self.data)
        try FileManager.default.createDirectory(atPath: self.data, withIntermediateDirectories: true)
        #expect(await self.run("list", "--json") == 0)
        #expect(self.recorder.output.hasSuffix("[]"))
    }

    @Test func keysAreListedRetiredAndPurged() async throws {
        #expect(await self.run("create", "--id", "k1") == 0)
        #expect(await self.run("create", "--id", "k2", "--kind", "shared", "--project", "shop") == 0)
        #expect(await self.run("retire", "k1") == 0)
        #expect(self.recorder.output.contains("still opens"))
        #expect(await self.run("list", "--json") == 0)
        let last = self.recorder.output.split(separator: "\n").last.map(String.init) ?? ""
        let list = try JSONValue(parsing: last)
        #expect(list.arrayValue?.compactMap { $0["id"]?.stringValue } == ["k1", "k2"])
        #expect(list.arrayValue?.compactMap { $0["state"]?.stringValue } == ["retired", "active"])
        #expect(list[1]?["publicKey"]?.isNull == true)
        let shared = try #require(KeyStore(data: self.data).keys(project: "shop").key("k2")?.sharedKey)
        #expect(!last.contains(shared.base64))
        #expect(await self.run("list", "--project", "shop") == 0)
        #expect(self.recorder.output.contains("(none: a shared key is secret)"))
        #expect(await self.run("retire", "k1", "--purge") == 0)
        #expect(KeyStore(data: self.data).keys(project: "default").all.isEmpty)
        #expect(await self.run("retire", "k1") == 1)
        #expect(self.recorder.errors.contains("has no key 'k1'"))
        #expect(await self.run("create", "--id", "k2", "--project", "shop") == 1)
        #expect(self.recorder.errors.contains("There is a key 'k2' already"))
    }
}
