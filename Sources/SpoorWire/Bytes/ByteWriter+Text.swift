extension ByteWriter {
    /// Appends text as a JSON string with quotes; the result is valid UTF-8 for any `String`.
    public mutating func append(jsonString text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            self.append(jsonText: UnsafeRawBufferPointer($0))
        }
        guard isDone == nil else { return }
        var native = text  // A bridged string has no contiguous storage until it is copied.
        native.withUTF8 { self.append(jsonText: UnsafeRawBufferPointer($0)) }
    }

    /// Appends valid UTF-8 as a JSON string with quotes.
    mutating func append(jsonText bytes: UnsafeRawBufferPointer) {
        // Room for the usual case at once: nothing to escape, and up to seven bytes written beyond the end.
        var target = self.reserve(bytes.count &+ 10)
        target[0] = UInt8(ascii: "\"")
        target += 1
        var index = 0
        let count = bytes.count
        while index < count {
            let step = count &- index
            if step >= 8 {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let marks = EscapeScan.marks(in: word)
                UnsafeMutableRawPointer(target + index).storeBytes(of: word, as: UInt64.self)
                guard marks != 0 else {
                    index &+= 8
                    continue
                }
                index &+= marks.littleEndian.trailingZeroBitCount / 8
            } else {
                let byte = bytes[index]
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    target[index] = byte
                    index &+= 1
                    continue
                }
            }
            self.advance(by: index &+ 1)
            self.append(escaped: bytes, from: index)
            return
        }
        target[count] = UInt8(ascii: "\"")
        self.advance(by: count &+ 2)
    }

    /// The rest of a string, from its first character that must be escaped.
    @inline(never)
    private mutating func append(escaped bytes: UnsafeRawBufferPointer, from start: Int) {
        for byte in bytes[start...] {
            switch byte {
            case UInt8(ascii: "\""): self.append("\\\"")
            case UInt8(ascii: "\\"): self.append("\\\\")
            case 0x0A: self.append("\\n")
            case 0x0D: self.append("\\r")
            case 0x09: self.append("\\t")
            case 0..<0x20:
                self.append("\\u00")
                self.append(byte: byte < 16 ? 48 : 49)
                self.append(byte: byte & 15 < 10 ? 48 + byte & 15 : 87 + byte & 15)
            default: self.append(byte: byte)
            }
        }
        self.append(byte: UInt8(ascii: "\""))
    }
}

/// Finds the bytes that end or interrupt a JSON string, eight at a time.
enum EscapeScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The high bit of each byte that is a quote, a backslash or a control character.
    ///
    /// Bytes after the first marked one may be marked wrongly (a borrow runs upwards), the first one never is.
    @inline(__always)
    static func marks(in word: UInt64) -> UInt64 {
        let quote = word ^ (self.ones &* 0x22)
        let backslash = word ^ (self.ones &* 0x5C)
        let control = (word &- (self.ones &* 0x20)) & ~word
        return (control | ((quote &- self.ones) & ~quote) | ((backslash &- self.ones) & ~backslash)) & self.highs
    }
}
