import SpoorWire

/// Texts as paths and events hold them.
enum PathText {
    /// The most characters of a text that an element shows.
    static let maxCharacters = 255

    /// A text of at most 255 characters.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > self.maxCharacters else { return text }
        // A character can be a heap of combining marks; four units are enough for what people write.
        return Limits.truncated(String(text.prefix(self.maxCharacters)), limit: self.maxCharacters * 4)
    }

    /// A text that says nothing is none.
    static func cutOrNil(_ text: String?) -> String? {
        guard let text, text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        return self.cut(text)
    }

    /// A name in a path, where `/` and `#` part, brackets number, and a star in a pattern stands for anything.
    ///
    /// Two different names stay different, and a pattern can say the name: the star of `buy*now` is `buy%2Anow` there.
    static func name(_ text: String) -> String {
        guard text.utf8.contains(where: { self.escape(of: $0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value), let escape = self.escape(of: byte) {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "/"): "%2F"
        case UInt8(ascii: "#"): "%23"
        case UInt8(ascii: "["): "%5B"
        case UInt8(ascii: "]"): "%5D"
        case UInt8(ascii: "*"): "%2A"
        case UInt8(ascii: "%"): "%25"
        default: nil
        }
    }

    /// A text in an event path, where `#` begins a part and `=` a value.
    static func inEventPath(_ text: String) -> String {
        let cut = self.cut(text)
        guard cut.utf8.contains(where: { $0 == 0x23 || $0 == 0x3D || $0 == 0x25 || $0 < 0x20 }) else { return cut }
        var result = ""
        for scalar in cut.unicodeScalars {
            switch scalar {
            case "#": result += "%23"
            case "=": result += "%3D"
            case "%": result += "%25"
            case "\n", "\r": result += "%0A"
            case "\t": result += "%09"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A property's value as text.
    static func text(of value: PropertyValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .number(let number): self.number(number)
        case .boolean(let flag): flag ? "1" : "0"
        case .date(let milliseconds): String(milliseconds)
        case .list(let texts): texts.joined(separator: ",")
        case .datedList(let elements): elements.map(self.text).joined(separator: ",")
        }
    }

    private static func text(of element: PropertyValue.Element) -> String {
        switch element {
        case .text(let text): text
        case .date(let milliseconds): String(milliseconds)
        }
    }

    /// A number in its shortest form: `3`, `0.5`.
    static func number(_ value: Double) -> String {
        guard let whole = Int64(exactly: value) else { return value.description }
        return String(whole)
    }

    /// A number with six decimals, as the Sensors SDKs write the value of a slider.
    static func sixDecimals(_ value: Double) -> String {
        let scaled = (value.magnitude * 1_000_000).rounded()
        guard scaled.isFinite, scaled < 9e18 else { return value.description }
        let digits = Int64(scaled)
        let decimals = String(digits % 1_000_000)
        let sign = value < 0 && digits > 0 ? "-" : ""
        return sign + String(digits / 1_000_000) + "." + String(repeating: "0", count: 6 - decimals.count) + decimals
    }
}
