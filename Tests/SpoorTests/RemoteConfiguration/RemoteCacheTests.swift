import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The cache belongs to one version and build, and is believed no more than the network.
struct RemoteCacheTests {
    private let bench: RemoteBench

    init() throws {
        self.bench = try RemoteBench()
    }

    private func signed(_ revision: Int, item: Int = 7, url: String = "https://new.test") -> String {
        "{\"project\":\"shop\",\"revision\":\(revision),\"namespaces\":{\"tracker\":{\"url\":\"\(url)\",\"maxItem\":\(item)}}}"
    }

    private func fetch(_ remote: RemoteConfiguration) {
        remote.refresh()
        self.bench.scheduler.settle()
    }

    @Test(arguments: [("2.0", "1"), ("1.0", "2"), ("", ""), ("1.0+1", ""), ("../../x", "/")])
    func anotherVersionOrBuildNeverReadsTheCacheAndRemovesIt(_ version: String, _ build: String) {
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        #expect(self.bench.files.count == 1)
        let remote = self.bench.start(version: version, build: build)
        #expect(remote.document == nil)
        #expect(self.bench.files == [])
        self.bench.server.publish(#"{"namespaces":{"tracker":{"maxItem":9}}}"#)
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(self.bench.transport.requests.last?.headers["If-None-Match"] == nil)
        self.bench.end(remote)
        #expect(self.bench.start(version: version, build: build).document?.namespaces["tracker"]?.maxItem == 9)
        #expect(self.bench.files.allSatisfy { $0.hasPrefix("config-") })
    }

    @Test func anotherAddressNeverReadsTheCache() {
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        #expect(self.bench.start { $0.address = "http://other.test/v1/config" }.document == nil)
    }

    @Test(arguments: ["empty", "cut", "flipped", "text", "folder"])
    func aDamagedCacheIsIgnoredAndReplaced(_ damage: String) throws {
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        let path = self.bench.folder + "/" + (try #require(self.bench.files.first))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        switch damage {
        case "empty": bytes = []
        case "cut": bytes.removeLast(5)
        case "flipped": bytes[bytes.count / 2] ^= 4
        case "text": bytes = Array(RemoteBench.plain.utf8)
        default: break
        }
        if damage == "folder" {
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } else {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
        let remote = self.bench.start()
        #expect(remote.document == nil)
        #expect(self.bench.said.count == 1)
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7)
        guard damage != "folder" else { return }
        self.bench.end(remote)
        #expect(self.bench.start().document != nil)
    }

    @Test func theCachedSignatureIsCheckedAgain() {
        self.bench.server.publish(self.signed(5), signedBy: self.bench.key)
        let remote = self.bench.run()
        #expect(remote.document?.namespaces["tracker"]?.url == "https://new.test")
        self.bench.end(remote)
        #expect(self.bench.start().document?.namespaces["tracker"]?.url == "https://new.test")
        // An app that no longer knows the key believes the rest alone.
        let other = self.bench.start { $0.signatures = .none }
        #expect(other.document?.namespaces["tracker"]?.url == nil)
        #expect(other.document?.namespaces["tracker"]?.maxItem == 7)
    }

    @Test func aReplayedOlderRevisionChangesNothingEvenAfterAnUpgradeOfTheApp() {
        self.bench.server.publish(self.signed(5), signedBy: self.bench.key)
        let remote = self.bench.run()
        self.bench.server.publish(self.signed(4, item: 50, url: "https://old.test"), signedBy: self.bench.key)
        self.fetch(remote)
        #expect(remote.document?.namespaces["tracker"]?.url == "https://new.test")
        #expect(self.bench.said.contains { $0.contains("revision 4 is older than 5") })
        self.bench.end(remote)
        let upgraded = self.bench.run(version: "2.0")
        #expect(upgraded.document == nil, "neither the replay nor the old version's cache")
        self.bench.server.publish(self.signed(5, item: 6), signedBy: self.bench.key)
        self.fetch(upgraded)
        #expect(upgraded.document?.namespaces["tracker"]?.maxItem == 6)
    }

    @Test("After an upgrade of the app, address and encryption of the last signed document hold, and nothing else")
    func signedSettingsOutliveVersions() {
        self.bench.server.publish(self.signed(5), signedBy: self.bench.key)
        let first = self.bench.run()
        self.bench.server.publish(#"{"namespaces":{"tracker":{"maxItem":50}}}"#)
        self.fetch(first)
        self.bench.end(first)
        var expected = ChannelSettings()
        expected.url = "https://new.test"
        let upgraded = self.bench.start(version: "2.0")
        #expect(upgraded.document == nil)
        #expect(upgraded.protectedSettings == ["tracker": expected])
        // An unsigned document does not take them back, in this version or the next one.
        upgraded.launched()
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(upgraded.document?.namespaces["tracker"]?.url == "https://new.test")
        self.bench.end(upgraded)
        #expect(self.bench.start(version: "3.0").protectedSettings == ["tracker": expected])
        #expect(self.bench.start(version: "4.0") { $0.signatures = .none }.protectedSettings.isEmpty)
        #expect(self.bench.start(version: "5.0") { $0.project = "other" }.protectedSettings.isEmpty)
        #expect(self.bench.start(version: "6.0") { $0.address = "http://o.test/v1/config" }.protectedSettings.isEmpty)
    }

    @Test func aWronglySignedDocumentChangesNothing() {
        self.bench.server.publish(self.signed(5), signedBy: self.bench.key)
        let remote = self.bench.run()
        let header = FakeConfigurationServer.header("k1", [UInt8](repeating: 1, count: 64))
        self.bench.server.publish(Array(self.signed(6, item: 50).utf8), signature: header)
        self.fetch(remote)
        #expect(remote.document?.revision == 5)
        #expect(self.bench.said.contains { $0.contains("signature") })
    }

    @Test func anUnsignedDocumentAfterASignedOneKeepsTheAddressAcrossRestarts() {
        self.bench.server.publish(self.signed(5), signedBy: self.bench.key)
        let remote = self.bench.run()
        self.bench.server.publish(self.signed(6, item: 50, url: "https://evil.test"))
        self.fetch(remote)
        #expect(remote.document?.namespaces["tracker"]?.url == "https://new.test")
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 50)
        #expect(self.bench.said.contains { $0.contains("tracker.url") })
        self.bench.end(remote)
        let again = self.bench.start()
        #expect(again.document?.namespaces["tracker"]?.url == "https://new.test")
        #expect(again.document?.namespaces["tracker"]?.maxItem == 50)
    }

    @Test func aFolderThatCannotBeWrittenCostsOnlyTheCache() throws {
        try Data().write(to: URL(fileURLWithPath: self.bench.folder))
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.run()
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7)
        #expect(self.bench.said.contains { $0.contains("cannot be kept") })
    }
}
