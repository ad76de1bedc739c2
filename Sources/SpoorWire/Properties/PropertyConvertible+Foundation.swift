#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: PropertyConvertible {
    /// The instant to the millisecond, or why one outside the years 1 to 9999 is dropped.
    public var propertyConversion: PropertyConversion {
        guard let milliseconds = WireDate.milliseconds(of: self) else {
            return .unsupported("The date lies outside the years 1 to 9999.")
        }
        return .value(.date(milliseconds: milliseconds))
    }
}

extension UUID: PropertyConvertible {
    /// The usual text in upper case.
    public var propertyConversion: PropertyConversion { .value(.string(self.uuidString)) }
}

extension URL: PropertyConvertible {
    /// The absolute text.
    public var propertyConversion: PropertyConversion { .value(.string(self.absoluteString)) }
}

extension Data: PropertyConvertible {
    /// Base64 text.
    public var propertyConversion: PropertyConversion {
        // Three quarters of these bytes would do: the rest of the text is cut off in any case.
        .value(.string(self.prefix(Limits.maxCrashReasonUnits).base64EncodedString()))
    }
}

extension Decimal: PropertyConvertible {
    /// A whole number with all its digits where it fits in 64 bits, else the nearest double.
    public var propertyConversion: PropertyConversion {
        // Its text is exact, and unlike the arithmetic it can neither trap nor be off by one.
        guard !self.isNaN else { return .unsupported("The number is \(Double.nan), which JSON cannot express.") }
        let text = self.description
        if let whole = Int64(text) { return .value(.integer(whole)) }
        if let whole = UInt64(text) { return .value(.unsigned(whole)) }
        guard let number = Double(text) else { return .unsupported("The decimal '\(text)' is not a number.") }
        return number.propertyConversion
    }
}
