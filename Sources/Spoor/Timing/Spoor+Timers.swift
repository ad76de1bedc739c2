public import SpoorWire

extension Spoor {
    /// Starts to measure how long an event takes; see ``Tracker/startTimer(_:runsInBackground:)``.
    ///
    /// Nil before ``start(_:)``.
    @discardableResult
    public static func startTimer(_ event: String, runsInBackground: Bool = false) -> EventTimer? {
        self.tracker?.startTimer(event, runsInBackground: runsInBackground)
    }

    /// Records an event with its measured duration; see ``Tracker/endTimer(_:_:)-(String,_)``.
    ///
    /// Before ``start(_:)`` nothing is kept.
    @discardableResult
    public static func endTimer(_ event: String, _ properties: Properties = Properties()) -> TrackAnswer {
        self.tracker?.endTimer(event, properties) ?? .dropped(.stopped)
    }
}
