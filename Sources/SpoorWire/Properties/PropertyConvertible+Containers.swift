extension Optional: PropertyConvertible {
    /// The conversion of the wrapped value at any depth; `nil` is absent, never the text "nil" (bug case O-05).
    public var propertyConversion: PropertyConversion {
        switch self {
        case .none: .absent
        case .some(let wrapped): PropertyConversion(converting: wrapped)
        }
    }
}

extension Array: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion {
        if let texts = self as? [String] { return .value(.list(texts)) }
        return ListText.conversion(of: self)
    }
}

extension ContiguousArray: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion { Array(self).propertyConversion }
}

extension ArraySlice: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion { Array(self).propertyConversion }
}

extension Set: PropertyConvertible {
    /// The list of its elements' texts, sorted so that equal sets are written alike.
    public var propertyConversion: PropertyConversion { ListText.sortedConversion(of: self) }
}

/// The one rule for lists: every scalar element becomes its text; what has no text is dropped and named.
enum ListText {
    static func conversion(of elements: some Sequence) -> PropertyConversion {
        ConversionDepth.insideList { self.listConversion(of: elements) }
            ?? .unsupported("A list cannot hold a list.")
    }

    private static func listConversion(of elements: some Sequence) -> PropertyConversion {
        var texts: [String] = []
        texts.reserveCapacity(elements.underestimatedCount)
        var dropped = 0
        var index = 0
        var firstDropped = 0
        for element in elements {
            switch PropertyConversion(converting: element) {
            case .value(let value):
                if let text = self.text(of: value) {
                    texts.append(text)
                } else {
                    if dropped == 0 { firstDropped = index }
                    dropped += 1
                }
            case .absent:
                break
            case .repaired, .unsupported:
                if dropped == 0 { firstDropped = index }
                dropped += 1
            }
            index += 1
        }
        guard dropped > 0 else { return .value(.list(texts)) }
        let which = dropped == 1 ? "Element \(firstDropped)" : "\(dropped) elements, the first at \(firstDropped),"
        return .repaired(
            .list(texts),
            "\(which) cannot be in a list and was left out; a list holds texts, finite numbers, Bools and dates."
        )
    }

    static func sortedConversion(of elements: some Sequence) -> PropertyConversion {
        switch self.conversion(of: elements) {
        case .value(.list(let texts)): .value(.list(self.sortedDistinct(texts)))
        case .repaired(.list(let texts), let reason): .repaired(.list(self.sortedDistinct(texts)), reason)
        case let other: other
        }
    }

    /// Two elements of a set may share their text (1 and "1"); the list holds it once.
    private static func sortedDistinct(_ texts: [String]) -> [String] {
        var result: [String] = []
        for text in texts.sorted() where result.last != text { result.append(text) }
        return result
    }

    private static func text(of value: PropertyValue) -> String? {
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .unsigned(let number): return String(number)
        case .boolean(let flag): return flag ? "true" : "false"
        case .number(let number): return number.isFinite ? number.description : nil
        case .date(let milliseconds):
            return WireDate.text(milliseconds: milliseconds, zone: SystemZone.shared)
        case .list: return nil
        }
    }
}
