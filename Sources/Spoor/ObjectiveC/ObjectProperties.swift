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
        var values: [String: Any] = [:]
        values.reserveCapacity(objects?.count ?? 0)
        var refused = 0
        for (key, value) in objects ?? [:] {
            if let text = ObjectTexts.text(key.base) {
                values[text] = value
            } else {
                refused += 1
            }
        }
        self.properties = Properties(values)
        self.warning =
            refused == 0
            ? nil : "\(refused) properties were dropped because their keys are not text; use NSString keys."
    }

    /// What a block of the app's answered: any object, or none.
    ///
    /// - Parameter answer: a dictionary; nil stands for an empty one.
    /// - Returns: the properties; none, with a warning, of an object of another class.
    static func answered(_ answer: Any?) -> Self {
        guard let answer, !(answer is NSNull) else { return Self(nil) }
        if let objects = answer as? [AnyHashable: Any] { return Self(objects) }
        return Self(
            properties: Properties(),
            warning: "A block answered a \(type(of: answer)) in place of a dictionary: it adds no properties."
        )
    }

    private init(properties: Properties, warning: String?) {
        self.properties = properties
        self.warning = warning
    }
}
