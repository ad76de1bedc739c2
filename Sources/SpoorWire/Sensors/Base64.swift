/// Base64 over bytes: strict when written, lenient when read.
public enum Base64 {
    private static let alphabet: [UInt8] = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    private static let skipped: UInt8 = 0xFE
    private static let invalid: UInt8 = 0xFF

    // The six bits of each byte, also of the URL-safe `-` and `_`. A blank is a `+` that a form decoder changed.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: invalid, count: 256)
        for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: " "))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        for byte in [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")] { table[Int(byte)] = skipped }
        return table
    }()

    /// The standard form with padding.
    public static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let first = UInt32(bytes[index])
            let second = left > 1 ? UInt32(bytes[index + 1]) : 0
            let third = left > 2 ? UInt32(bytes[index + 2]) : 0
            let group = first << 16 | second << 8 | third
            result.append(self.alphabet[Int(group >> 18)])
            result.append(self.alphabet[Int(group >> 12 & 63)])
            result.append(left > 1 ? self.alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            result.append(left > 2 ? self.alphabet[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return result
    }

    /// The bytes of Base64 text; nil when a character is none of its.
    ///
    /// Accepts the URL-safe alphabet, missing padding, line breaks, and blanks in place of `+`.
    public static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var count = 0
        var isPadded = false
        for byte in text {
            if byte == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            let value = self.values[Int(byte)]
            if value == self.skipped { continue }
            guard value != self.invalid, !isPadded else { return nil }
            group = group << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            result.append(UInt8(truncatingIfNeeded: group >> 16))
            result.append(UInt8(truncatingIfNeeded: group >> 8))
            result.append(UInt8(truncatingIfNeeded: group))
            group = 0
            count = 0
        }
        switch count {
        case 1: return nil
        case 2: result.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3:
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
        default: break
        }
        return result
    }
}
