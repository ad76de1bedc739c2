import SpoorTesting
import SpoorWire

/// Texts and bytes that gzip makes little smaller, the same for the same seed.
enum ChannelNoise {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    static func text(_ count: Int, seed: Int) -> JSONValue {
        var generator = SeededGenerator(seed: UInt64(seed))
        return .string(String((0..<count).map { _ in Self.letters[generator.below(64)] }))
    }

    static func bytes(_ count: Int, seed: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(seed))
        return (0..<count).map { _ in UInt8(generator.below(256)) }
    }
}
