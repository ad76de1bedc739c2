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
        var parts = ListParts(count: min(elements.underestimatedCount, Limits.maxListElements))
        var (dropped, index, bytes, isCut) = (DroppedElements(), 0, 0, false)
        for element in elements {
            guard index < Limits.maxListElements else {
                isCut = true
                break
            }
            switch PropertyConversion(converting: element) {
            case .value(.date(let milliseconds)):
                parts.append(date: milliseconds)
                bytes += WireDate.length
            case .value(let value):
                if let text = self.text(of: value) {
                    let text = Limits.truncated(text, limit: Limits.maxStringUnits)
                    parts.append(text)
                    bytes += text.utf8.count
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
        guard dropped.count > 0 || isCut else { return .value(parts.value) }
        let reasons = [dropped.sentence, isCut ? Self.cutSentence : nil].compactMap { $0 }.joined(separator: " ")
        return parts.isEmpty
            ? .unsupported("Nothing is left of the list. " + reasons) : .repaired(parts.value, reasons)
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
        case .value(let list): .value(self.sortedDistinct(list))
        case .repaired(let list, let reason): .repaired(self.sortedDistinct(list), reason)
        case let other: other
        }
    }

    private static func sortedDistinct(_ list: PropertyValue) -> PropertyValue {
        switch list {
        case .list(let texts): return .list(self.sortedDistinct(texts))
        case .datedList(let elements):
            // The same order in every zone.
            let sorted = elements.map { (element: $0, text: $0.text(in: FixedZone.gmt)) }
                .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
            var result: [PropertyValue.Element] = []
            for (element, _) in sorted where result.last != element { result.append(element) }
            return .datedList(result)
        case .string, .integer, .unsigned, .number, .boolean, .date: return list
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
        case .date, .list, .datedList: return nil
        }
    }
}

/// The elements of a list as they come: texts, until there is a date among them.
private struct ListParts {
    private var texts: [String] = []
    private var elements: [PropertyValue.Element] = []
    private var hasDate = false

    init(count: Int) {
        self.texts.reserveCapacity(count)
    }

    var isEmpty: Bool { self.texts.isEmpty && self.elements.isEmpty }

    /// The list as a property.
    var value: PropertyValue { self.hasDate ? .datedList(self.elements) : .list(self.texts) }

    mutating func append(_ text: String) {
        if self.hasDate { self.elements.append(.text(text)) } else { self.texts.append(text) }
    }

    mutating func append(date milliseconds: Int64) {
        if !self.hasDate {
            self.elements = self.texts.map { .text($0) }
            (self.texts, self.hasDate) = ([], true)
        }
        self.elements.append(.date(milliseconds: milliseconds))
    }
}

extension PropertyValue.Element {
    /// The text that is written, dates shown in `zone`.
    package func text(in zone: any ZoneOffsets) -> String {
        switch self {
        case .text(let text): text
        case .date(let milliseconds): WireDate.text(milliseconds: milliseconds, zone: zone)
        }
    }
}
