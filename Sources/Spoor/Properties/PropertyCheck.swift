import SpoorWire

/// The rules a set of properties must meet before it is kept: one bad property costs that property, never the event
/// (001 §3.4).
enum PropertyCheck {
    /// The properties that hold, shortened where a text is too long; one sentence for each that does not.
    ///
    /// - Parameters:
    ///   - properties: what the app handed in.
    ///   - origin: where it was handed in, for the sentence, such as `event 'paid'`.
    ///   - names: says what is wrong with a name.
    ///   - report: gets one sentence per dropped property.
    /// - Returns: the properties to keep.
    static func checked(
        _ properties: Properties,
        origin: @autoclosure () -> String,
        names: (String) -> NameProblem? = Naming.checkOwnProperty,
        report: (String) -> Void
    ) -> Properties {
        var checked = properties
        checked.removeNames(refusedBy: names)
        for problem in checked.problems {
            report("Property '\(problem.key)' of \(origin()) was dropped: \(problem.reason)")
        }
        return Self.shortened(checked)
    }

    /// The properties with each text cut to its limit.
    static func shortened(_ properties: Properties) -> Properties {
        var properties = properties
        for entry in properties.entries {
            if let shortened = Self.shortened(entry) { properties[entry.key] = shortened }
        }
        return properties
    }

    /// The value cut to its limit; nil where it is short enough.
    ///
    /// Text has at least as many bytes as UTF-16 units, and its bytes are counted faster.
    private static func shortened(_ entry: Properties.Entry) -> PropertyValue? {
        switch entry.value {
        case .string(let text) where text.utf8.count > Limits.maxStringUnits:
            .string(Limits.truncated(text, limit: Limits.maxUnits(forKey: entry.key)))
        case .list(let texts) where texts.contains { $0.utf8.count > Limits.maxStringUnits }:
            .list(texts.map { Limits.truncated($0, limit: Limits.maxStringUnits) })
        case .string, .list, .integer, .unsigned, .number, .boolean, .date:
            nil
        }
    }
}
