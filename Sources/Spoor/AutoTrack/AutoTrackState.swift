import SpoorAutoTrack
import SpoorWire

/// What a tracker remembers about auto-tracking: a part of ``TrackerState``, under its lock.
struct AutoTrackState: Sendable {
    /// What sees the interface; nil until somebody asks for it.
    var tracker: AutoTracker?

    /// The rules by the server's document and the app's version; nil before there is either.
    var rules: AutoTrackRules?

    /// The kinds of events that the server wants; nil leaves it to the app.
    var serverKinds: AutoTrackKinds?

    /// What was said of lists that the app and the server make together.
    var said: Set<String> = []

    /// The most of it that is said.
    static let maxSaid = 100

    /// Takes up what is to be said, each sentence once.
    ///
    /// - Parameter remarks: what cannot be used of the app's lists and the server's together.
    /// - Returns: what was not said yet.
    mutating func unsaid(_ remarks: [String]) -> [String] {
        remarks.filter { self.said.count < Self.maxSaid && self.said.insert($0).inserted }
    }

    /// The events of the app's coming and going that are recorded: the server's mask takes the place of the app's choice.
    func automaticEvents(_ chosen: AutomaticEvents) -> AutomaticEvents {
        guard let kinds = self.serverKinds else { return chosen }
        var events = chosen.subtracting([.appStart, .appEnd])
        if kinds.contains(.appStart) { events.insert(.appStart) }
        if kinds.contains(.appEnd) { events.insert(.appEnd) }
        return events
    }
}
