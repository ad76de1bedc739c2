extension WireDate {
    /// Reads a date text, and gives its milliseconds as if it had been written in UTC.
    ///
    /// Accepts `yyyy-MM-dd`, with or without a time `HH:mm:ss` after a blank or `T`, with or without a fraction of one
    /// to nine digits (cut to milliseconds), and with or without a zone `Z` or `+hh:mm`. Without a zone, subtract the
    /// offset that the event names (`$timezone_offset`). Nil for anything else, and for a day that does not exist.
    public static func parse(_ bytes: UnsafeRawBufferPointer) -> (milliseconds: Int64, hasZone: Bool)? {
        var reader = DigitReader(bytes: bytes)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isValid else { return nil }
        var milliseconds = date.daysSince1970 * 86_400_000
        if reader.isAtEnd { return (milliseconds, false) }
        guard reader.skip(" ") || reader.skip("T"), let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
            let second = reader.number(digits: 2), second < 61
        else { return nil }
        milliseconds += Int64(((hour * 60 + minute) * 60 + second) * 1000)
        if reader.skip(".") {
            guard let fraction = reader.fraction() else { return nil }
            milliseconds += Int64(fraction)
        }
        if reader.isAtEnd { return (milliseconds, false) }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        return (milliseconds - Int64(offset) * 1000, true)
    }

    /// Reads a date text; see the form over bytes.
    public static func parse(_ text: String) -> (milliseconds: Int64, hasZone: Bool)? {
        var text = text
        return text.withUTF8 { self.parse(UnsafeRawBufferPointer($0)) }
    }
}

/// Reads fixed-width digits off a byte buffer.
private struct DigitReader {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { self.position == self.bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard self.position < self.bytes.count, self.bytes[self.position] == UInt8(ascii: character) else {
            return false
        }
        self.position += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard self.bytes.count - self.position >= digits else { return nil }
        var value = 0
        for _ in 0..<digits {
            let digit = self.bytes[self.position] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
            self.position += 1
        }
        return value
    }

    /// One to nine digits after the point, as milliseconds.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while self.position < self.bytes.count, count < 10 {
            let digit = self.bytes[self.position] &- 48
            guard digit < 10 else { break }
            if count < 3 { value = value * 10 + Int(digit) }
            count += 1
            self.position += 1
        }
        guard (1...9).contains(count) else { return nil }
        return count == 1 ? value * 100 : count == 2 ? value * 10 : value
    }

    /// The seconds east of Greenwich of `Z`, `+hh:mm` or `+hhmm`.
    mutating func zone() -> Int? {
        if self.skip("Z") { return 0 }
        let isWest = self.skip("-")
        guard isWest || self.skip("+"), let hours = self.number(digits: 2), hours < 24 else { return nil }
        _ = self.skip(":")
        guard let minutes = self.number(digits: 2), minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
