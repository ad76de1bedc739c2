extension JSONScanner {
    /// The whole number of a number value written without fraction and exponent; nil where it does not fit.
    public func int64(_ slice: Slice) -> Int64? {
        guard slice.kind == .number else { return nil }
        return Self.int64(self.raw(slice.range))
    }

    /// The nearest double of a number value; nil where it is beyond the largest one, such as 1e400 (bug case O-35).
    public func double(_ slice: Slice) -> Double? {
        guard slice.kind == .number else { return nil }
        return Self.double(self.raw(slice.range))
    }

    /// The whole number that a number value stands for, also when it is written as `1.7e12` or `5.0`.
    public func integral(_ slice: Slice) -> Int64? {
        if let value = self.int64(slice) { return value }
        guard let value = self.double(slice), value.magnitude < 9e15, value == value.rounded() else { return nil }
        return Int64(value)
    }

    static func int64(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard bytes.first == UInt8(ascii: "-") else {
            guard let magnitude = self.magnitude(bytes) else { return nil }
            return Int64(exactly: magnitude)
        }
        guard let magnitude = self.magnitude(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) else { return nil }
        if magnitude == Int64.min.magnitude { return Int64.min }
        guard let value = Int64(exactly: magnitude) else { return nil }
        return -value
    }

    static func magnitude(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard !bytes.isEmpty, bytes.count <= 20 else { return nil }
        var value: UInt64 = 0
        for byte in bytes {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        return value
    }

    static func double(_ bytes: UnsafeRawBufferPointer) -> Double? {
        guard let value = Double(Substring(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}
