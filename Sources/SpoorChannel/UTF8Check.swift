extension UnsafeRawBufferPointer {
    /// Whether the bytes are valid UTF-8: no overlong form, no surrogate, nothing cut off.
    var isValidUTF8: Bool {
        var position = 0
        while position < self.count {
            if position + 8 <= self.count {
                // Most of an event is ASCII: eight bytes at a time.
                let word = self.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 == 0 {
                    position += 8
                    continue
                }
            }
            guard let length = self.scalarLength(at: position) else { return false }
            position += length
        }
        return true
    }

    /// How many bytes the scalar at a position has; nil where there is none.
    private func scalarLength(at position: Int) -> Int? {
        let first = self[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { second = 0xA0...0xBF }
            if first == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { second = 0x90...0xBF }
            if first == 0xF4 { second = 0x80...0x8F }
        default: return nil
        }
        guard position + length <= self.count, second.contains(self[position + 1]) else { return nil }
        let rest = self[(position + 2)..<(position + length)]
        return rest.allSatisfy { 0x80...0xBF ~= $0 } ? length : nil
    }
}
