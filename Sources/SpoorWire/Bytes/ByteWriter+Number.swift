extension ByteWriter {
    /// Appends a whole number in decimal digits.
    public mutating func append(json value: Int64) {
        if value < 0 { self.append(byte: UInt8(ascii: "-")) }
        self.append(json: value.magnitude)
    }

    /// Appends a whole number in decimal digits, exact up to `UInt64.max` (bug case O-03).
    public mutating func append(json value: UInt64) {
        let length = self.digitCount(of: value)
        let target = self.reserve(length)
        var rest = value
        var index = length
        while index > 0 {
            index &-= 1
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            target[index] = UInt8(truncatingIfNeeded: 48 &+ remainder)
            rest = quotient
        }
        self.advance(by: length)
    }

    /// Appends a number in the fewest digits that read back as the same double.
    ///
    /// Whole numbers keep a `.0`, so that the type can be read off the text. A number that JSON cannot express becomes
    /// `null`; ``Properties`` never holds one (bug case O-01).
    public mutating func append(json value: Double) {
        let magnitude = value.magnitude
        if magnitude < 1e12, !(value == 0 && value.sign == .minus) {
            // Up to three decimals, which most measures and prices have: with at most 15 digits the decimal number is
            // the only one so short that reads back as this double, if it does so at all.
            let thousandths = UInt64((magnitude * 1000).rounded())
            if Double(thousandths) / 1000 == magnitude {
                self.append(thousandths: thousandths, isNegative: value < 0)
                return
            }
        }
        guard value.isFinite else { return self.append("null") }
        self.append(utf8: value.description)
    }

    /// Appends `true` or `false`.
    public mutating func append(json value: Bool) {
        self.append(value ? "true" : "false")
    }

    private mutating func append(thousandths: UInt64, isNegative: Bool) {
        if isNegative { self.append(byte: UInt8(ascii: "-")) }
        let (whole, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
        self.append(json: whole)
        let target = self.reserve(4)
        target[0] = UInt8(ascii: ".")
        target[1] = UInt8(truncatingIfNeeded: 48 &+ fraction / 100)
        target[2] = UInt8(truncatingIfNeeded: 48 &+ fraction / 10 % 10)
        target[3] = UInt8(truncatingIfNeeded: 48 &+ fraction % 10)
        self.advance(by: target[3] != 48 ? 4 : target[2] != 48 ? 3 : 2)
    }

    @inline(__always)
    private func digitCount(of value: UInt64) -> Int {
        if value < 10 { return 1 }
        if value < 100 { return 2 }
        if value < 1000 { return 3 }
        var count = 3
        var rest = value / 1000
        while rest > 0 {
            count &+= 1
            rest /= 10
        }
        return count
    }
}
