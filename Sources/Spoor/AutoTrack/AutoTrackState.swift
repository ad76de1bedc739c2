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

    /// The events of the app's coming and going that are recorded: the server's mask takes the place of the app's choice.
    func automaticEvents(_ chosen: AutomaticEvents) -> AutomaticEvents {
        guard let kinds = self.serverKinds else { return chosen }
        var events = chosen.subtracting([.appStart, .appEnd])
        if kinds.contains(.appStart) { events.insert(.appStart) }
        if kinds.contains(.appEnd) { events.insert(.appEnd) }
        return events
    }
}
