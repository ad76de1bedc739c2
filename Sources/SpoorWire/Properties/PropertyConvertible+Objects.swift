// Values that come out of `[String: Any]` dictionaries may be Foundation's classes, on Linux as well; this is the one
// file that needs all of Foundation for them.
public import Foundation

extension NSNumber: PropertyConvertible {
    /// The number in the type it was made with: a boolean stays one, and integers keep all digits.
    ///
    /// The class decides, since a cast turns 1 into `true` and `true` into 1 (bug case O-02).
    public var propertyConversion: PropertyConversion {
        if type(of: self) == booleanClass { return .value(.boolean(self.boolValue)) }
        if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.propertyConversion }
        switch UInt8(bitPattern: self.objCType.pointee) {
        case UInt8(ascii: "d"): return self.doubleValue.propertyConversion
        case UInt8(ascii: "f"): return self.floatValue.propertyConversion
        case UInt8(ascii: "Q"): return .value(.whole(self.uint64Value))
        default: return .value(.integer(self.int64Value))
        }
    }
}

/// The private class of boolean numbers, the same on every platform's Foundation for both values.
private let booleanClass: AnyClass = type(of: NSNumber(value: true))

extension NSString: PropertyConvertible {
    /// The text.
    public var propertyConversion: PropertyConversion { .value(.string(String(describing: self))) }
}

extension NSDate: PropertyConvertible {
    /// The conversion of the date.
    public var propertyConversion: PropertyConversion {
        Date(timeIntervalSinceReferenceDate: self.timeIntervalSinceReferenceDate).propertyConversion
    }
}

extension NSURL: PropertyConvertible {
    /// The absolute text.
    public var propertyConversion: PropertyConversion {
        let text: String? = self.absoluteString  // Optional on Apple platforms alone.
        guard let text else { return .unsupported("The URL has no text.") }
        return .value(.string(text))
    }
}

extension NSUUID: PropertyConvertible {
    /// The usual text in upper case.
    public var propertyConversion: PropertyConversion { .value(.string(self.uuidString)) }
}

extension NSData: PropertyConvertible {
    /// Base64 text.
    public var propertyConversion: PropertyConversion { Data(referencing: self).propertyConversion }
}

extension NSNull: PropertyConvertible {
    /// No value.
    public var propertyConversion: PropertyConversion { .absent }
}

extension NSArray: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion { ListText.conversion(of: self) }
}

extension NSSet: PropertyConvertible {
    /// The list of its elements' texts, sorted so that equal sets are written alike.
    public var propertyConversion: PropertyConversion { ListText.sortedConversion(of: self, count: self.count) }
}

extension CGFloat: PropertyConvertible {
    /// The number.
    public var propertyConversion: PropertyConversion { Double(self).propertyConversion }
}

extension NSArray: CountedContainer {}
extension NSDictionary: KeyedContainer {}
