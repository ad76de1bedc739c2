import Foundation
import SpoorWire
import Testing

/// What stands in `Tests/Fixtures/crypto`.
enum CryptoFixtures {
    struct Published: Decodable {
        struct CBC: Decodable, Sendable {
            var key, vector, plain, cipher, padded: Hex
        }

        struct GCM: Decodable, Sendable {
            var key, nonce, plain, header, cipher, tag: Hex
        }

        struct Derivation: Decodable, Sendable {
            var secret, salt, info, output: Hex
        }

        struct Agreement: Decodable, Sendable {
            var a, pointA, b, pointB, secret: Hex
        }

        struct Signature: Decodable, Sendable {
            var key, point, signature: Hex
            var message: String
        }

        var aesCBC: [CBC]
        var aesGCM: [GCM]
        var hkdf: [Derivation]
        var ecdh: [Agreement]
        var ecdsa: [Signature]
    }

    struct Packets: Decodable {
        struct Shared: Decodable {
            var id: String
            var bytes: Hex
        }

        struct Opening: Decodable {
            var id: String
            var privateKey: Hex
        }

        struct Record: Decodable {
            var reportID, meta: String
            var payload: Hex?
        }

        struct Vector: Decodable, Sendable, CustomTestStringConvertible {
            var form: PacketForm
            var encryption: String
            var random: [Hex]
            var bytes: Hex

            var testDescription: String { "\(self.form) \(self.encryption)" }
        }

        var shared: Shared
        var opening: Opening
        var records: [Record]
        var json: String
        var vectors: [Vector]
    }

    /// Bytes, written as hexadecimal digits.
    struct Hex: Decodable, Sendable {
        var bytes: [UInt8]

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            var digits = text[...]
            self.bytes = []
            while let byte = UInt8(digits.prefix(2), radix: 16) {
                self.bytes.append(byte)
                digits = digits.dropFirst(2)
            }
            try #require(digits.isEmpty, "no hexadecimal digits: \(text)")
        }
    }

    static func published() throws -> Published { try self.read("published.json") }

    static func packets() throws -> Packets { try self.read("packets.json") }

    private static func read<Content: Decodable>(_ name: String) throws -> Content {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tests.appendingPathComponent("Fixtures/crypto").appendingPathComponent(name)
        return try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
    }
}

/// A source of "random" bytes that gives what it was told, call by call, and then nothing.
func scriptedRandom(_ script: [[UInt8]]) -> RandomBytes {
    let left = Locked(script)
    return { _ in
        left.withLock { left in left.isEmpty ? [] : left.removeFirst() }
    }
}
