import CSpoor

/// Where records go first: segments of mapped memory that outlive the process.
///
/// An append costs the caller a copy under one short lock. What it answered as durable survives `kill -9`, because the
/// pages of a mapped file belong to the system. A drain, run by one queue, hands the records on, and gives their
/// segments back once they are committed.
public final class Journal: @unchecked Sendable {
    /// Runs work on a thread or queue of its own that is neither a caller's nor the drain's.
    public typealias Provisioner = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    let folder: String
    let configuration: JournalConfiguration
    let files: any SegmentFiles
    let faults: JournalFaults
    private let provisioner: Provisioner
    let signal: @Sendable (JournalSignal) -> Void

    // The lock inside protects what it points to and all variables below: hence `@unchecked Sendable`. A plain pointer
    // costs no exclusivity check on the path of an append.
    let state: UnsafeMutablePointer<spoor_journal_state>
    var active: Segment?
    var ready: [Segment] = []
    var full: [Segment] = []
    var freePaths: [String] = []
    var highestEpoch: UInt32 = 0
    var highestSlot = 0
    var wantedSpares: Int
    var isProvisioning = false
    var isDraining = false
    var isDiskSlow = false
    var filesFailing: PosixError?
    var emergencies = 0
    /// The next sequence number when the files were last free of what was drained.
    var scrubbedSequence: UInt64 = 0
    /// How often the files were freed of what was drained.
    var scrubs = 0
    var tally = FrameTally()
    /// The highest sequence number that an earlier run can have given.
    private(set) var inheritedThrough: UInt64 = 0

    /// Opens the journal in a folder, which must exist, and takes over what an earlier run has left there.
    ///
    /// - Parameters:
    ///   - folder: where the segments are.
    ///   - configuration: how memory and disk are used.
    ///   - lastSequence: the highest sequence number that is known to be in the database.
    ///   - provisioner: where segments are made ready, beside callers and drains.
    ///   - signal: called, on the caller's thread and without the lock, when there is something to drain.
    ///   - inherited: sees each frame left by an earlier run that is above `lastSequence`, in order.
    /// - Throws: `JournalError` when a file cannot be read now; nothing has been changed then.
    public convenience init(
        folder: String,
        configuration: JournalConfiguration = .init(),
        lastSequence: UInt64 = 0,
        provisioner: @escaping Provisioner,
        signal: @escaping @Sendable (JournalSignal) -> Void = { _ in },
        inherited: (JournalFrame) -> Void = { _ in }
    ) throws(JournalError) {
        try self.init(
            folder: folder,
            configuration: configuration,
            lastSequence: lastSequence,
            given: lastSequence,
            provisioner: provisioner,
            signal: signal,
            files: PosixSegmentFiles(),
            faults: .init(),
            inherited: inherited
        )
    }

    package init(
        folder: String,
        configuration: JournalConfiguration,
        lastSequence: UInt64,
        given: UInt64,
        provisioner: @escaping Provisioner,
        signal: @escaping @Sendable (JournalSignal) -> Void,
        files: any SegmentFiles,
        faults: JournalFaults,
        inherited: (JournalFrame) -> Void
    ) throws(JournalError) {
        self.folder = folder
        self.configuration = configuration.normalized
        self.files = files
        self.faults = faults
        self.provisioner = provisioner
        self.signal = signal
        self.wantedSpares = self.configuration.spareSegments
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: spoor_journal_state())
        spoor_lock_init(&self.state.pointee.lock)
        self.setLimits()
        // Numbers may have been given above the last one that is stored: where records were lost.
        self.state.pointee.next_sequence = max(lastSequence, given) &+ 1
        try self.inherit(after: lastSequence, inherited)
        self.inheritedThrough = self.state.pointee.next_sequence - 1
        self.scrubbedSequence = self.state.pointee.next_sequence
        if let segment = self.makeSegment() { self.activate(segment) }
        self.requestSpares()
    }

    deinit {
        for segment in self.ready + self.full + [self.active].compactMap({ $0 }) { self.release(segment) }
        spoor_lock_destroy(&self.state.pointee.lock)
        self.state.deallocate()
    }

    private func setLimits() {
        let cap = UInt64(self.configuration.capBytes)
        let memoryCap = UInt64(self.configuration.memoryCapBytes)
        for recordClass in RecordClass.allCases {
            spoor_journal_set_limit(
                self.state,
                UInt32(recordClass.rawValue),
                cap / 100 * recordClass.quotaPercent,
                memoryCap / 100 * recordClass.quotaPercent
            )
        }
    }

    /// Runs `body` under the journal's lock.
    @inline(__always)
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        spoor_lock_acquire(&self.state.pointee.lock)
        defer { spoor_lock_release(&self.state.pointee.lock) }
        return try body()
    }

    /// Runs `work` where segments are made.
    func onProvisioner(_ work: @escaping @Sendable () -> Void) {
        self.provisioner(work)
    }

    /// The sequence number that the next record will get.
    public var nextSequence: UInt64 { self.locked { self.state.pointee.next_sequence } }

    /// Bytes that wait to be drained.
    public var pendingBytes: Int { self.locked { Int(self.state.pointee.pending_bytes) } }

    /// How the journal is doing.
    public var status: JournalStatus {
        self.locked {
            var refused: [RecordClass: Int] = [:]
            for recordClass in RecordClass.allCases {
                let count = spoor_journal_refused(self.state, UInt32(recordClass.rawValue))
                if count > 0 { refused[recordClass] = Int(count) }
            }
            let reason = self.filesFailing?.description ?? "no file was ready"
            return JournalStatus(
                backing: self.state.pointee.is_memory ? .memory(reason: reason) : .file,
                pendingBytes: Int(self.state.pointee.pending_bytes),
                refused: refused,
                emergencies: self.emergencies,
                readySegments: self.ready.count,
                fullSegments: self.full.count,
                tally: self.tally
            )
        }
    }

    /// Refuses all further records; what is waiting can still be drained.
    public func close() {
        self.locked { self.state.pointee.is_closed = true }
    }

    /// Closes the journal, and removes its files if nothing is waiting in them.
    public func dismantle() {
        var segments: [Segment] = []
        var paths: [String] = []
        self.locked {
            self.state.pointee.is_closed = true
            guard self.state.pointee.pending_bytes == 0, !self.isDraining else { return }
            segments = self.ready + self.full + [self.active].compactMap { $0 }
            paths = self.freePaths
            self.ready.removeAll()
            self.full.removeAll()
            self.freePaths.removeAll()
            self.active = nil
            self.state.pointee.base = nil
        }
        for segment in segments { self.discard(segment) }
        for path in paths { try? self.files.remove(path) }
    }
}
