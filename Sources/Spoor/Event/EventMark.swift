/// What an event takes from the moment of its call, where its tracker minds: the app's state and the session.
///
/// A class, so that the event of a tracker that minds neither carries one empty pointer.
final class EventMark: Sendable {
    /// What the event says about the app's life, beside what its caller gave.
    enum Kind: Sendable {
        /// Nothing.
        case plain
        /// A visit begins; the event says whether it is the first.
        case opening
        /// A visit ends that began at this awake time: the event belongs to the session that is being left, however long
        /// nothing happened.
        case closing(since: Duration)
        /// The event tells a duration that began at this awake time, and nobody knew then whether it may be told.
        case measured(since: Duration)
        /// The event is about a session, and its session is given.
        case session(String)
    }

    /// When the call was made.
    let moment: Moment

    /// What the event says.
    let kind: Kind

    /// Whether the process was out of sight at the call.
    let isPassive: Bool

    /// The event's session, once it is known.
    let session: String?

    /// Whether everything that depends on kept state is known.
    let isDecided: Bool

    init(
        _ kind: Kind = .plain,
        at moment: Moment,
        isPassive: Bool,
        session: String? = nil,
        isDecided: Bool = false
    ) {
        self.kind = kind
        self.moment = moment
        self.isPassive = isPassive
        self.session = session
        self.isDecided = isDecided
    }

    /// The same with the session decided.
    func decided(session: String?) -> EventMark {
        EventMark(self.kind, at: self.moment, isPassive: self.isPassive, session: session, isDecided: true)
    }
}
