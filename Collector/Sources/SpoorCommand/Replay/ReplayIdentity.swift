import CollectorCore

/// By what a replayed event is known as one that was sent before: together with its place among its visitor's events.
enum ReplayIdentity: Equatable, Sendable {
    /// The visitor alone: another file of the same visitors counts as the same events.
    case visitor
    /// The file's content and the visitor: the same file again is known, another file never.
    case file(fingerprint: [UInt8])

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// A producer's name that is the same each time, so that a second replay stores nothing twice.
    func producer(of visitor: String) -> String {
        let halves: [UInt64]
        switch self {
        case .visitor:
            let seeds: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
            halves = seeds.map { seed in
                visitor.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            }
        case .file(let fingerprint):
            let hash = ContentFingerprint.of(fingerprint + Array(visitor.utf8))
            halves = [0, 8].map { start in hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        }
        return String(
            halves.flatMap { half in
                // Spreads the last bytes over all bits; the plain hash leaves the upper ones nearly alone.
                let mixed = (half ^ half >> 32) &* 0x9E37_79B9_7F4A_7C15
                return (0..<8).map { Self.alphabet[Int(mixed >> (24 + $0 * 5) & 31)] }
            }
        )
    }
}
