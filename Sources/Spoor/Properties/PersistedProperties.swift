import SpoorWire

/// Static super properties as the state file keeps them: types survive, so that `true` never comes back as `1`
/// (bug case O-02).
enum PersistedProperties {
    /// The properties as JSON; dates and lists are told apart from texts by an object of one key.
    static func json(_ properties: Properties) -> JSONValue {
        .object(
            properties.entries.map { entry in
                switch entry.value {
                case .string(let text): (key: entry.key, value: .string(text))
                case .integer(let number): (key: entry.key, value: .number(String(number)))
                case .unsigned(let number): (key: entry.key, value: .number(String(number)))
                case .number(let number):
                    (key: entry.key, value: .object([(key: "number", value: .number("\(number)"))]))
                case .boolean(let flag): (key: entry.key, value: .bool(flag))
                case .date(let milliseconds):
                    (key: entry.key, value: .object([(key: "date", value: .number(String(milliseconds)))]))
                case .list(let texts): (key: entry.key, value: .array(texts.map { .string($0) }))
                case .datedList(let elements): (key: entry.key, value: .array(elements.map(Self.json)))
                }
            }
        )
    }

    private static func json(_ element: PropertyValue.Element) -> JSONValue {
        switch element {
        case .text(let text): .string(text)
        case .date(let milliseconds): .object([(key: "date", value: .number(String(milliseconds)))])
        }
    }

    private static func element(_ json: JSONValue) -> PropertyValue.Element? {
        json.stringValue.map { .text($0) } ?? json["date"]?.int64Value.map { .date(milliseconds: $0) }
    }

    /// Reads what ``json(_:)`` wrote; what does not fit is skipped.
    static func properties(_ json: JSONValue?) -> Properties {
        var properties = Properties()
        guard case .object(let members)? = json else { return properties }
        for (key, value) in members { properties[key] = Self.value(value) }
        return properties
    }

    private static func value(_ json: JSONValue) -> PropertyValue? {
        switch json {
        case .string(let text): return .string(text)
        case .bool(let flag): return .boolean(flag)
        case .number(let digits):
            return Int64(digits).map { .integer($0) } ?? UInt64(digits).map { .unsigned($0) }
        case .array(let elements): return .datedList(elements.compactMap(Self.element))
        case .object:
            if let number = json["number"]?.doubleValue, number.isFinite { return .number(number) }
            return json["date"]?.int64Value.map { .date(milliseconds: $0) }
        case .null: return nil
        }
    }
}
