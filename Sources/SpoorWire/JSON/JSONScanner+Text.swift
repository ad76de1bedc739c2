extension JSONScanner {
    /// The text of a string value; nil for a value of another kind.
    ///
    /// A lone surrogate and bytes that are not UTF-8 become U+FFFD, so that one of them costs no event (bug case O-35).
    public func string(_ slice: Slice) -> String? {
        guard slice.kind == .string, slice.range.count >= 2 else { return nil }
        let inner = slice.range.lowerBound + 1..<slice.range.upperBound - 1
        return self.text(between: inner, hasEscapes: self.raw(inner).contains(UInt8(ascii: "\\")))
    }

    /// The bytes of a string value between its quotes when they are its text as it stands: no escape in it.
    ///
    /// The bytes may still be invalid UTF-8 when the sender wrote such.
    public func plainBytes(_ slice: Slice) -> UnsafeRawBufferPointer? {
        guard slice.kind == .string, slice.range.count >= 2 else { return nil }
        let inner = self.raw(slice.range.lowerBound + 1..<slice.range.upperBound - 1)
        return inner.contains(UInt8(ascii: "\\")) ? nil : inner
    }

    func text(between range: Range<Int>, hasEscapes: Bool) -> String {
        let bytes = UnsafeBufferPointer(start: self.base + range.lowerBound, count: range.count)
        guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: range.count) { target in
            // An escape is never shorter than the UTF-8 of what it stands for.
            var writer = JSONUnescaper(source: bytes, target: target)
            return writer.run()
        }
    }
}

/// Writes the text of an escaped string; invalid UTF-8 between the escapes is left for `String` to repair.
private struct JSONUnescaper {
    let source: UnsafeBufferPointer<UInt8>
    let target: UnsafeMutableBufferPointer<UInt8>
    var read = 0
    var written = 0

    init(source: UnsafeBufferPointer<UInt8>, target: UnsafeMutableBufferPointer<UInt8>) {
        self.source = source
        self.target = target
    }

    mutating func run() -> Int {
        while self.read < self.source.count {
            let byte = self.source[self.read]
            self.read += 1
            if byte == UInt8(ascii: "\\"), self.read < self.source.count {
                self.unescape()
            } else {
                self.put(byte)
            }
        }
        return self.written
    }

    private mutating func unescape() {
        let kind = self.source[self.read]
        self.read += 1
        switch kind {
        case UInt8(ascii: "b"): self.put(0x08)
        case UInt8(ascii: "f"): self.put(0x0C)
        case UInt8(ascii: "n"): self.put(0x0A)
        case UInt8(ascii: "r"): self.put(0x0D)
        case UInt8(ascii: "t"): self.put(0x09)
        case UInt8(ascii: "u"): self.put(self.scalar())
        default: self.put(kind)
        }
    }

    /// The scalar of `uXXXX`, or of the pair that two of them make; a surrogate alone is U+FFFD.
    private mutating func scalar() -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let first = self.unit() else { return replacement }
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? replacement }
        let afterFirst = self.read
        guard self.read + 1 < self.source.count, self.source[self.read] == UInt8(ascii: "\\"),
            self.source[self.read + 1] == UInt8(ascii: "u")
        else { return replacement }
        self.read += 2
        guard let second = self.unit(), second & 0xFC00 == 0xDC00 else {
            self.read = afterFirst
            return replacement
        }
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? replacement
    }

    private mutating func unit() -> UInt32? {
        guard self.read + 4 <= self.source.count else { return nil }
        var value: UInt32 = 0
        for index in self.read..<self.read + 4 {
            guard let digit = JSONHex.value(of: self.source[index]) else { return nil }
            value = value << 4 | digit
        }
        self.read += 4
        return value
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { self.put(byte) }
    }

    private mutating func put(_ byte: UInt8) {
        guard self.written < self.target.count else { return }
        self.target[self.written] = byte
        self.written += 1
    }
}
