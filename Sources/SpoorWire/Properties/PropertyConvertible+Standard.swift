extension PropertyValue: PropertyConvertible {
    /// The value itself, unless it is a number that JSON cannot express (bug case O-01).
    public var propertyConversion: PropertyConversion {
        switch self {
        case .number(let value): value.propertyConversion
        case .list(let texts): texts.propertyConversion
        case .datedList(let elements): elements.propertyConversion
        case .string, .integer, .unsigned, .boolean, .date: .value(self)
        }
    }
}

extension PropertyValue.Element: PropertyConvertible {
    /// The text or date that it is.
    public var propertyConversion: PropertyConversion {
        switch self {
        case .text(let text): .value(.string(text))
        case .date(let milliseconds): .value(.date(milliseconds: milliseconds))
        }
    }
}

extension String: PropertyConvertible {
    /// The text.
    public var propertyConversion: PropertyConversion { .value(.string(self)) }
}

extension Substring: PropertyConvertible {
    /// The text, copied out of its base.
    public var propertyConversion: PropertyConversion { .value(.string(String(self))) }
}

extension Character: PropertyConvertible {
    /// The character as text.
    public var propertyConversion: PropertyConversion { .value(.string(String(self))) }
}

extension StaticString: PropertyConvertible {
    /// The text.
    public var propertyConversion: PropertyConversion { .value(.string(self.description)) }
}

extension Bool: PropertyConvertible {
    /// True or false.
    public var propertyConversion: PropertyConversion { .value(.boolean(self)) }
}

extension Double: PropertyConvertible {
    /// The number, or why a non-finite one is dropped.
    public var propertyConversion: PropertyConversion {
        guard self.isFinite else { return .unsupported("The number is \(self), which JSON cannot express.") }
        return .value(.number(self))
    }
}

extension Float: PropertyConvertible {
    /// The double with the same shortest digits, so that `Float(0.1)` is written as 0.1.
    public var propertyConversion: PropertyConversion {
        guard self.isFinite, let widened = Double(self.description) else { return Double(self).propertyConversion }
        return .value(.number(widened))
    }
}

extension Duration: PropertyConvertible {
    /// The seconds as a number.
    public var propertyConversion: PropertyConversion {
        let (seconds, attoseconds) = self.components
        return (Double(seconds) + Double(attoseconds) / 1e18).propertyConversion
    }
}

extension Int: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension Int8: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension Int16: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension Int32: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension Int64: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(self)) }
}

extension UInt: PropertyConvertible {
    /// The whole number, exact up to `UInt64.max`.
    public var propertyConversion: PropertyConversion { .value(.whole(UInt64(self))) }
}

extension UInt8: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension UInt16: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension UInt32: PropertyConvertible {
    /// The whole number.
    public var propertyConversion: PropertyConversion { .value(.integer(Int64(self))) }
}

extension UInt64: PropertyConvertible {
    /// The whole number, exact up to `UInt64.max`.
    public var propertyConversion: PropertyConversion { .value(.whole(self)) }
}
