import Foundation
import SpoorWire
import Testing

@testable import CollectorCore

final class KeyStoreTests {
    private let data = NSTemporaryDirectory() + "spoor-keys-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: self.data) }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(self.data)/keys/\(path)")
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }

    @Test(arguments: KeyKind.allCases)
    func aKeyIsKeptForItsOwnerAlone(kind: KeyKind) throws {
        let store = KeyStore(data: self.data) { 17 }
        let key = try store.create(kind, id: "k1", project: "shop")
        #expect(try self.mode("shop/k1.key") == 0o600)
        #expect(try self.mode("shop") == 0o700)
        let read = KeyStore(data: self.data).keys(project: "shop")
        #expect(read.all == [key])
        #expect(read.problems.isEmpty)
        #expect(key.created == 17)
        #expect(key.state == .active)
        #expect((key.openingKey != nil) == (kind == .opening))
        #expect((key.sharedKey != nil) == (kind == .shared))
        #expect((read.signingKey != nil) == (kind == .signing))
        #expect(read.keyring.isEmpty == (kind == .signing))
        #expect(!"\(key)".contains(key.secret))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(key.secret))
        #expect(store.projects() == ["shop"])
    }

    /// A running collector asks each time: what another process changes counts at once.
    @Test func changesOfAnotherProcessAreNoticed() throws {
        let running = KeyStore(data: self.data)
        let command = KeyStore(data: self.data)
        #expect(running.keys(project: "shop").all.isEmpty)
        for round in 1...20 {
            _ = try command.create(.shared, id: "k\(round)", project: "shop")
            #expect(running.keys(project: "shop").all.count == round)
        }
        try command.retire("k3", project: "shop")
        #expect(running.keys(project: "shop").key("k3")?.state == .retired)
        try command.retire("k3", project: "shop", purging: true)
        #expect(running.keys(project: "shop").key("k3") == nil)
        #expect(running.keys(project: "other").all.isEmpty)
    }

    /// Also where the folder's time is long past, and is cached therefore.
    @Test func aSettledFolderIsReadAgainAfterAChange() throws {
        let store = KeyStore(data: self.data)
        _ = try store.create(.shared, id: "k1", project: "shop")
        let past = Date(timeIntervalSinceNow: -1_000)
        let folder = "\(self.data)/keys/shop"
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder)
        #expect(store.keys(project: "shop").all.count == 1)
        #expect(store.keys(project: "shop").all.count == 1)
        _ = try KeyStore(data: self.data).create(.shared, id: "k2", project: "shop")
        #expect(store.keys(project: "shop").all.count == 2)
    }

    @Test func aRetiredKeyStillOpensAndAPurgedOneDoesNot() throws {
        let store = KeyStore(data: self.data) { 5 }
        let key = try #require(try store.create(.opening, id: "old", project: "shop").openingKey)
        let packet = try PacketV2.encode(records: [Records.record("p-1")], encryption: .sealed(key.sealingKey))
        let retired = try store.retire("old", project: "shop")
        #expect(retired.state == .retired)
        #expect(retired.retired == 5)
        #expect(try store.retire("old", project: "shop") == retired)
        #expect(try PacketV2.decode(bytes: packet, keyring: store.keys(project: "shop").keyring).count == 1)
        #expect(try self.mode("shop/old.key") == 0o600)
        try store.retire("old", project: "shop", purging: true)
        #expect(store.keys(project: "shop").keyring.isEmpty)
        #expect(throws: KeyStoreError.unknown(id: "old", project: "shop")) {
            try store.retire("old", project: "shop")
        }
    }

    @Test func theNewestActiveSigningKeySigns() throws {
        let clock = Locked<Int64>(0)
        let store = KeyStore(data: self.data) {
            clock.withLock { time in
                time += 1
                return time
            }
        }
        for id in ["s1", "s2", "s3"] { _ = try store.create(.signing, id: id, project: "shop") }
        #expect(store.keys(project: "shop").signingKey?.id == "s3")
        try store.retire("s3", project: "shop")
        #expect(store.keys(project: "shop").signingKey?.id == "s2")
        #expect(store.keys(project: "shop").all.map(\.id) == ["s2", "s1", "s3"])
    }

    @Test func whatCannotBeIsSaid() throws {
        let store = KeyStore(data: self.data)
        _ = try store.create(.opening, id: "k1", project: "shop")
        #expect(throws: KeyStoreError.exists(id: "k1")) { try store.create(.shared, id: "k1", project: "shop") }
        #expect(throws: KeyStoreError.project("../x")) { try store.create(.shared, project: "../x") }
        #expect(throws: KeyStoreError.unknown(id: "no", project: "none")) { try store.retire("no", project: "none") }
        for id in ["", "a/b", "..\u{0}", String(repeating: "x", count: 65)] {
            #expect(throws: KeyStoreError.crypto(CryptoError(fault: .keyID(id)))) {
                try store.create(.shared, id: id, project: "shop")
            }
        }
        // Dots alone are a good id, and lead nowhere.
        _ = try store.create(.shared, id: "..", project: "shop")
        #expect(store.keys(project: "shop").key("..") != nil)
        #expect(!FileManager.default.fileExists(atPath: self.data + "/keys/k1.key"))
        let ids = try (0..<8).map { _ in try store.create(.shared, project: "many").id }
        #expect(Set(ids).count == 8)
    }

    @Test(arguments: ["{}", "", "{\"id\":\"bad\",\"kind\":\"shared\",\"state\":\"active\",\"key\":\"AAAA\"}"])
    func aDamagedFileIsAProblemAndNoKey(text: String) throws {
        let store = KeyStore(data: self.data)
        _ = try store.create(.shared, id: "good", project: "shop")
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(self.data)/keys/shop/bad.key"))
        let keys = store.keys(project: "shop")
        #expect(keys.all.map(\.id) == ["good"])
        #expect(keys.problems.map { $0.hasSuffix("/bad.key") } == [true])
        #expect(throws: KeyStoreError.exists(id: "bad")) { try store.create(.shared, id: "bad", project: "shop") }
    }
}
