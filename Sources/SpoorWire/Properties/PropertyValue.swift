/// What one property of an event can hold.
///
/// These are the value types of the wire format: text, numbers, booleans, dates and lists of text. Everyday Swift
/// values become one of these through ``PropertyConvertible``; there is no nesting. A list is written as texts; one that
/// holds dates keeps them as instants until then, as a date that stands alone.
public enum PropertyValue: Equatable, Sendable {
    /// Text; longer than ``Limits/maxStringUnits`` is cut when it is written.
    case string(String)

    /// A whole number; all digits are kept (bug case O-03).
    case integer(Int64)

    /// A whole number above `Int64.max`; smaller ones are `integer`.
    case unsigned(UInt64)

    /// A finite number; a non-finite one is refused by ``Properties`` and never written (bug case O-01).
    case number(Double)

    /// True or false; never turned into 1 or 0 (bug case O-02).
    case boolean(Bool)

    /// An instant in milliseconds since 1970; written as ``WireDate`` text in the zone of the writer.
    case date(milliseconds: Int64)

    /// A list of texts, in order.
    case list([String])

    /// A list that holds a date, in order; lists without one are ``list(_:)``.
    case datedList([Element])

    /// One element of a list that holds a date.
    public enum Element: Hashable, Sendable {
        /// Text.
        case text(String)

        /// An instant in milliseconds since 1970; written as ``PropertyValue/date(milliseconds:)`` is.
        case date(milliseconds: Int64)
    }

    /// The smallest whole-number case that holds `value`.
    static func whole(_ value: UInt64) -> PropertyValue {
        if let signed = Int64(exactly: value) { return .integer(signed) }
        return .unsigned(value)
    }

    /// False for a number that JSON cannot express.
    var isWritable: Bool {
        if case .number(let value) = self { return value.isFinite }
        return true
    }
}

extension PropertyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// Creates a list of texts.
    public init(arrayLiteral elements: String...) { self = .list(elements) }
}
