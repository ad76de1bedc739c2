/// What became of a Swift value that was given as a property.
public enum PropertyConversion: Equatable, Sendable {
    /// The value in the form it is written.
    case value(PropertyValue)

    /// A value that lost a part of itself on the way, and the sentence that says which.
    indirect case repaired(PropertyValue, String)

    /// There is no value (`nil`, `NSNull`); the pair is left out without a warning.
    case absent

    /// The value cannot be written, and the sentence that says why; the pair is left out with a warning.
    case unsupported(String)
}

/// A type whose values can be properties of an event.
///
/// | Swift | written as |
/// |---|---|
/// | `String`, `Substring`, `Character`, `StaticString`, `NSString` | text |
/// | `Int`…`Int64`, `UInt`…`UInt64` | whole number, all digits |
/// | `Double`, `Float`, `CGFloat`, `NSNumber` | number, shortest digits that read back equal; non-finite: dropped |
/// | `Decimal` | whole number or number, nearest double |
/// | `Bool`, boolean `NSNumber` | `true` or `false` |
/// | `Date`, `NSDate` | ``WireDate`` text; outside the years 1 to 9999: dropped |
/// | `Duration` | number of seconds |
/// | `UUID`, `URL` | text |
/// | `Data` | Base64 text |
/// | `Optional` | its value, at any depth; `nil` is left out |
/// | `Array`, `Set` | list of texts: each scalar element becomes its text (`true`, `2.5`, …), a date as one that stands alone, order kept, sets sorted; nested containers and non-finite numbers in it are dropped with a warning |
/// | `RawRepresentable` | its raw value |
/// | dictionaries, anything else | dropped with a warning |
///
/// The table answers bug case O-05. A type of your own conforms by saying what it is written as:
///
/// ```swift
/// extension Money: PropertyConvertible {
///     var propertyConversion: PropertyConversion { .value(.string("\(amount) \(currency)")) }
/// }
/// ```
public protocol PropertyConvertible {
    /// This value as a property, or why it cannot be one.
    var propertyConversion: PropertyConversion { get }
}

extension PropertyConvertible where Self: RawRepresentable {
    /// The conversion of the raw value, so that an enum only has to name the protocol.
    public var propertyConversion: PropertyConversion { PropertyConversion(converting: self.rawValue) }
}

extension PropertyConversion {
    /// Converts a value of any type by the table of ``PropertyConvertible``.
    ///
    /// The exact type decides, never a cast that might bridge a number to a boolean (bug case O-02).
    public init(converting value: Any) {
        self =
            ConversionDepth.deeper { PropertyConversion(convertingOneLevelOf: value) }
            ?? .unsupported("It is nested too deeply, or holds itself; pass a plain value.")
    }

    private init(convertingOneLevelOf value: Any) {
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            self = .value(.string(text))
        } else if let convertible = value as? any PropertyConvertible {
            self = convertible.propertyConversion
        } else if let raw = value as? any RawRepresentable {
            self = PropertyConversion(converting: raw.rawValue as Any)
        } else if value is any KeyedContainer {
            self = .unsupported("A dictionary cannot be a property; pass its members as properties of their own.")
        } else {
            self = .unsupported(
                "The type '\(type)' has no property form; pass text, a number, a Bool, a Date or a list."
            )
        }
    }
}

extension PropertyConversion {
    /// How many elements an array or a dictionary has, told without converting any.
    ///
    /// - Parameter value: any value.
    /// - Returns: the number; nil for what is neither.
    package static func elementCount(of value: Any) -> Int? { (value as? any CountedContainer)?.count }
}

/// An array or dictionary of anything, known by its type: a cast to another one converts every element.
protocol CountedContainer {
    var count: Int { get }
}

/// A dictionary among them.
protocol KeyedContainer: CountedContainer {}

extension Array: CountedContainer {}
extension Dictionary: KeyedContainer {}
