import SpoorWire

/// Writes numbers of answers for a table.
enum Figures {
    /// A share as a percentage with one decimal; nothing where it is not known.
    static func percent(_ share: Double?) -> String {
        guard let share, share.isFinite else { return "" }
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// A length of time in its two largest units; nothing where it is not known.
    static func duration(milliseconds: Double?) -> String {
        guard let milliseconds, milliseconds.isFinite, milliseconds >= 0, milliseconds < 1e15 else { return "" }
        let whole = Int(milliseconds.rounded())
        guard whole >= 1000 else { return "\(whole) ms" }
        let units = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)]
        var rest = whole
        var parts: [String] = []
        for (unit, length) in units where parts.count < 2 {
            let count = rest / length
            rest %= length
            if count > 0 || !parts.isEmpty { parts.append("\(count) \(unit)") }
        }
        return parts.joined(separator: " ")
    }

    /// A whole number with its digits; nothing where it is not known.
    static func count(_ value: JSONValue?) -> String {
        value?.int64Value.map(String.init) ?? ""
    }
}
