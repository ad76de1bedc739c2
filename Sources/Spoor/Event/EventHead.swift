#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
#error("No C library with memcpy is known for this platform.")
#endif

/// The front of an event: what is only known under the lock, written straight into the journal.
enum EventHead {
    /// The most bytes a head takes besides the identity's: keys, a producer of 64 bytes and five numbers.
    static let room = 256

    /// Writes `{"_id":…,"_seq":…,"time":…,"_track_id":…,`, `"_clock_offset":…,` where it is known, and the identity.
    ///
    /// - Parameters:
    ///   - sequence: the event's sequence number.
    ///   - milliseconds: the event's time.
    ///   - clockOffset: server time less device time in milliseconds; nil where it is not known.
    ///   - producer: the producer's name, ASCII without quotes or backslashes.
    ///   - identity: the encoded ids, with a comma at their end.
    ///   - target: where the bytes go; at least ``room`` and the identity's bytes large.
    /// - Returns: how many bytes were written.
    static func write(
        sequence: UInt64,
        milliseconds: Int64,
        clockOffset: Int64?,
        producer: [UInt8],
        identity: [UInt8],
        into target: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard producer.count <= 64, target.count >= Self.room + identity.count else { return 0 }
        var cursor = Cursor(target: target)
        cursor.put("{\"_id\":\"")
        cursor.put(producer)
        cursor.put("-")
        cursor.put(sequence)
        cursor.put("\",\"_seq\":")
        cursor.put(sequence)
        cursor.put(",\"time\":")
        if milliseconds < 0 { cursor.put("-") }
        cursor.put(milliseconds.magnitude)
        cursor.put(",\"_track_id\":")
        cursor.put(Self.trackID(sequence, milliseconds))
        cursor.put(",")
        if let clockOffset {
            cursor.put("\"_clock_offset\":")
            if clockOffset < 0 { cursor.put("-") }
            cursor.put(clockOffset.magnitude)
            cursor.put(",")
        }
        cursor.put(identity)
        return cursor.count
    }

    /// A number that looks random, for receivers that know no `_id`: the sequence and time, well mixed.
    private static func trackID(_ sequence: UInt64, _ milliseconds: Int64) -> UInt64 {
        var mixed = (sequence &+ UInt64(bitPattern: milliseconds) << 20) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 27
        return mixed >> 32
    }
}

/// Writes bytes one behind another; the caller has made sure that they fit.
private struct Cursor {
    let target: UnsafeMutableRawBufferPointer
    var count = 0

    mutating func put(_ text: StaticString) {
        self.copy(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount)
    }

    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { source in
            if let base = source.baseAddress { self.copy(base, source.count) }
        }
    }

    mutating func put(_ number: UInt64) {
        var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { buffer in
            var left = number
            var position = buffer.count
            repeat {
                let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
                position -= 1
                buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                left = quotient
            } while left > 0
            if let base = buffer.baseAddress { self.copy(UnsafeRawPointer(base) + position, buffer.count - position) }
        }
    }

    private mutating func copy(_ source: UnsafeRawPointer, _ length: Int) {
        guard let base = target.baseAddress else { return }
        memcpy(base + self.count, source, length)
        self.count += length
    }
}
