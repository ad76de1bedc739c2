import SpoorWire

/// What a tracker remembers about the processes beside it.
struct SharedState: Sendable {
    // The host's part.

    /// Whether writing the snapshot is on its way.
    var isSnapshotDue = false
    /// What is let go in the companions' files.
    var sweep = CompanionSweep()
    /// The number of the last sweep that was begun; what could not be let go at once is tried again by the next look.
    var sweepBegun = 0
    /// The channels that have no room for what companions recorded, as it was said.
    var unhosted: Set<String> = []
    /// What tells the snapshot that this process wrote last.
    var ownStamp: String?
    /// Whether it was said that somebody else writes snapshots.
    var hasRival = false
    /// The time until the next look at the companions' files.
    var pollWait = Self.shortestPoll
    /// Whether that look is on its way.
    var isPolling = false

    // The companion's part.

    /// The snapshot that holds here.
    var snapshot: [String: JSONValue] = [:]
    /// What tells it from the next.
    var stamp: String?
    /// Whether the last snapshot was damaged, so that nothing is recorded.
    var isDamaged = false
    /// What the person refused in this process.
    var ownRefusals: Set<ConsentCategory> = []

    static let shortestPoll: Duration = .seconds(15)
    static let longestPoll: Duration = .seconds(300)

    /// Chooses the time until the next look: soon after news, later and later without.
    mutating func nextPoll(hasNews: Bool) -> Duration {
        self.pollWait = hasNews ? Self.shortestPoll : min(self.pollWait * 2, Self.longestPoll)
        return self.pollWait
    }
}

extension StateKey {
    /// Kinds of collection whose records are still to be let go in the companions' files.
    static let sweptCompanions = "swept_companions"
    /// What a person refused in a companion, which tells it to the host.
    static let companionRefused = "companion_refused"
    /// Which refusal that was, by its ``ConsentChoice``.
    static let companionChoice = "companion_choice"
    /// Whether the configuration switched collection off; in snapshots alone.
    static let collectionOff = "collection_off"

    /// What a companion leaves to a host that never ran.
    static let offered: Set<String> = [Self.anonymousID, Self.deviceID, Self.deviceKey]

    /// What the host tells its companions.
    static let shared = Self.ofPerson
        .union([
            Self.anonymousID, Self.deviceID, Self.deviceKey, Self.install, Self.firstDay, Self.consent,
            Self.trustedTime,
            Self.hasInstalled, Self.hasOpened,
        ])
}

extension JSONValue {
    /// Kinds of collection by name, in their order.
    static func categories(_ categories: Set<ConsentCategory>) -> JSONValue {
        .array(categories.map(\.rawValue).sorted().map { .string($0) })
    }

    /// Reads what ``categories(_:)`` wrote.
    var categories: Set<ConsentCategory> {
        Set((self.arrayValue ?? []).compactMap { $0.stringValue.flatMap(ConsentCategory.init) })
    }
}
