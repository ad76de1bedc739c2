public import SpoorChannel
import SpoorStore
public import SpoorWire

/// A channel for records of monitoring or business: its own queue on disk, its own upload, isolated from the tracker's
/// events and from every other channel.
///
/// ```swift
/// let apm = Spoor.channel("apm")
/// apm?.send(type: "net", meta: ["url": "https://shop.example.com/cart", "ms": 214])
/// ```
///
/// Safe from any thread; no call waits, throws or can crash the host app.
public final class PrismChannel: Sendable {
    /// The channel's name.
    public let namespace: String

    let channel: Channel
    private let scheduler: any Scheduler
    /// The tracker's, on which its storage opens before this one's does.
    private let trackerScheduler: any Scheduler
    /// Takes over what companions have recorded up to now; nothing where there are none.
    private let fetch: @Sendable () async -> Void
    private let warn: @Sendable (String) -> Void
    private let life = Locked(Life())

    /// What a channel begins with.
    private struct Start: Sendable {
        var version: AppVersion?
        var reportLosses: @Sendable (LossReport) -> Bool
        var begun: @Sendable () -> Void
    }

    /// What a channel knows of its own opening.
    private struct Life: Sendable {
        /// What to begin with; nil until the tracker's own storage is open.
        var start: Start?
        var isOpen = false
        var isStopped = false
        var retry = OpeningRetry()
    }

    init(
        namespace: String,
        channel: Channel,
        scheduler: any Scheduler,
        trackerScheduler: any Scheduler,
        fetch: @escaping @Sendable () async -> Void,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.namespace = namespace
        self.channel = channel
        self.scheduler = scheduler
        self.trackerScheduler = trackerScheduler
        self.fetch = fetch
        self.warn = warn
    }

    /// Records what monitoring found; see ``SpoorChannel/Channel/send(type:meta:payload:)``.
    ///
    /// What is answered with ``SpoorChannel/SendAnswer/recorded(_:)`` survives `kill -9`.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is; it must be in the `monitorList` of the channel's configuration.
    ///   - meta: its fields; with the common fields at most 10 KiB.
    ///   - payload: bytes that go with it, such as a stack.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, meta: [String: JSONValue], payload: [UInt8]? = nil) -> SendAnswer {
        self.channel.send(type: type, meta: meta, payload: payload)
    }

    /// Records what a line of business wants to know; on the server its type is `prefix-type`.
    ///
    /// A channel that has rules of its own takes only what they name: `prefix-type`, or the type for every prefix.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - prefix: the line of business.
    ///   - meta: its fields; with the common fields at most 10 KiB.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, prefix: String, meta: [String: JSONValue]) -> SendAnswer {
        self.channel.send(type: type, prefix: prefix, meta: meta)
    }

    /// Records what monitoring found, with fields of any type, which are copied and converted during the call.
    ///
    /// Dictionaries and lists may be nested; other values are converted by the table of bug case O-05, dates to
    /// milliseconds since 1970. What cannot be converted is left out and said.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - values: its fields.
    ///   - payload: bytes that go with it.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, values: [String: Any], payload: [UInt8]? = nil) -> SendAnswer {
        guard let meta = self.converted(values, of: type) else {
            return self.channel.refuseTooLarge(type: type, prefix: nil)
        }
        return self.send(type: type, meta: meta, payload: payload)
    }

    /// Records what a line of business wants to know, with fields of any type.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - prefix: the line of business.
    ///   - values: its fields; converted as in ``send(type:values:payload:)``.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, prefix: String, values: [String: Any]) -> SendAnswer {
        guard let meta = self.converted(values, of: type) else {
            return self.channel.refuseTooLarge(type: type, prefix: prefix)
        }
        return self.send(type: type, prefix: prefix, meta: meta)
    }

    /// Whether the channel takes records: the configuration's `isGather`, and false once the tracker was stopped.
    public var isCollecting: Bool { self.channel.isCollecting }

    /// Uploads what was recorded up to now, and says what came of it.
    ///
    /// Right after the start it waits until storage was opened, so that what was held meanwhile is uploaded, too. Where
    /// storage cannot be read now, the answer is ``SpoorChannel/UploadOutcome/storageFailure(_:)`` and counts what is held as remaining.
    public func flush() async -> FlushReport {
        if !self.life.withLock({ $0.isOpen || $0.isStopped }) { await self.trackerOpening() }
        await self.fetch()
        return await self.channel.flush()
    }

    /// How the channel is doing.
    public func status() async -> ChannelStatus {
        await self.channel.status()
    }

    /// What the queue holds: numbers by class, the oldest record, the wait that is on, what was lost.
    public func inspectQueue() async -> QueueInspection {
        await self.channel.inspect()
    }

    /// The fields as a record has them; nil where they are more than is looked at.
    private func converted(_ values: [String: Any], of type: String) -> [String: JSONValue]? {
        let fields = RecordFields(values)
        guard !fields.isTooLarge else { return nil }
        if !fields.refused.isEmpty {
            let more = fields.refused.count > 3 ? " and \(fields.refused.count - 3) others" : ""
            let names = fields.refused.prefix(3).map(Limits.shown).joined(separator: ", ") + more
            self.warn(
                "Record '\(Limits.shown(type))': the fields \(names) were left out; pass "
                    + "text, numbers, booleans, dates, and dictionaries and lists of them."
            )
        }
        return fields.members
    }
}

extension PrismChannel {
    /// The newest records that were set aside because the server refuses them, newest first.
    ///
    /// - Parameter limit: the most to give.
    /// - Returns: the records; none until storage is open.
    public func deadLetters(limit: Int = 100) async -> [DeadLetterEvent] {
        await self.channel.deadLetters(limit: limit)
    }

    /// Writes all records that were set aside to a file, oldest first, one line of JSON each; they stay where they are.
    ///
    /// - Parameter path: the file; an older one is replaced.
    /// - Returns: how many.
    /// - Throws: an error whose description says why the file could not be written.
    @discardableResult
    public func exportDeadLetters(to path: String) async throws -> Int {
        try await self.channel.exportDeadLetters(to: path)
    }

    /// Puts records that were set aside back into the queue, in their old order and with their payloads.
    ///
    /// - Parameter ids: which ones, by ``SpoorChannel/DeadLetterEvent/id``; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func resendDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.channel.resendDeadLetters(ids)
    }

    /// Deletes records that were set aside.
    ///
    /// - Parameter ids: which ones, by ``SpoorChannel/DeadLetterEvent/id``; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func purgeDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.channel.purgeDeadLetters(ids)
    }
}

extension PrismChannel {
    /// Begins to open storage on the channel's own queue; without effect where that was begun.
    ///
    /// - Parameters:
    ///   - version: the version of the app that runs.
    ///   - reportLosses: records what was lost; answers whether that was kept.
    ///   - begun: called once it is open and what grew too old is gone, on the channel's queue.
    func start(
        version: AppVersion?,
        reportLosses: @escaping @Sendable (LossReport) -> Bool,
        begun: @escaping @Sendable () -> Void = {}
    ) {
        let isFirst = self.life.withLock { life in
            guard life.start == nil, !life.isStopped else { return false }
            life.start = Start(version: version, reportLosses: reportLosses, begun: begun)
            return true
        }
        guard isFirst else { return }
        self.scheduler.async { [weak self] in self?.open() }
    }

    /// Ends a channel that holds nothing in memory, on its own queue; it cannot be used afterwards.
    ///
    /// - Parameter after: called once its folder may be opened anew, on that queue.
    func close(then after: @escaping @Sendable () -> Void) {
        self.life.withLock { $0.isStopped = true }
        self.scheduler.async {
            self.channel.closeNow()
            after()
        }
    }

    /// Ends a channel that was made after its tracker had been stopped: it takes nothing, and never opens.
    func endUnopened() {
        self.life.withLock { $0.isStopped = true }
        self.channel.stopTaking()
        self.scheduler.async { [channel] in channel.closeNow() }
    }

    /// Waits until storage that was begun to open is open, or was found unreadable; without effect on one that was not.
    ///
    /// - Parameter limit: the longest wait.
    func awaitOpening(atMost limit: Duration) {
        guard self.life.withLock({ $0.start != nil && !$0.isOpen && !$0.isStopped && $0.retry.said == nil }) else {
            return
        }
        // Comes after the opening that waits there, and does its work where that has not begun.
        _ = self.scheduler.run(waitingAtMost: limit) { [weak self] in
            if self?.life.withLock({ $0.retry.said == nil }) == true { self?.open() }
        }
    }

    /// Ends the channel: what is in the journal is moved into the database, and the folder may be opened anew.
    ///
    /// What was held for want of storage gets a last chance; where that fails too, the log says how much is lost.
    func stop() async {
        self.life.withLock { $0.isStopped = true }
        await self.channel.close { self.openLast() }
    }

    /// Does something on the channel's own queue.
    func onQueue(_ work: @escaping @Sendable (Channel) -> Void) {
        self.scheduler.async { [channel] in work(channel) }
    }

    /// Returns once the tracker's storage, after which the channel's own opens, was tried.
    private func trackerOpening() async {
        await withCheckedContinuation { continuation in
            self.trackerScheduler.async { continuation.resume() }
        }
    }

    private func open() {
        guard let start = self.life.withLock({ $0.isStopped || $0.isOpen ? nil : $0.start }) else { return }
        switch self.channel.open() {
        case .opened:
            self.life.withLock { $0.isOpen = true }
            self.channel.begin(version: start.version, reportLosses: start.reportLosses)
            start.begun()
        case .unreadable(let reason):
            let (delay, isNew) = self.life.withLock { $0.retry.next(reason) }
            if isNew {
                self.warn("The channel '\(self.namespace)' holds records in memory until its storage opens. \(reason)")
            }
            _ = self.scheduler.schedule(after: delay) { [weak self] in self?.open() }
        case .failed(let reason):
            self.warn("The channel '\(self.namespace)' cannot run: \(reason)")
        }
    }

    /// Opens storage for what is held alone.
    private func openLast() {
        guard self.channel.heldUnopened > 0, let start = self.life.withLock({ $0.isOpen ? nil : $0.start }) else {
            return
        }
        switch self.channel.open() {
        case .opened:
            self.channel.beginLast(version: start.version, reportLosses: start.reportLosses)
        case .unreadable(let reason), .failed(let reason):
            self.warn("The channel '\(self.namespace)' ends before its storage could be opened. \(reason)")
        }
    }
}
