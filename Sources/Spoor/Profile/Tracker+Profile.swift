public import SpoorWire

/// What is known about the person, wherever they are recorded (sensors protocol, 2.1).
///
/// Profile changes go to whoever is recorded at the call. They carry no presets and no super properties. Names that
/// begin with `$` are allowed here: they are the receiver's own, such as `$name` and `$city`.
extension Tracker {
    /// Sets facts about the person; what was there under the same keys is replaced.
    ///
    /// - Parameter properties: the facts.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileSet(_ properties: Properties) -> TrackAnswer {
        self.changeProfile(.profileSet, properties)
    }

    /// Sets facts about the person, but only those that are not set yet.
    ///
    /// - Parameter properties: the facts.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileSetOnce(_ properties: Properties) -> TrackAnswer {
        self.changeProfile(.profileSetOnce, properties)
    }

    /// Adds to numbers of the person; one that is not there begins at 0.
    ///
    /// - Parameter properties: how much to add; anything but a number is dropped with a warning.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileIncrement(_ properties: Properties) -> TrackAnswer {
        self.changeProfile(.profileIncrement, properties)
    }

    /// Adds to one number of the person.
    ///
    /// - Parameters:
    ///   - key: the number's name.
    ///   - amount: how much to add.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileIncrement(_ key: String, by amount: Double = 1) -> TrackAnswer {
        // A whole amount stays a whole number on the wire.
        let whole = Int64(exactly: amount)
        return self.changeProfile(.profileIncrement, whole.map { [key: $0] } ?? [key: amount])
    }

    /// Adds texts to lists of the person; a text that is there already is not added again.
    ///
    /// - Parameter properties: the texts by list; anything but texts is dropped with a warning.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileAppend(_ properties: Properties) -> TrackAnswer {
        self.changeProfile(.profileAppend, properties)
    }

    /// Adds texts to one list of the person.
    ///
    /// - Parameters:
    ///   - key: the list's name.
    ///   - texts: the texts; repeated ones count once.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileAppend(_ key: String, _ texts: [String]) -> TrackAnswer {
        self.changeProfile(.profileAppend, [key: texts])
    }

    /// Takes facts from the person.
    ///
    /// - Parameter keys: their names.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileUnset(_ keys: [String]) -> TrackAnswer {
        var properties = Properties()
        if keys.count > Limits.maxProperties {
            self.warn(
                "profileUnset takes \(Limits.maxProperties) keys at a time; \(keys.count - Limits.maxProperties) are left."
            )
        }
        for key in keys.prefix(Limits.maxProperties) { properties[key] = .string("") }
        return self.changeProfile(.profileUnset, properties)
    }

    /// Takes one fact from the person.
    ///
    /// - Parameter key: its name.
    /// - Returns: what became of the change.
    @discardableResult
    public func profileUnset(_ key: String) -> TrackAnswer {
        self.profileUnset([key])
    }

    /// Takes everything that is known about the person.
    ///
    /// - Returns: what became of the change.
    @discardableResult
    public func profileDelete() -> TrackAnswer {
        let draft = self.enriched(EventDraft(.profileDelete))
        return self.whenReady(as: .change(recording: draft.recordClass), bytes: draft.heldBytes) { state in
            let answer = self.recordLocked(draft, &state)
            // The push ids go with it: the next call sets them anew.
            if !answer.isDropped { self.doubtPushIDs(of: state.identity.distinctID, &state) }
            return answer
        }
    }

    private func changeProfile(_ type: EventType, _ properties: Properties) -> TrackAnswer {
        let checked = PropertyCheck.checked(
            properties,
            origin: type.rawValue,
            names: Naming.check(name:),
            report: self.warn
        )
        let own = ProfileChange.fitting(checked, type, report: self.warn)
        guard !own.isEmpty else {
            let sentence = "'\(type.rawValue)' was ignored: there is no property in it that can be sent."
            self.warn(sentence)
            return .dropped(.invalidArgument(sentence))
        }
        return self.record(EventDraft(type, own: own))
    }
}
