/// Reads a number as people write it.
///
/// A point is the decimal sign; commas, blanks, apostrophes and underscores group digits by threes, or as in India.
/// Where a comma follows points or blanks, or has one or two digits behind it (`1.299,50`, `12,5`), it is the decimal
/// sign, and points group. What has no one reading by this (`1,2345`, `1.2.3`), and other forms such as `0x10`, `1e5`,
/// `12 %` and `NaN`, is no number.
enum ShownNumber {
    /// The most characters of a number.
    private static let maxCharacters = 64

    /// The number that a text is; nil where it is none.
    static func value(of text: String) -> Double? {
        guard text.utf8.count <= 4 * self.maxCharacters, var written = self.plain(text) else { return nil }
        var sign = ""
        if let first = written.first, first == "-" || first == "+" {
            if first == "-" { sign = "-" }
            written.removeFirst()
        }
        guard let decimal = self.decimal(of: written) else { return nil }
        let (whole, rest) = (written[..<decimal.at], written[decimal.at...].dropFirst())
        guard !(whole.isEmpty && rest.isEmpty), rest.allSatisfy(\.isDigit), self.isGrouped(whole, decimal.sign) else {
            return nil
        }
        let digits = whole.filter(\.isDigit)
        guard let number = Double("\(sign)\(digits.isEmpty ? "0" : digits).\(rest.isEmpty ? "0" : String(rest))"),
            number.isFinite
        else { return nil }
        return number
    }

    /// The text with digits of any script as ASCII, and signs that look alike as one; nil where it has other characters.
    private static func plain(_ text: String) -> String? {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", ".", ",", "-", "+", "'", "_": result.unicodeScalars.append(scalar)
            case "\u{2212}": result += "-"
            case "\u{2019}", "\u{FF07}": result += "'"
            case "\u{066B}", "\u{FF0E}": result += "."
            case "\u{066C}", "\u{FF0C}": result += ","
            default:
                if scalar.properties.isWhitespace {
                    result += " "
                } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                    result += String(Int(value))
                } else {
                    return nil
                }
            }
        }
        let blank: (Character) -> Bool = { $0 == " " }
        let start = result.drop(while: blank)
        let count = start.reversed().prefix(while: blank).count
        let written = String(start.dropLast(count))
        return written.isEmpty || written.count > self.maxCharacters ? nil : written
    }

    /// Where the decimals begin, at the end where there are none, and their sign; nil for what has no one reading.
    private static func decimal(of text: String) -> (at: String.Index, sign: Character?)? {
        let (commas, points) = (text.indices.filter { text[$0] == "," }, text.indices.filter { text[$0] == "." })
        switch (commas.last, points.last) {
        case (nil, nil): return (text.endIndex, nil)
        case (let comma?, let point?):
            // The later one is the decimal sign, and stands once.
            let (last, count) = comma > point ? (comma, commas.count) : (point, points.count)
            return count == 1 ? (last, text[last]) : nil
        case (nil, let point?):
            return points.count == 1 ? (point, ".") : (text.endIndex, nil)
        case (let comma?, nil):
            let behind = text[comma...].count - 1
            let isAlone = commas.count == 1
            if isAlone, text.contains(where: { $0 == " " || $0 == "'" || $0 == "_" }) { return (comma, ",") }
            if isAlone, (1...2).contains(behind) || text.hasPrefix("0,") { return (comma, ",") }
            return (text.endIndex, nil)
        }
    }

    /// Whether the digits in front of the decimals are grouped by one sign, each group as long as it must be.
    private static func isGrouped(_ text: Substring, _ decimal: Character?) -> Bool {
        let signs = Set(text.filter { !$0.isDigit })
        guard let sign = signs.first else { return true }
        guard signs.count == 1, sign != decimal, sign != "-", sign != "+" else { return false }
        let groups = text.split(separator: sign, omittingEmptySubsequences: false).map(\.count)
        guard let first = groups.first, groups.last == 3, groups.count > 1, text.first != "0" else { return false }
        let middle = groups.dropFirst().dropLast()
        return (1...3).contains(first) && middle.allSatisfy { $0 == 3 }
            || (1...2).contains(first) && middle.allSatisfy { $0 == 2 }
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
