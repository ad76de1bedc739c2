import Foundation
import SpoorWire

/// A dictionary as Objective-C hands it over, copied and converted at once.
///
/// What the caller does with its mutable dictionaries, arrays and sets afterwards changes nothing (bug case O-18), and
/// boolean numbers stay booleans (bug case O-02). On every platform, so that the rules are tested where there is no
/// Objective-C, too.
struct ObjectProperties {
    /// The properties, and which of them were refused.
    let properties: Properties

    /// A sentence about keys that are not text; nil where all are.
    let warning: String?

    /// Copies and converts a dictionary.
    ///
    /// - Parameter objects: keys should be text; what may be a value says ``PropertyConvertible``.
    init(_ objects: [AnyHashable: Any]?) {
        let (values, warning) = Self.values(objects ?? [:])
        self.properties = Properties(values)
        self.warning = warning
    }

    /// The pairs whose keys are text, and a sentence about the others; nil where there are none.
    static func values(_ objects: [AnyHashable: Any]) -> (values: [String: Any], warning: String?) {
        var values: [String: Any] = [:]
        values.reserveCapacity(objects.count)
        var refused = 0
        for (key, value) in objects {
            if let text = ObjectTexts.text(key.base) {
                values[text] = value
            } else {
                refused += 1
            }
        }
        guard refused > 0 else { return (values, nil) }
        return (values, "\(refused) properties were dropped because their keys are not text; use NSString keys.")
    }

    /// What the app's own code answered: any object, or none.
    ///
    /// - Parameters:
    ///   - answer: a dictionary; nil stands for an empty one.
    ///   - origin: who answered, for the sentence.
    /// - Returns: the properties; none, with a warning, of an object of another class.
    static func answered(_ answer: Any?, by origin: String = "A block") -> Self {
        guard let answer, !(answer is NSNull) else { return Self(nil) }
        if let objects = answer as? [AnyHashable: Any] { return Self(objects) }
        return Self(
            properties: Properties(),
            warning: "\(origin) answered a \(type(of: answer)) in place of a dictionary: it adds no properties."
        )
    }

    private init(properties: Properties, warning: String?) {
        self.properties = properties
        self.warning = warning
    }
}
