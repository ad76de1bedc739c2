import Foundation

/// Arrays and dictionaries of texts as Objective-C hands them over.
///
/// Where Swift's type says what they hold, an object of another class ends the app when it is looked at. So they are
/// taken as they come, and what is of another class is left out. On every platform, so that it is tested.
enum ObjectTexts {
    /// The texts of an array, without what is none.
    static func list(_ objects: [Any]) -> [String] { objects.compactMap(Self.text) }

    /// The pairs of a dictionary of which both parts are texts.
    static func pairs(_ objects: [AnyHashable: Any]) -> [String: String] {
        Self.values(objects).compactMapValues(Self.text)
    }

    /// The pairs of a dictionary of which the key is a text.
    static func values(_ objects: [AnyHashable: Any]) -> [String: Any] {
        var values: [String: Any] = [:]
        for (key, value) in objects { if let text = Self.text(key.base) { values[text] = value } }
        return values
    }

    /// The whole numbers of an array, without what is none.
    static func numbers(_ objects: [Any]) -> [Int] {
        objects.compactMap { $0 as? Int ?? ($0 as? NSNumber)?.intValue }
    }

    /// A text, of Swift's or of Objective-C's class.
    static func text(_ object: Any) -> String? {
        if let text = object as? String { return text }
        return (object as? NSString).map { String(describing: $0) }
    }
}
