import CollectorCore
import Foundation
import SpoorWire
import Testing

struct ConfigurationReviewTests {
    private static func read(_ text: String) throws -> ConfigurationDocument {
        try ConfigurationDocument.read(Array(text.utf8)).document
    }

    @Test(arguments: [
        (#"{"namespaces":{}}"#, #"{"namespaces":{}}"#, []),
        (#"{"namespaces":{}}"#, #"{"namespaces":{"a":{}}}"#, ["+ namespaces.a: {}"]),
        (
            #"{"namespaces":{"a":{"maxItem":1,"isUpload":true}}}"#, #"{"namespaces":{"a":{"maxItem":2}}}"#,
            ["- namespaces.a.isUpload: true", "~ namespaces.a.maxItem: 1 → 2"]
        ),
        (
            #"{"namespaces":{"a":{"monitorList":[{"type":"x"},{"type":"y"}]}}}"#,
            #"{"namespaces":{"a":{"monitorList":[{"type":"y"},{"type":"x"}]}}}"#, []
        ),
        (#"{"namespaces":{"a":{}}}"#, #"{"namespaces":{"a":{"monitorList":[]}}}"#, ["+ namespaces.a.monitorList: []"]),
        (
            #"{"namespaces":{},"pages":{"a":"A","b":"B"}}"#,
            #"{"namespaces":{},"pages":{"a":"C","b":"B"},"revision":9}"#,
            [#"~ pages.a: "A" → "C""#]
        ),
        (#"{"namespaces":{},"definitions":[]}"#, #"{"namespaces":{}}"#, ["- definitions: []"]),
    ])
    func theDifferenceNamesEveryPlace(old: String, new: String, lines: [String]) throws {
        let changes = ConfigurationChange.changes(from: try Self.read(old), to: try Self.read(new))
        #expect(changes.map(\.description) == lines)
    }

    @Test func aRulesChangeIsToldByItsType() throws {
        let old = try Self.read(#"{"namespaces":{"a":{"monitorList":[{"type":"x"},{"type":"y"}]}}}"#)
        let new = try Self.read(#"{"namespaces":{"a":{"monitorList":[{"type":"z"},{"type":"y","onlyWifi":true}]}}}"#)
        let changes = ConfigurationChange.changes(from: old, to: new)
        #expect(changes.map(\.path) == ["x", "y", "z"].map { "namespaces.a.monitorList.\($0)" })
        #expect(changes.map { $0.before == nil } == [false, false, true])
        #expect(changes.map { $0.after == nil } == [true, false, false])
    }

    @Test(arguments: [
        (#"{"namespaces":{"prism":{"maxItem":500}}}"#, "namespaces.prism.maxItem"),
        (#"{"namespaces":{"prism":{"maxItems":5}}}"#, "namespaces.prism.maxItems"),
        (#"{"namespaces":{"prism":{"isUpload":1}}}"#, "namespaces.prism.isUpload"),
        (#"{"namespaces":{"prism":{"monitorList":[{"type":"a"},{}]}}}"#, "namespaces.prism.monitorList[1]"),
        (#"{"namespaces":{"a b":{}}}"#, "namespaces.a b"), ("[]", ""), ("{", ""), ("{}", ""),
    ])
    func whatWouldBeIgnoredIsAFault(text: String, path: String) {
        let review = ConfigurationReview(Array(text.utf8))
        #expect(!review.isValid)
        #expect(review.faults.map(\.path) == [path])
        #expect(review.faults.allSatisfy { $0.sentence.hasSuffix(".") })
        #expect((review.document == nil) == path.isEmpty)
    }

    private final class Keys {
        let data = NSTemporaryDirectory() + "spoor-review-" + UUID().uuidString
        var store: KeyStore { KeyStore(data: self.data) }

        deinit { try? FileManager.default.removeItem(atPath: self.data) }

        func warnings(_ encryption: Encryption) -> [String] {
            var settings = ChannelSettings()
            settings.encryption = encryption
            let document = ConfigurationDocument(namespaces: ["prism": settings])
            let review = ConfigurationReview(document.bytes, project: "shop", keys: self.store.keys(project: "shop"))
            #expect(review.isValid)
            return review.warnings.map(\.sentence)
        }
    }

    @Test func addressesAndKeysNeedASignature() throws {
        let keys = Keys()
        let bytes = Array(#"{"namespaces":{"prism":{"url":"https://a.example","maxItem":5}}}"#.utf8)
        let unsigned = ConfigurationReview(bytes, project: "shop", keys: keys.store.keys(project: "shop"))
        #expect(unsigned.isValid)
        #expect(unsigned.warnings.map(\.path) == ["namespaces.prism.url"])
        #expect(unsigned.warnings.allSatisfy { $0.kind == .unsigned && $0.sentence.contains("no signing key") })
        let key = try keys.store.create(.signing, project: "shop")
        let signed = ConfigurationReview(bytes, project: "shop", keys: keys.store.keys(project: "shop"))
        #expect(signed.warnings.isEmpty)
        try keys.store.retire(key.id, project: "shop")
        let retired = ConfigurationReview(bytes, project: "shop", keys: keys.store.keys(project: "shop"))
        #expect(retired.warnings.count == 1)
    }

    @Test func anEncryptionThatNobodyOpensIsSaid() throws {
        let keys = Keys()
        _ = try keys.store.create(.signing, project: "shop")
        let own = try keys.store.create(.opening, id: "k1", project: "shop")
        let sealing = try #require(own.openingKey?.sealingKey)
        #expect(keys.warnings(.sealed(sealing)).isEmpty)
        #expect(keys.warnings(.none).isEmpty)
        let stranger = try OpeningKey.generate(id: "k1").sealingKey
        #expect(keys.warnings(.sealed(stranger)).first?.contains("cannot be opened") == true)
        let shared = try #require(try keys.store.create(.shared, id: "k2", project: "shop").sharedKey)
        #expect(keys.warnings(.aes128CBC(shared)).first?.contains("prefer a sealed") == true)
        #expect(try keys.warnings(.aes128CBC(SharedKey.generate(id: "k3"))).first?.contains("cannot be opened") == true)
        try keys.store.retire("k1", project: "shop")
        #expect(keys.warnings(.sealed(sealing)).first?.contains("is retired") == true)
    }
}
