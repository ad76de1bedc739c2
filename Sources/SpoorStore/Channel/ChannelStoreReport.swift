/// Why a store writes under the producer id that it does.
public enum ProducerOrigin: Equatable, Sendable {
    /// The one of the last run: its high-water mark is proved.
    case kept
    /// A new one: the folder was empty.
    case firstRun
    /// A new one: the state file was missing or damaged.
    case stateMissing
    /// A new one: the database was missing or damaged.
    case databaseMissing
    /// A new one: state and database name different producers.
    case mismatch
    /// A new one: the database is a copy, or the system has restarted since, which may have lost the last commits.
    case witnessChanged
}

/// What opening a store found.
public struct OpenReport: Equatable, Sendable {
    /// Why the producer is what it is.
    public internal(set) var producerOrigin: ProducerOrigin
    /// What the database was like.
    public internal(set) var database: RecordStore.Origin
    /// What the journal was like.
    public internal(set) var journal: FrameTally
    /// Records found in the journal that the database did not have.
    public internal(set) var recovered: Int
    /// The name under which a damaged state file was set aside.
    public internal(set) var stateSetAside: String?
    /// Whether the state file was gone or damaged, and its values were taken from a copy.
    public internal(set) var isStateRestored = false
    /// Whether there was a copy of the state, and it was damaged as well.
    public internal(set) var isCopyDamaged = false
    /// What is known of the choices that a person made, where the state file was gone or damaged, and no copy was there.
    public internal(set) var choices = KeptChoices.none
    /// Records that the database held and does not hold any more: it, or its log, was damaged.
    public internal(set) var missing: Int
    /// Why the state file could not be written; the database keeps its content meanwhile.
    public internal(set) var stateProblem: String?
    /// Payloads that are gone although their records are not: those go without them.
    public internal(set) var lostPayloads = 0

    /// Takes in what was found of the state and of payloads.
    mutating func note(_ reading: StateReading, _ problem: String?, isRestored: Bool, lostPayloads: Int) {
        self.stateSetAside = reading.setAsideName
        self.stateProblem = problem
        self.isStateRestored = isRestored
        self.lostPayloads = lostPayloads
    }

    /// How many records damage has cost in all; they are counted as losses.
    public var damaged: Int { self.missing + self.journal.lost }
}

/// What became of a person's choices where the rest of the state is gone.
public enum KeptChoices: Equatable, Sendable {
    /// The store keeps none.
    case none
    /// Some are known: the database or the journal has kept them.
    case known
    /// None is known; whether there was one nobody can tell.
    case unknown

    /// Looks for the choices of these names.
    init(_ names: Set<String>, in document: StateDocument) {
        self = names.isEmpty ? .none : document.only(names).values.isEmpty ? .unknown : .known
    }
}

/// What one drain of a store did.
public struct DrainReport: Equatable, Sendable {
    /// Records that are new in the database.
    public internal(set) var records = 0
    /// Changes of state that were written.
    public internal(set) var stateChanges = 0
    /// Bytes of the journal that were given back.
    public internal(set) var bytes = 0
    /// Whether more is waiting: call again.
    public internal(set) var hasMore = false
    /// Records deleted to keep within the limits.
    public internal(set) var lost: [RecordClass: Int] = [:]
    /// Dead letters deleted to keep within the limits.
    public internal(set) var trimmed = 0
    /// Records that damage has cost: in the journal, or in a database that was replaced meanwhile.
    public internal(set) var damaged = 0
    /// Payloads that are gone although their records are not, found when a database was replaced: those go without them.
    public internal(set) var lostPayloads = 0
    /// Files that were removed or replaced from outside since the last drain, and were made anew.
    public internal(set) var takenAway: Set<String> = []
    /// A damaged database was replaced meanwhile.
    public internal(set) var replacement: RecordStore.Origin?
}

/// How much a store holds.
public struct StoreCounts: Equatable, Sendable {
    /// Records in the database.
    public var records = 0
    /// Bytes of their payload.
    public var bytes = 0
    /// Records set aside.
    public var deadLetters = 0
    /// Records that damage has cost, found since the store was opened.
    public var damaged = 0
}
