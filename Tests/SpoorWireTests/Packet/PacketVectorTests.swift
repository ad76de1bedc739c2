import SpoorWire
import Testing

/// Whole packets that another implementation made, byte for byte; see `Tests/Fixtures/crypto/make-vectors`.
struct PacketVectorTests {
    private static let fixture = try? CryptoFixtures.packets()

    @Test(arguments: fixture?.vectors ?? [])
    func theBytesAreThoseOfTheOtherImplementation(vector: CryptoFixtures.Packets.Vector) throws {
        let fixture = try #require(Self.fixture)
        let shared = try SharedKey(id: fixture.shared.id, bytes: fixture.shared.bytes.bytes)
        let opening = try OpeningKey(id: fixture.opening.id, privateKey: fixture.opening.privateKey.bytes)
        let encryptions: [String: Encryption] = [
            "none": .none, "aes128CBC": .aes128CBC(shared), "sealed": .sealed(opening.sealingKey),
        ]
        let encryption = try #require(encryptions[vector.encryption])
        let records = fixture.records.map {
            PacketRecord(reportID: $0.reportID, meta: Array($0.meta.utf8), payload: $0.payload?.bytes)
        }
        let keyring = Keyring(opening: [opening], shared: [shared])
        let encoder = PacketEncoder(level: 0, random: scriptedRandom(vector.random.map(\.bytes)))
        guard vector.form == .body else {
            let carried = vector.form.carried(records)
            #expect(try vector.form.encode(carried, encryption, with: encoder) == vector.bytes.bytes)
            #expect(try vector.form.decode(vector.bytes.bytes, keyring) == carried)
            return
        }
        var writer = ByteWriter()
        try Array(fixture.json.utf8).withUnsafeBytes {
            try encoder.encodeBody($0, encryption: encryption, into: &writer)
        }
        #expect(writer.bytes == vector.bytes.bytes)
        #expect(try EncryptedBody.decode(bytes: vector.bytes.bytes, keyring: keyring) == Array(fixture.json.utf8))
    }

    @Test func everyFormAndEncryptionHasAVector() throws {
        #expect(try #require(Self.fixture).vectors.count == 11)
    }
}
