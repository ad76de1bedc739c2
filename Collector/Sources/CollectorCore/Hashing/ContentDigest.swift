/// A fast digest of an event's text, to tell a repeated event from another one under the same id (bug case O-34).
///
/// It guards a counter, not the data, so 32 bits without a key do.
struct ContentDigest {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// The digest of all bytes added.
    var value: UInt32 {
        var mixed = self.state
        mixed ^= mixed >> 32
        mixed &*= 0xd6e8_feb8_6659_fd93
        mixed ^= mixed >> 32
        return UInt32(truncatingIfNeeded: mixed)
    }

    /// Adds bytes; the same bytes in other portions give another digest.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = self.state ^ UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = Self.mix(state, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var last: UInt64 = 0
        while offset < bytes.count {
            last = last << 8 | UInt64(bytes[offset])
            offset += 1
        }
        self.state = Self.mix(state, last)
    }

    @inline(__always)
    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (state ^ UInt64(littleEndian: word)).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
        return high ^ low &+ 0xe703_7ed1_a0b4_28db
    }
}
