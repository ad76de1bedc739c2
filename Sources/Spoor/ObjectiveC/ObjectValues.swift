import Foundation
import SpoorWire

/// Properties as objects that Objective-C reads: the inverse of ``ObjectProperties``.
///
/// What is converted back without a change is the same value: numbers are made in their own type, so that a boolean stays
/// one and whole numbers keep all digits. On every platform, so that it is tested.
enum ObjectValues {
    /// The objects of all properties.
    static func objects(_ properties: Properties) -> [String: Any] {
        var objects: [String: Any] = [:]
        objects.reserveCapacity(properties.count)
        for entry in properties.entries { objects[entry.key] = self.object(entry.value) }
        return objects
    }

    /// The object of one property: a text, a number, a date, or a list of texts and dates.
    static func object(_ value: PropertyValue) -> Any {
        switch value {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .unsigned(let number): NSNumber(value: number)
        case .number(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let milliseconds): ObjectTime.date(milliseconds: milliseconds)
        case .list(let texts): texts
        case .datedList(let elements): elements.map(self.object)
        }
    }

    private static func object(_ element: PropertyValue.Element) -> Any {
        switch element {
        case .text(let text): text
        case .date(let milliseconds): ObjectTime.date(milliseconds: milliseconds)
        }
    }
}
