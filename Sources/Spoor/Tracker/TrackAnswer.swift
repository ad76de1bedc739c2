import SpoorWire

/// What became of one call of `track` (001 §3.1 asks for a return value).
public enum TrackAnswer: Equatable, Sendable {
    /// The event is in the journal: it survives `kill -9` from now on.
    case recorded(EventReference)

    /// The event is kept in memory for now, and does not survive the end of the process until it is recorded.
    ///
    /// That is: until storage opens (at launch, or before the first unlock), or while the disk is too slow or too full
    /// to give the journal a file (bug case O-17), or until the person answers where consent is ``ConsentStatus/pending``.
    case held

    /// The event is not kept, and why.
    case dropped(DropReason)

    /// Whether the event survives the end of the process.
    public var isRecorded: Bool {
        if case .recorded = self { true } else { false }
    }

    /// Whether the event is not kept.
    var isDropped: Bool {
        if case .dropped = self { true } else { false }
    }
}

/// Which event was recorded.
///
/// The id's text is made when it is asked for.
public struct EventReference: Equatable, Sendable {
    /// The writer of the queue.
    public let producer: String

    /// The event's place among this producer's events.
    public let sequence: UInt64

    /// Names an event.
    public init(producer: String, sequence: UInt64) {
        self.producer = producer
        self.sequence = sequence
    }

    /// The event's `_id` on the wire.
    public var id: String { EventID.make(producer: self.producer, sequence: self.sequence) }
}

/// Why a call was not carried out.
public enum DropReason: Equatable, Sendable, CustomStringConvertible {
    /// The event's name is not valid; the text says which rule it breaks.
    case invalidName(String)

    /// An argument is not valid; the text says why.
    case invalidArgument(String)

    /// The call changes nothing, such as a login with the id that is logged in.
    case unchanged

    /// The user opted out.
    case optedOut

    /// The server's configuration, or the app's, switched collection off (`isGather`).
    case collectionOff

    /// The person did not agree to this kind of collection, or too much waits for their answer.
    case noConsent(ConsentCategory)

    /// The event hook dropped it.
    case droppedByHook

    /// More waits than the journal may hold; events of a higher class are still taken.
    case storageFull

    /// The encoded event is larger than one event may be.
    case tooLarge(bytes: Int, limit: Int)

    /// The tracker was stopped, or none was started yet.
    case stopped

    /// The reason as a sentence that says what to do.
    public var description: String {
        switch self {
        case .invalidName(let problem), .invalidArgument(let problem):
            problem
        case .unchanged:
            "Nothing changed, so nothing was recorded."
        case .optedOut:
            "The user opted out; call optIn() once they agree."
        case .collectionOff:
            "Collection is switched off by the configuration; see isGather in the server's, or isCollectionEnabled."
        case .noConsent(let category):
            "There is no consent for '\(category.rawValue)'; call setConsent(.\(category.rawValue), granted: true) "
                + "once the person agrees."
        case .droppedByHook:
            "The event hook dropped it."
        case .storageFull:
            "The journal is full: events come faster than the device can store them. Track less often."
        case .tooLarge(let bytes, let limit):
            "The event is \(bytes) bytes; at most \(limit) are kept. Shorten its properties."
        case .stopped:
            "No tracker runs: it was not started yet, or it was stopped. Start it before tracking."
        }
    }
}
