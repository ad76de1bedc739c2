import CommandLineKit
import SpoorWire

/// Properties as they are typed: `key=value`.
enum SendProperties {
    /// Reads the words.
    ///
    /// - Throws: `UsageFailure` for a word without `=`, for a key that may not be one, and for one that was given before.
    static func read(_ words: [String]) throws(UsageFailure) -> Properties {
        var properties = Properties()
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw UsageFailure("'\(word.echoed)' is no property: write KEY=VALUE, such as price=19.9.")
            }
            let key = String(word[..<equals])
            if let problem = Naming.checkOwnProperty(key) { throw UsageFailure("\(problem)") }
            guard properties[key] == nil else {
                throw UsageFailure("'\(key)' was given more than once: give each property one value.")
            }
            properties[key] = Self.value(String(word[word.index(after: equals)...]))
        }
        return properties
    }

    private static func value(_ text: String) -> PropertyValue {
        switch try? JSONValue(parsing: text) {
        case .bool(let flag): return .boolean(flag)
        case .string(let inner): return .string(inner)
        case .number(let digits):
            if let number = Int64(digits) { return .integer(number) }
            if let number = UInt64(digits) { return .unsigned(number) }
            if let number = Double(digits), number.isFinite { return .number(number) }
            return .string(text)
        case .array(let elements):
            let texts = elements.compactMap(\.stringValue)
            return texts.count == elements.count ? .list(texts) : .string(text)
        case .object, .null, nil: return .string(text)
        }
    }
}
