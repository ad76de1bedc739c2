/// Dates as the wire format writes them: `yyyy-MM-dd HH:mm:ss.SSS`.
///
/// Always Gregorian, ASCII digits, a 24-hour clock and the year the day lies in, whatever the device's calendar, locale
/// or clock setting: the digits come from civil-date arithmetic, not from a formatter (bug case O-04).
public enum WireDate {
    /// The first instant that can be written, the beginning of the year 1 in UTC, in milliseconds since 1970.
    public static let earliest: Int64 = -62_135_596_800_000

    /// The last instant that can be written, the end of the year 9999 in UTC, in milliseconds since 1970.
    public static let latest: Int64 = 253_402_300_799_999

    /// The length of the text in bytes.
    static let length = 23

    /// Writes the date of `milliseconds` since 1970, shown in a zone `offsetSeconds` east of Greenwich.
    ///
    /// Instants outside ``earliest`` … ``latest`` are written as the nearest one.
    public static func append(milliseconds: Int64, offsetSeconds: Int, to writer: inout ByteWriter) {
        let target = writer.reserve(self.length)
        self.write(milliseconds: milliseconds, offsetSeconds: offsetSeconds, to: target)
        writer.advance(by: self.length)
    }

    /// The date of `milliseconds` since 1970 as text in `zone`.
    public static func text(milliseconds: Int64, zone: any ZoneOffsets) -> String {
        let offset = zone.secondsFromGMT(atMilliseconds: milliseconds)
        return String(unsafeUninitializedCapacity: self.length) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            self.write(milliseconds: milliseconds, offsetSeconds: offset, to: base)
            return self.length
        }
    }

    private static func write(milliseconds: Int64, offsetSeconds: Int, to target: UnsafeMutablePointer<UInt8>) {
        let clamped = min(max(milliseconds, self.earliest), self.latest)
        // Real zones lie within 26 hours; the clamp keeps the sum inside what four digits show.
        let offset = Int64(min(max(offsetSeconds, -93_600), 93_600)) * 1000
        let local = min(max(clamped + offset, self.earliest), self.latest)
        let (days, ofDay) = local.dividedByFloor(86_400_000)
        let date = CivilDate(daysSince1970: days)
        let millisecond = Int(ofDay)
        self.put(date.year, digits: 4, at: target)
        target[4] = UInt8(ascii: "-")
        self.put(date.month, digits: 2, at: target + 5)
        target[7] = UInt8(ascii: "-")
        self.put(date.day, digits: 2, at: target + 8)
        target[10] = UInt8(ascii: " ")
        self.put(millisecond / 3_600_000, digits: 2, at: target + 11)
        target[13] = UInt8(ascii: ":")
        self.put(millisecond / 60_000 % 60, digits: 2, at: target + 14)
        target[16] = UInt8(ascii: ":")
        self.put(millisecond / 1000 % 60, digits: 2, at: target + 17)
        target[19] = UInt8(ascii: ".")
        self.put(millisecond % 1000, digits: 3, at: target + 20)
    }

    @inline(__always)
    private static func put(_ value: Int, digits: Int, at target: UnsafeMutablePointer<UInt8>) {
        var rest = value
        var index = digits - 1
        while index >= 0 {
            target[index] = UInt8(truncatingIfNeeded: 48 + rest % 10)
            rest /= 10
            index -= 1
        }
    }
}
