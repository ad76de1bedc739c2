#if canImport(ObjectiveC)
/// What became of a call, for Objective-C; see ``TrackAnswer``.
@objc public enum SpoorTrackAnswer: Int, Sendable {
    /// The event survives the end of the process from now on.
    case recorded
    /// The event is kept in memory until storage is open.
    case held
    /// Nothing was kept; the log says why.
    case dropped

    init(_ answer: TrackAnswer) {
        switch answer {
        case .recorded: self = .recorded
        case .held: self = .held
        case .dropped: self = .dropped
        }
    }
}
#endif
