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
        checked.limitCount()
        checked.removeNames(refusedBy: names)
        guard !checked.problems.isEmpty else { return Self.shortened(checked) }
        for problem in checked.problems {
            let what = problem.isPartial ? "lost a part" : "was dropped"
            report("Property '\(Limits.shown(problem.key))' of \(origin()) \(what): \(problem.reason)")
        }
        // Told once: whoever takes these properties up has nothing to do with what was wrong with them.
        checked.forgetProblems()
        return Self.shortened(checked)
    }

    /// The properties with each text cut to its limit; as they are where they are more than an event may be, since it
    /// will be refused.
    static func shortened(_ properties: Properties) -> Properties {
        var (bytes, hasLongText) = (0, false)
        for entry in properties.entries {
            switch entry.value {
            case .string(let text):
                // Text has at least as many bytes as UTF-16 units, and its bytes are counted faster.
                hasLongText = hasLongText || text.utf8.count > Limits.maxStringUnits
                bytes += min(text.utf8.count, Limits.maxStringUnits)
            case .list(let texts):
                // Its texts were cut when it was made.
                for text in texts { bytes += text.utf8.count }
            case .datedList(let elements):
                for case .text(let text) in elements { bytes += text.utf8.count }
            case .integer, .unsigned, .number, .boolean, .date:
                break
            }
        }
        guard hasLongText, bytes <= Limits.maxEventBytes else { return properties }
        var properties = properties
        properties.replaceValues { entry in
            guard case .string(let text) = entry.value, text.utf8.count > Limits.maxStringUnits else { return nil }
            return .string(Limits.truncated(text, limit: Limits.maxUnits(forKey: entry.key)))
        }
        return properties
    }
}
