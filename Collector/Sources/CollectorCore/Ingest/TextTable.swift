import Foundation

/// The distinct texts of one batch: names and ids repeat in nearly every event, and each needs to be looked up once.
struct TextTable {
    private(set) var texts: [String] = []
    private var ranges: ContiguousArray<UnsafeRawBufferPointer> = []
    private var slots: ContiguousArray<Int32>

    init() {
        self.slots = ContiguousArray(repeating: -1, count: 64)
    }

    /// The index of a text given by UTF-8 bytes that outlive the table; bytes that are not UTF-8 are repaired.
    mutating func index(of bytes: UnsafeRawBufferPointer) -> Int32 {
        let mask = self.slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(bytes)) & mask
        while self.slots[slot] >= 0 {
            let candidate = self.ranges[Int(self.slots[slot])]
            if Self.areEqual(candidate, bytes) { return self.slots[slot] }
            slot = (slot + 1) & mask
        }
        let index = self.append(String(decoding: bytes, as: UTF8.self), bytes)
        self.slots[slot] = index
        if self.texts.count * 2 > self.slots.count { self.grow() }
        return index
    }

    /// The index of a text that had to be built; it is not shared with equal ones.
    mutating func index(ofBuilt text: String) -> Int32 {
        self.append(text, UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private mutating func append(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        self.texts.append(text)
        self.ranges.append(bytes)
        return Int32(self.texts.count - 1)
    }

    private mutating func grow() {
        let mask = self.slots.count * 2 - 1
        self.slots = ContiguousArray(repeating: -1, count: mask + 1)
        for (index, bytes) in self.ranges.enumerated() where !bytes.isEmpty {
            var slot = Int(truncatingIfNeeded: Self.hash(bytes)) & mask
            while self.slots[slot] >= 0 { slot = (slot + 1) & mask }
            self.slots[slot] = Int32(index)
        }
    }

    private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress else {
            return left.count == right.count
        }
        return memcmp(first, second, left.count) == 0
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash ^ hash >> 29
    }
}
