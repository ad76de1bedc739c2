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
        // A cast of the whole list asks each element; its type says as much.
        if Element.self == String.self, self.count <= Limits.maxListElements, let texts = self as? [String],
            ListText.fits(texts)
        {
            return .value(.list(texts))
        }
        return ListText.conversion(of: self)
    }
}

extension ContiguousArray: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion { ListText.conversion(of: self) }
}

extension ArraySlice: PropertyConvertible {
    /// The list of its elements' texts, in order.
    public var propertyConversion: PropertyConversion { ListText.conversion(of: self) }
}

extension Set: PropertyConvertible {
    /// The list of its elements' texts, sorted so that equal sets are written alike.
    public var propertyConversion: PropertyConversion { ListText.sortedConversion(of: self, count: self.count) }
}

/// The one rule for lists: every scalar element becomes its text; what has no text is dropped and named.
enum ListText {
    static func conversion(of elements: some Sequence) -> PropertyConversion {
        ConversionDepth.insideList { self.listConversion(of: elements) }
            ?? .unsupported("A list cannot hold a list.")
    }

    /// Whether texts need no closer look: none is cut, and together they are no larger than an event.
    static func fits(_ texts: [String]) -> Bool {
        var bytes = 0
        for text in texts {
            guard text.utf8.count <= Limits.maxStringUnits else { return false }
            bytes += text.utf8.count
        }
        return bytes <= Limits.maxEventBytes
    }

    private static func listConversion(of elements: some Sequence) -> PropertyConversion {
        var texts: [String] = []
        texts.reserveCapacity(min(elements.underestimatedCount, Limits.maxListElements))
        var (dropped, index, bytes, isCut) = (DroppedElements(), 0, 0, false)
        for element in elements {
            guard index < Limits.maxListElements else {
                isCut = true
                break
            }
            switch PropertyConversion(converting: element) {
            case .value(let value):
                if let text = self.text(of: value) {
                    texts.append(Limits.truncated(text, limit: Limits.maxStringUnits))
                    bytes += texts.last?.utf8.count ?? 0
                } else {
                    dropped.note(index)
                }
            case .absent:
                break
            case .repaired, .unsupported:
                dropped.note(index)
            }
            guard bytes <= Limits.maxEventBytes else {
                return .unsupported("The list is larger than an event may be (\(Limits.maxEventBytes) bytes).")
            }
            index += 1
        }
        guard dropped.count > 0 || isCut else { return .value(.list(texts)) }
        let reasons = [dropped.sentence, isCut ? Self.cutSentence : nil].compactMap { $0 }.joined(separator: " ")
        return texts.isEmpty
            ? .unsupported("Nothing is left of the list. " + reasons) : .repaired(.list(texts), reasons)
    }

    private static var cutSentence: String {
        "The elements from \(Limits.maxListElements) on were left out; a list holds at most \(Limits.maxListElements)."
    }

    /// Which elements of a list were left out; the first few by their places.
    private struct DroppedElements {
        private static let mostShown = 10
        private(set) var count = 0
        private var places: [Int] = []

        mutating func note(_ index: Int) {
            self.count += 1
            if self.places.count < Self.mostShown { self.places.append(index) }
        }

        var sentence: String? {
            guard self.count > 0 else { return nil }
            let shown = self.places.map { "\($0)" }.joined(separator: ", ")
            let more = self.count > self.places.count ? " and \(self.count - self.places.count) more" : ""
            let (noun, verb) = self.count == 1 ? ("Element", "was") : ("Elements", "were")
            return
                "\(noun) \(shown)\(more) cannot be in a list and \(verb) left out; a list holds texts, finite numbers, "
                + "Bools and dates."
        }
    }

    static func sortedConversion(of elements: some Sequence, count: Int) -> PropertyConversion {
        // Which of them would be kept is another one each time, and sorting them all has no bound.
        guard count <= Limits.maxListElements else {
            return .unsupported("A set holds at most \(Limits.maxListElements) elements; this one has \(count).")
        }
        return switch self.conversion(of: elements) {
        case .value(.list(let texts)): .value(.list(self.sortedDistinct(texts)))
        case .repaired(.list(let texts), let reason): .repaired(.list(self.sortedDistinct(texts)), reason)
        case let other: other
        }
    }

    /// Two elements of a set may share their text (1 and "1"); the list holds it once.
    private static func sortedDistinct(_ texts: [String]) -> [String] {
        var result: [String] = []
        // By their bytes: the order of letters is nobody's business here, and costs more.
        for text in texts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where result.last != text {
            result.append(text)
        }
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
