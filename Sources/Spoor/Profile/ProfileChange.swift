import SpoorWire

/// What the kinds of profile change take; what does not fit costs that property and is told (001 §3.4).
enum ProfileChange {
    /// The properties for a kind of change.
    ///
    /// - Parameters:
    ///   - properties: what the app handed in, checked.
    ///   - type: the kind of change.
    ///   - report: gets one sentence per dropped property.
    /// - Returns: the properties to send.
    static func fitting(_ properties: Properties, _ type: EventType, report: (String) -> Void) -> Properties {
        switch type {
        case .profileIncrement: self.numbers(properties, report)
        case .profileAppend: self.lists(properties, report)
        default: properties
        }
    }

    private static func numbers(_ properties: Properties, _ report: (String) -> Void) -> Properties {
        var numbers = properties
        for entry in properties.entries {
            switch entry.value {
            case .integer, .unsigned, .number:
                continue
            case .string, .boolean, .date, .list, .datedList:
                numbers.removeValue(forKey: entry.key)
                report("Profile property '\(Limits.shown(entry.key))' was dropped: only a number can be added to one.")
            }
        }
        return numbers
    }

    private static func lists(_ properties: Properties, _ report: (String) -> Void) -> Properties {
        var lists = properties
        for entry in properties.entries {
            switch entry.value {
            case .list(let texts) where !texts.isEmpty:
                var seen: Set<String> = []
                lists[entry.key] = .list(texts.filter { seen.insert($0).inserted })
            case .datedList(let elements) where !elements.isEmpty:
                var seen: Set<PropertyValue.Element> = []
                lists[entry.key] = .datedList(elements.filter { seen.insert($0).inserted })
            case .string(let text):
                lists[entry.key] = .list([text])
            case .list, .datedList, .integer, .unsigned, .number, .boolean, .date:
                lists.removeValue(forKey: entry.key)
                report(
                    "Profile property '\(Limits.shown(entry.key))' was dropped: only texts can be appended to a list."
                )
            }
        }
        return lists
    }
}
