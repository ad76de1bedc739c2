public import SpoorWire

/// A property's value as analyses compare it: by its JSON type and exact text.
///
/// The type comes from the JSON, never from the look of the text: "0012" is a string and keeps its zeros, 12 is a number
/// (bug case O-37). Numbers keep all their digits (O-03).
public enum PropertyText: Hashable, Sendable {
    /// The event does not carry the property, or carries null.
    case absent
    /// A JSON string.
    case string(String)
    /// A JSON number; 12 and 12.0 are the same value.
    case number(ExactNumber)
    /// A JSON boolean.
    case boolean(Bool)
    /// A JSON array, by its texts in order.
    case list([String])
    /// A JSON object, or a number that no arithmetic can hold, as its JSON text.
    case other(String)

    /// Reads a JSON value.
    public init(_ value: JSONValue?) {
        switch value {
        case nil, .null?: self = .absent
        case .string(let text)?: self = .string(text)
        case .bool(let flag)?: self = .boolean(flag)
        case .number(let text)?:
            if let number = ExactNumber(text) { self = .number(number) } else { self = .other(text) }
        case .array(let elements)?: self = .list(elements.map { PropertyText($0).text })
        case .object(let members)?: self = .other(JSONValue.object(members).jsonText)
        }
    }

    /// The name of the type, for people and programs.
    public var typeName: String {
        switch self {
        case .absent: "absent"
        case .string: "string"
        case .number: "number"
        case .boolean: "boolean"
        case .list: "list"
        case .other: "other"
        }
    }

    /// The exact text of the value, without quotes.
    public var text: String {
        switch self {
        case .absent: ""
        case .string(let text), .other(let text): text
        case .number(let number): number.description
        case .boolean(let flag): flag ? "true" : "false"
        case .list(let elements): "[" + elements.joined(separator: ", ") + "]"
        }
    }
}
