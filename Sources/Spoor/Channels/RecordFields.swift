import SpoorChannel
import SpoorWire

/// The fields of a record as an app hands them over in a dictionary of anything, copied and converted at once.
///
/// What the caller does with its mutable dictionaries, arrays and data afterwards changes nothing (bug case O-18).
struct RecordFields {
    /// The most levels that are looked into: a collection may hold itself.
    private static let maxLevels = 32

    /// The fields that could be converted.
    private(set) var members: [String: JSONValue] = [:]

    /// The names of those that could not, sorted.
    private(set) var refused: [String] = []

    /// Whether more was passed than is looked at; what is here is a part of it then.
    var isTooLarge: Bool { self.room.isExhausted }

    private var room = MetaRoom()

    /// Converts a dictionary.
    init(_ values: [String: Any]) {
        self.room.take(elements: values.count)
        for (name, value) in values {
            guard self.room.take(name) else { return }
            switch self.convert(value, levels: Self.maxLevels) {
            case .success(let converted?): self.members[name] = converted
            case .success(nil): continue
            case .failure: self.refused.append(name)
            }
        }
        self.refused.sort()
    }

    /// A value that JSON cannot express, or for which there is no room.
    private struct NoForm: Error {}

    private mutating func convert(_ value: Any, levels: Int) -> Result<JSONValue?, NoForm> {
        guard levels > 0 else { return .failure(NoForm()) }
        if let json = value as? JSONValue { return .success(json) }
        // Before a cast, which converts every element.
        if let count = PropertyConversion.elementCount(of: value), !self.room.take(elements: count) {
            return .failure(NoForm())
        }
        if let dictionary = value as? [String: Any] { return self.convert(members: dictionary, levels: levels) }
        if let array = value as? [Any] {
            var elements: [JSONValue] = []
            for element in array {
                switch self.convert(element, levels: levels - 1) {
                case .success(let converted): elements.append(converted ?? .null)
                case .failure: return .failure(NoForm())
                }
            }
            return .success(.array(elements))
        }
        switch PropertyConversion(converting: value) {
        case .value(let property), .repaired(let property, _):
            let json = Self.json(property)
            if case .string(let text) = json { self.room.take(text) }
            return self.isTooLarge ? .failure(NoForm()) : .success(json)
        case .absent: return .success(nil)
        case .unsupported: return .failure(NoForm())
        }
    }

    private mutating func convert(members: [String: Any], levels: Int) -> Result<JSONValue?, NoForm> {
        var converted: [JSONValue.Member] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard self.room.take(name) else { return .failure(NoForm()) }
            switch self.convert(value, levels: levels - 1) {
            case .success(let value?): converted.append((key: name, value: value))
            case .success(nil): continue
            case .failure: return .failure(NoForm())
            }
        }
        return .success(.object(converted))
    }

    private static func json(_ property: PropertyValue) -> JSONValue? {
        switch property {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .unsigned(let number): .number(String(number))
        case .number(let number): .double(number)
        case .boolean(let flag): .bool(flag)
        case .date(let milliseconds): .integer(milliseconds)
        case .list(let texts): .array(texts.map { .string($0) })
        case .datedList(let elements): .array(elements.map(self.json))
        }
    }

    /// As an element of an array, a date stands as one that is alone.
    private static func json(_ element: PropertyValue.Element) -> JSONValue {
        switch element {
        case .text(let text): .string(text)
        case .date(let milliseconds): .integer(milliseconds)
        }
    }
}
