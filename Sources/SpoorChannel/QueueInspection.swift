import SpoorStore
public import SpoorWire

/// What a channel's queue holds, and how it is doing.
public struct QueueInspection: Equatable, Sendable {
    /// Numbers and sizes of records.
    public struct Amount: Equatable, Sendable {
        /// How many records.
        public var count = 0
        /// How many bytes.
        public var bytes = 0
    }

    /// The id under which the folder's records are written; empty where it cannot be told.
    public var producer = ""

    /// The highest sequence number given so far.
    public var lastSequence: UInt64 = 0

    /// What waits, by class (`crash`, `identity`, `tracked`, `automatic`, `monitoring`), the journal's part included.
    public var waiting: [String: Amount] = [:]

    /// The part of ``waiting`` that is still in the journal.
    public var inJournal: [String: Amount] = [:]

    /// Records of one type.
    public struct TypeAmount: Equatable, Sendable {
        /// How many records.
        public var count = 0
        /// How many of them have a payload.
        public var payloads = 0
        /// How many bytes these payloads have.
        public var payloadBytes = 0
    }

    /// What waits on a Prism channel, by type, the journal's part included.
    public var types: [String: TypeAmount] = [:]

    /// The bytes that were uploaded outside of Wi-Fi on the present local day, as far as they were kept; nil where
    /// nothing was ever counted.
    public var cellularBytes: Int64?

    /// When the oldest waiting record was made, in milliseconds since 1970 by the device's clock; nil without one.
    public var oldestMilliseconds: Int64?

    /// The oldest waiting record's sequence number; nil without one.
    public var oldestSequence: UInt64?

    /// How many events were set aside.
    public var deadLetters = 0

    /// What was lost and not yet reported, by reason; see ``LossReport``.
    public var losses: [String: Int] = [:]

    /// How many attempts failed in a row.
    public var failures = 0

    /// How long the channel still waits before the next attempt, by the device's clock; zero where it does not.
    public var backoff: Duration = .zero

    /// Whether the server asked for that wait.
    public var isWaitAskedByServer = false

    /// Bytes of the journal that wait to be moved into the database.
    public var journalBytes = 0

    /// Why the journal is in plain memory, where records do not survive the process; nil while it is in files.
    public var memoryReason: String?

    /// How many processes beside the app have files here; see ``read(shared:)``.
    public var companions = 0

    /// How many of ``companions`` have ended, or seem to.
    public var companionsGone = 0

    /// What is wrong with the folder, a sentence each.
    public var problems: [String] = []

    /// How many records wait in all.
    public var count: Int { self.waiting.values.reduce(0) { $0 + $1.count } }

    /// How many bytes wait in all.
    public var bytes: Int { self.waiting.values.reduce(0) { $0 + $1.bytes } }

    /// How many bytes the waiting payloads have; they are in ``bytes`` as well.
    public var payloadBytes: Int { self.types.values.reduce(0) { $0 + $1.payloadBytes } }

    /// Looks into a queue folder that an app may be using, from another process; nothing in it is touched.
    ///
    /// - Parameters:
    ///   - folder: the queue's own folder.
    ///   - scratch: an empty folder outside of it, for a copy of the database.
    ///   - wallMilliseconds: now, in milliseconds since 1970.
    /// - Returns: what it holds.
    /// - Throws: an error whose description says why it cannot be inspected, and what to do.
    public static func read(folder: String, scratch: String, wallMilliseconds: Int64) throws -> QueueInspection {
        var inspection = QueueInspection(try QueueFolder.inspect(folder, scratch: scratch), wall: wallMilliseconds)
        inspection.memoryReason = nil
        return inspection
    }

    /// The queue folders, and those shared with companions, that a folder is or holds; the folder itself where it is or holds none.
    public static func folders(in folder: String) -> [String] {
        let inner = QueueFolder.folders(in: folder) + CompanionInspection.places(in: folder)
        return inner.isEmpty ? [folder] : inner
    }

    /// The queue folders of the Prism channels that lie below a tracker's folder.
    public static func channels(in folder: String) -> [String] { QueueFolder.channels(in: folder) }

    /// Creates an empty inspection.
    public init() {}

    init(_ store: StoreInspection, wall: Int64) {
        self.producer = store.producer
        self.lastSequence = store.lastSequence
        for (recordClass, total) in store.stored { self.add(total, "\(recordClass)") }
        for (recordClass, total) in store.inJournal {
            self.add(total, "\(recordClass)")
            self.inJournal["\(recordClass)"] = Amount(count: total.count, bytes: total.bytes)
        }
        self.types = store.types.mapValues {
            TypeAmount(count: $0.count, payloads: $0.payloads, payloadBytes: $0.payloadBytes)
        }
        if let kept = store.values[TrafficMeter.stateKey] {
            let moment = TrafficMeter.Moment(wallMilliseconds: wall, continuousTime: .zero, zone: SystemZone.shared)
            self.cellularBytes = TrafficMeter(restoring: kept, at: moment).used
        }
        self.oldestMilliseconds = store.oldest?.recorded
        self.oldestSequence = store.oldest?.sequence
        self.deadLetters = store.deadLetters
        for loss in store.losses { self.losses[loss.reason.rawValue, default: 0] += loss.count }
        self.journalBytes = store.journalBytes
        self.memoryReason = store.memoryReason
        self.problems = store.problems
        for saved in UploadLane.waitKeys.compactMap({ SavedBackoff(store.values[$0]) }) {
            self.take(Backoff(restoring: saved, uptime: .zero, wallMilliseconds: wall), uptime: .zero)
        }
    }

    private mutating func add(_ total: ClassTotal, _ name: String) {
        self.waiting[name, default: Amount()].count += total.count
        self.waiting[name, default: Amount()].bytes += total.bytes
    }

    /// Forgets the wait that was read from the state.
    mutating func clearWait() {
        self.failures = 0
        self.backoff = .zero
        self.isWaitAskedByServer = false
    }

    /// Shows a wait, unless a longer one is shown: with packets of version 1, each address has its own.
    mutating func take(_ backoff: Backoff, uptime: Duration) {
        self.failures = max(self.failures, backoff.failures)
        let remaining = backoff.remaining(uptime: uptime)
        guard remaining >= self.backoff else { return }
        self.backoff = remaining
        self.isWaitAskedByServer = backoff.isAskedByServer(uptime: uptime)
    }
}

extension QueueInspection {
    /// The inspection as JSON.
    public var json: JSONValue {
        func amounts(_ amounts: [String: Amount]) -> JSONValue {
            .object(
                amounts.sorted { $0.key < $1.key }.map { name, amount in
                    (key: name, value: ["count": .integer(amount.count), "bytes": .integer(amount.bytes)])
                }
            )
        }
        let types = self.types.sorted { $0.key < $1.key }.map { name, amount in
            let value: JSONValue = [
                "count": .integer(amount.count), "payloads": .integer(amount.payloads),
                "payload_bytes": .integer(amount.payloadBytes),
            ]
            return (key: name, value: value)
        }
        let losses = self.losses.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.integer($0.value)) }
        return [
            "producer": .string(self.producer),
            "last_sequence": .integer(self.lastSequence),
            "count": .integer(self.count),
            "bytes": .integer(self.bytes),
            "waiting": amounts(self.waiting),
            "in_journal": amounts(self.inJournal),
            "types": .object(types),
            "payload_bytes": .integer(self.payloadBytes),
            "cellular_bytes_today": self.cellularBytes.map { .integer($0) } ?? .null,
            "journal_bytes": .integer(self.journalBytes),
            "oldest": self.oldestMilliseconds.map { .integer($0) } ?? .null,
            "oldest_sequence": self.oldestSequence.map { .integer($0) } ?? .null,
            "dead_letters": .integer(self.deadLetters),
            "losses": .object(losses),
            "failures": .integer(self.failures),
            "backoff_milliseconds": .integer(self.backoff.wholeMilliseconds),
            "asked_by_server": .bool(self.isWaitAskedByServer),
            "companions": .integer(self.companions),
            "companions_gone": .integer(self.companionsGone),
            "problems": .array(self.problems.map { .string($0) }),
        ]
    }
}
