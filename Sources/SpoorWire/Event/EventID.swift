/// The unique id of an event: `<producer>-<sequence>`.
///
/// It is made when the event is recorded, never when it is sent, so that a second upload carries the same one (bug case
/// O-08). Its two parts let a receiver remember what has arrived as ranges of numbers per producer.
public enum EventID {
    /// The longest producer, in bytes.
    public static let maxProducerLength = 64

    /// The id of the event with number `sequence` of `producer`.
    public static func make(producer: String, sequence: UInt64) -> String { "\(producer)-\(sequence)" }

    /// True when `producer` is 1 to 64 ASCII letters, digits, `_` or `.`.
    ///
    /// There is no hyphen in it: a UUID of another client's event must not be taken for a producer and a number.
    public static func isValidProducer(_ producer: String) -> Bool {
        var producer = producer
        return producer.withUTF8 { self.isValidProducer(UnsafeRawBufferPointer($0)) }
    }

    /// Splits an id into producer and sequence; nil for ids of another form, which are kept as they are.
    ///
    /// Only the one spelling that ``make(producer:sequence:)`` gives is accepted (no leading zero, at most `Int64.max`),
    /// so that different texts stay different ids.
    public static func parse(_ bytes: UnsafeRawBufferPointer) -> (producer: Range<Int>, sequence: UInt64)? {
        guard let hyphen = bytes.firstIndex(of: UInt8(ascii: "-")), hyphen > 0,
            self.isValidProducer(UnsafeRawBufferPointer(rebasing: bytes[..<hyphen]))
        else { return nil }
        let digits = bytes[(hyphen + 1)...]
        guard let first = digits.first, digits.count <= 19, digits.count == 1 || first != UInt8(ascii: "0") else {
            return nil
        }
        var sequence: UInt64 = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            sequence = sequence &* 10 &+ UInt64(digit)  // 19 digits fit in 64 bits.
        }
        guard sequence <= UInt64(Int64.max) else { return nil }
        return (0..<hyphen, sequence)
    }

    /// Splits an id; see the form over bytes.
    public static func parse(_ text: String) -> (producer: String, sequence: UInt64)? {
        var text = text
        return text.withUTF8 { utf8 in
            guard let parts = self.parse(UnsafeRawBufferPointer(utf8)) else { return nil }
            return (String(decoding: utf8[parts.producer], as: UTF8.self), parts.sequence)
        }
    }

    private static func isValidProducer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard (1...self.maxProducerLength).contains(bytes.count) else { return false }
        return bytes.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
    }
}
