/// A JSON value as a tree; for what is small or rare, where ``JSONScanner`` would be too bare.
public enum JSONValue: Sendable {
    /// One member of an object.
    public typealias Member = (key: String, value: JSONValue)

    /// Null.
    case null

    /// True or false.
    case bool(Bool)

    /// A number, as its exact digits (bug case O-03).
    case number(String)

    /// Text.
    case string(String)

    /// An array.
    case array([JSONValue])

    /// An object, its members in the order they came.
    case object([Member])

    /// A whole number.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

    /// A number in its shortest digits; null for one that JSON cannot express.
    public static func double(_ value: Double) -> JSONValue { value.isFinite ? .number(value.description) : .null }

    /// The value of the last member named `key`; nil when there is none or this is no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The element at `index`; nil when there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text; nil when this is none.
    public var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// True or false; nil when this is neither, such as 1 (bug case O-02).
    public var boolValue: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    /// The whole number; nil when this is none, or one that does not fit.
    public var int64Value: Int64? {
        if case .number(let digits) = self { return Int64(digits) }
        return nil
    }

    /// The whole number; nil when this is none, or one that does not fit.
    public var uint64Value: UInt64? {
        if case .number(let digits) = self { return UInt64(digits) }
        return nil
    }

    /// The nearest double; nil when this is no number, or one beyond the largest double.
    public var doubleValue: Double? {
        guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
        return value
    }

    /// The elements; nil when this is no array.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    /// The members; nil when this is no object.
    public var objectValue: [Member]? {
        if case .object(let members) = self { return members }
        return nil
    }

    /// True for null.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

extension JSONValue: Equatable {
    /// True when both are written alike, except that the order of members does not matter.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let members), .object(let others)):
            // Of members with one name the last counts, on either side.
            members.count == others.count && members.allSatisfy { left[$0.key] == right[$0.key] }
                && others.allSatisfy { left[$0.key] != nil }
        default: false
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates true or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (key: $0.0, value: $0.1) })
    }
}
