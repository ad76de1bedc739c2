/// A decimal number of any size, kept and compared exactly.
///
/// Going through a `Double` would make 9007199254740993 and 9007199254740992 one number (bug case O-03).
public struct ExactNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let isNegative: Bool
    /// Significant digits without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// The value is 0.d1d2d3… times ten to this power.
    private let exponent: Int

    /// Reads the text of a JSON number, such as `12`, `-0.50` or `1e400`.
    public init?(_ text: some StringProtocol) {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        let whole = bytes.prefix { (48...57).contains($0) }
        guard !whole.isEmpty else { return nil }
        bytes = bytes.dropFirst(whole.count)
        var fraction = bytes.prefix(0)
        if bytes.first == UInt8(ascii: ".") {
            fraction = bytes.dropFirst().prefix { (48...57).contains($0) }
            guard !fraction.isEmpty else { return nil }
            bytes = bytes.dropFirst(fraction.count + 1)
        }
        guard let power = ExactNumber.power(of: bytes) else { return nil }
        var digits = Array(whole) + Array(fraction)
        let leading = digits.prefix { $0 == 48 }.count
        digits.removeFirst(leading)
        while digits.last == 48 { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : whole.count - leading + power
    }

    /// The number in plain decimals, or with an exponent where that would need more than 40 digits.
    public var description: String {
        guard !self.digits.isEmpty else { return "0" }
        let sign = self.isNegative ? "-" : ""
        let text = String(decoding: self.digits, as: UTF8.self)
        let point = self.exponent
        if point > 40 || point < -20 {
            let rest = text.dropFirst()
            return sign + text.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + String(point - 1)
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + text }
        if text.count <= point { return sign + text + String(repeating: "0", count: point - text.count) }
        return sign + text.prefix(point) + "." + text.dropFirst(point)
    }

    /// Orders numbers by value.
    public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmallerInSize(than: left) : left.isSmallerInSize(than: right)
    }

    private func isSmallerInSize(than other: ExactNumber) -> Bool {
        if self.digits.isEmpty || other.digits.isEmpty { return self.digits.isEmpty && !other.digits.isEmpty }
        if self.exponent != other.exponent { return self.exponent < other.exponent }
        return self.digits.lexicographicallyPrecedes(other.digits)
    }

    private static func power(of bytes: some Collection<UInt8>) -> Int? {
        guard let mark = bytes.first else { return 0 }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
        let rest = bytes.dropFirst()
        // An exponent of more than six digits cannot be told from infinity by anyone.
        guard (1...7).contains(rest.count), let power = Int(String(decoding: rest, as: UTF8.self)) else { return nil }
        return power
    }
}
