/// One value as SQLite stores it.
public enum SQLiteValue: Equatable, Sendable {
    /// No value.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A double; SQLite turns a NaN into null.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
    ExpressibleByFloatLiteral
{
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a double.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
}
