public import SpoorWire

/// An event as a hook sees it, just before it is recorded.
public struct HookedEvent: Sendable {
    /// What the event does at the receiver.
    public let type: EventType

    /// The event's name; a hook may change that of a `track` event.
    public var name: String

    /// All properties by their final values, presets and super properties included; a hook may change them.
    ///
    /// What it gives as `$project`, `$token` and `$time` becomes the event's own project, token and time, as with a call.
    /// Before storage is open, and until what was called before is carried out, super properties and presets are not known
    /// yet: they are added afterwards.
    public var properties: Properties

    /// Whether the SDK saw the event by itself; else the app's own code recorded it.
    public let isAutomatic: Bool
}

/// What a hook says of an event.
public enum HookDecision: Equatable, Sendable {
    /// Record it, with what the hook changed.
    case keep
    /// Do not record it.
    case drop
}

/// A look at each event before it is recorded.
public typealias EventHook = @Sendable (inout HookedEvent) -> HookDecision

/// What a hook may change, and what it may not.
enum HookCheck {
    /// The properties that hold after a hook ran.
    ///
    /// What it left alone stays. What it changed or added is checked like the app's own properties; where that fails,
    /// the value of before stays. Taking a property away is always allowed.
    ///
    /// - Parameters:
    ///   - type: the event's type.
    ///   - changed: what the hook left.
    ///   - shown: what the hook was shown.
    ///   - report: gets one sentence per refused change.
    /// - Returns: the properties to record.
    static func checked(
        _ type: EventType,
        changed: Properties,
        shown: Properties,
        report: (String) -> Void
    ) -> Properties {
        var kept = Properties()
        var own = changed
        for entry in changed.entries where shown[entry.key] == entry.value {
            kept[entry.key] = entry.value
            own.removeValue(forKey: entry.key)
        }
        var checked = PropertyCheck.checked(
            own,
            origin: "the event hook",
            names: type.isTracked ? Naming.checkOwnProperty : Naming.check(name:),
            report: report
        )
        if !type.isTracked {
            for entry in checked.entries where !Naming.callProperties.contains(entry.key) {
                if shown[entry.key]?.isOfKind(entry.value) == true { continue }
                report("Property '\(entry.key)' of the event hook was dropped: profiles and items keep their kinds.")
                checked.removeValue(forKey: entry.key)
            }
        }
        for entry in own.entries where checked[entry.key] == nil {
            if let before = shown[entry.key] { kept[entry.key] = before }
        }
        if type.isTracked {
            kept.mergeNames(checked, overriding: true)
        } else {
            kept.merge(checked, overriding: true)
        }
        return kept
    }
}

extension PropertyValue {
    /// Whether both are texts, or numbers, or booleans, dates, lists.
    fileprivate func isOfKind(_ other: PropertyValue) -> Bool {
        switch (self, other) {
        case (.string, .string), (.boolean, .boolean), (.date, .date): true
        case (.list, .list), (.list, .datedList), (.datedList, .list), (.datedList, .datedList): true
        case (.integer, .integer), (.integer, .unsigned), (.integer, .number): true
        case (.unsigned, .integer), (.unsigned, .unsigned), (.unsigned, .number): true
        case (.number, .integer), (.number, .unsigned), (.number, .number): true
        default: false
        }
    }
}
