public import SpoorWire

/// What is known about the person, by the shared tracker; before ``Spoor/start(_:)`` nothing is kept.
extension Spoor {
    /// Sets facts about the person; see ``Tracker/profileSet(_:)``.
    @discardableResult
    public static func profileSet(_ properties: Properties) -> TrackAnswer {
        self.tracker?.profileSet(properties) ?? .dropped(.stopped)
    }

    /// Sets facts that are not set yet; see ``Tracker/profileSetOnce(_:)``.
    @discardableResult
    public static func profileSetOnce(_ properties: Properties) -> TrackAnswer {
        self.tracker?.profileSetOnce(properties) ?? .dropped(.stopped)
    }

    /// Adds to one number of the person; see ``Tracker/profileIncrement(_:by:)``.
    @discardableResult
    public static func profileIncrement(_ key: String, by amount: Double = 1) -> TrackAnswer {
        self.tracker?.profileIncrement(key, by: amount) ?? .dropped(.stopped)
    }

    /// Adds texts to one list of the person; see ``Tracker/profileAppend(_:_:)``.
    @discardableResult
    public static func profileAppend(_ key: String, _ texts: [String]) -> TrackAnswer {
        self.tracker?.profileAppend(key, texts) ?? .dropped(.stopped)
    }

    /// Takes one fact from the person; see ``Tracker/profileUnset(_:)-(String)``.
    @discardableResult
    public static func profileUnset(_ key: String) -> TrackAnswer {
        self.tracker?.profileUnset(key) ?? .dropped(.stopped)
    }

    /// Takes everything that is known about the person; see ``Tracker/profileDelete()``.
    @discardableResult
    public static func profileDelete() -> TrackAnswer {
        self.tracker?.profileDelete() ?? .dropped(.stopped)
    }
}
