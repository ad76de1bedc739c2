public import SpoorWire

/// All that one channel keeps: journal, records and state, in one folder that nobody else may open.
///
/// Any thread may append and read state: that touches no file. Everything else is for the channel's serial queue.
public final class ChannelStore: Sendable {
    /// The id under which this folder's records are written; part of every event's id.
    public let producer: String
    /// What opening the folder found.
    public let report: OpenReport
    let journal: Journal
    let values: Locked<[String: JSONValue]>
    let currentCounts: Locked<StoreCounts>
    // Held for a whole drain, but only the channel's queue ever takes it: appends and reads of state do not.
    let confined: Locked<Confined>

    /// What the channel's queue alone uses.
    struct Confined {
        let folder: String
        let files: any FileAccess
        let point: @Sendable (StorePoint) -> Void
        let stateStore: StateStore
        let ledger: CommitLedger
        /// The names of the values that decide about privacy.
        let choices: Set<String>
        /// The files as they were left.
        var watch: FolderWatch
        /// What was taken away and made anew, and not reported yet.
        var restored = Restored()
        /// Nil once the store is closed.
        var lock: FolderLock?
        /// Nil once the store is closed, or while a damaged database could not be replaced.
        var records: RecordStore?
        /// The high-water mark, should the database be lost.
        var lastSequence: UInt64
        var document: StateDocument
        /// Why the state file could not be written; its content is in the database meanwhile.
        var stateProblem: String?
        /// Why the last drain failed; nil where it did not.
        var drainProblem: String?
        /// Records that damage has cost, found since the store was opened.
        var damaged = 0
        /// Payloads that replacing the database has cost, and not reported yet.
        var lostPayloads = 0
        /// Records the journal turned away that are counted as losses already.
        var countedRefusals: [RecordClass: Int] = [:]
    }

    /// What was taken away from outside, and what that has cost.
    struct Restored {
        var names: Set<String> = []
        var missing = 0
        /// Whether something is still to be made anew.
        var isOwed = false
    }

    init(opened: sending Opened, report: OpenReport) {
        self.producer = opened.confined.document.producer
        self.report = report
        self.journal = opened.journal
        self.values = Locked(opened.values)
        var counts = opened.confined.records.map(Self.counts) ?? StoreCounts()
        counts.damaged = opened.confined.damaged
        self.currentCounts = Locked(counts)
        self.confined = Locked(opened.confined)
    }

    /// What ``open(folder:configuration:)`` has put together.
    struct Opened {
        let journal: Journal
        let values: [String: JSONValue]
        let confined: Confined
    }

    /// Appends one record, from any thread; see ``Journal/append(class:kind:maxHead:body:head:)``.
    public func append(
        class recordClass: RecordClass,
        maxHead: Int,
        body: UnsafeRawBufferPointer,
        head: (UInt64, UnsafeMutableRawBufferPointer) -> FrameHead?
    ) -> AppendResult {
        self.journal.append(class: recordClass, kind: .event, maxHead: maxHead, body: body, head: head)
    }

    /// Appends one record that has a type, and perhaps a payload, from any thread.
    ///
    /// Head and body together are a ``ReportFrame``.
    ///
    /// - Parameters:
    ///   - recordClass: decides who is refused first when room runs out.
    ///   - maxHead: room for what `head` writes, in bytes.
    ///   - body: what stands behind the head.
    ///   - head: called under the lock; see ``Journal/append(class:kind:maxHead:body:head:)``.
    /// - Returns: what became of it.
    public func appendReport(
        class recordClass: RecordClass,
        maxHead: Int,
        body: UnsafeRawBufferPointer,
        head: (UInt64, UnsafeMutableRawBufferPointer) -> FrameHead?
    ) -> AppendResult {
        self.journal.append(class: recordClass, kind: .report, maxHead: maxHead, body: body, head: head)
    }

    /// The values as of the last ``setState(_:recorded:)``, from any thread.
    public var state: [String: JSONValue] { self.values.withLock { $0 } }

    /// Changes values, from any thread; nil removes one.
    ///
    /// Durable at once, like a record.
    ///
    /// - Parameters:
    ///   - changes: the new values by name.
    ///   - recorded: the time of the change, in milliseconds since 1970.
    /// - Returns: what became of it; the values are changed only when it was appended.
    @discardableResult
    public func setState(_ changes: [String: JSONValue?], recorded: Int64) -> AppendResult {
        let members = changes.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: $0.value ?? .null) }
        let body = Array(JSONValue.object(members).jsonText.utf8)
        return body.withUnsafeBytes { body in
            self.journal.append(class: .identity, kind: .state, maxHead: 0, body: body) { _, _ in
                // Under the journal's lock, so that memory and journal see changes in the same order.
                self.values.withLock { values in
                    for (key, value) in changes { values[key] = value }
                }
                return FrameHead(count: 0, recorded: recorded)
            }
        }
    }

    /// The sequence number that the next record will get, from any thread.
    public var nextSequence: UInt64 { self.journal.nextSequence }

    /// How the journal is doing, from any thread.
    public var journalStatus: JournalStatus { self.journal.status }

    /// How many records wait in memory alone, because neither the journal's files nor the database took them: they end with
    /// the process.
    public var volatileRecords: Int {
        var count = 0
        // While a drain reads there are some, and it moves them.
        try? self.journal.peek(isVolatile: true) { frame in count += frame.kind.isRecord ? 1 : 0 }
        return count
    }

    /// How much the database holds as of the last work of the queue, from any thread.
    public var counts: StoreCounts { self.currentCounts.withLock { $0 } }

    static func counts(_ records: RecordStore) -> StoreCounts {
        StoreCounts(records: records.count, bytes: records.bytes, deadLetters: records.deadLetterCount)
    }
}
