import SpoorWire

/// The rules a set of properties must meet before it is kept: one bad property costs that property, never the event
/// (001 §3.4).
enum PropertyCheck {
    /// The properties that hold, shortened where a text is too long; one sentence for each that does not.
    ///
    /// - Parameters:
    ///   - properties: what the app handed in.
    ///   - origin: where it was handed in, for the sentence, such as `event 'paid'`.
    ///   - report: gets one sentence per dropped property.
    /// - Returns: the properties to keep.
    static func checked(
        _ properties: Properties,
        origin: @autoclosure () -> String,
        report: (String) -> Void
    ) -> Properties {
        for problem in properties.problems {
            report("Property '\(problem.key)' of \(origin()) was dropped: \(problem.reason)")
        }
        guard properties.entries.contains(where: Self.needsWork) else { return properties }
        var kept = Properties()
        for entry in properties.entries {
            if let problem = Naming.checkOwnProperty(entry.key) {
                report("Property '\(entry.key)' of \(origin()) was dropped: \(problem)")
            } else {
                kept[entry.key] = Self.shortened(entry.value, key: entry.key)
            }
        }
        return kept
    }

    private static func needsWork(_ entry: Properties.Entry) -> Bool {
        if Naming.checkOwnProperty(entry.key) != nil { return true }
        switch entry.value {
        case .string(let text): return text.utf8.count > Limits.maxStringUnits
        case .list(let texts): return texts.contains { $0.utf8.count > Limits.maxStringUnits }
        case .integer, .unsigned, .number, .boolean, .date: return false
        }
    }

    private static func shortened(_ value: PropertyValue, key: String) -> PropertyValue {
        let limit = key == Limits.crashReasonKey ? Limits.maxCrashReasonUnits : Limits.maxStringUnits
        switch value {
        case .string(let text): return .string(Limits.truncated(text, limit: limit))
        case .list(let texts): return .list(texts.map { Limits.truncated($0, limit: Limits.maxStringUnits) })
        case .integer, .unsigned, .number, .boolean, .date: return value
        }
    }
}
