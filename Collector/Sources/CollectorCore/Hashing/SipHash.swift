/// A keyed 128-bit hash (SipHash-2-4): without the key nobody can make two ids meet.
struct SipHash: Sendable {
    /// The two halves of a hash.
    struct Value: Hashable, Sendable {
        let high: UInt64
        let low: UInt64
    }

    private let key0: UInt64
    private let key1: UInt64

    init(key0: UInt64, key1: UInt64) {
        self.key0 = key0
        self.key1 = key1
    }

    func hash(_ bytes: UnsafeRawBufferPointer) -> Value {
        var state = State(key0: self.key0, key1: self.key1)
        let words = bytes.count / 8
        for index in 0..<words {
            state.absorb(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for index in words * 8..<bytes.count {
            last |= UInt64(bytes[index]) << UInt64((index - words * 8) * 8)
        }
        state.absorb(last)
        return state.finish()
    }

    private struct State {
        var v0, v1, v2, v3: UInt64

        init(key0: UInt64, key1: UInt64) {
            self.v0 = key0 ^ 0x736f_6d65_7073_6575
            self.v1 = key1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
            self.v2 = key0 ^ 0x6c79_6765_6e65_7261
            self.v3 = key1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func round() {
            self.v0 &+= self.v1
            self.v1 = self.v1 << 13 | self.v1 >> 51
            self.v1 ^= self.v0
            self.v0 = self.v0 << 32 | self.v0 >> 32
            self.v2 &+= self.v3
            self.v3 = self.v3 << 16 | self.v3 >> 48
            self.v3 ^= self.v2
            self.v0 &+= self.v3
            self.v3 = self.v3 << 21 | self.v3 >> 43
            self.v3 ^= self.v0
            self.v2 &+= self.v1
            self.v1 = self.v1 << 17 | self.v1 >> 47
            self.v1 ^= self.v2
            self.v2 = self.v2 << 32 | self.v2 >> 32
        }

        @inline(__always)
        mutating func absorb(_ word: UInt64) {
            self.v3 ^= word
            self.round()
            self.round()
            self.v0 ^= word
        }

        mutating func finish() -> Value {
            self.v2 ^= 0xee
            for _ in 0..<4 { self.round() }
            let low = self.v0 ^ self.v1 ^ self.v2 ^ self.v3
            self.v1 ^= 0xdd
            for _ in 0..<4 { self.round() }
            return Value(high: self.v0 ^ self.v1 ^ self.v2 ^ self.v3, low: low)
        }
    }
}

extension SipHash.Value {
    /// The hash as the 16 bytes that are stored.
    var bytes: [UInt8] {
        withUnsafeBytes(of: (self.high.bigEndian, self.low.bigEndian)) { [UInt8]($0) }
    }
}
