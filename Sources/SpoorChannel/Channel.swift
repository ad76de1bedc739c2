public import SpoorStore
import SpoorWire

/// One namespace: its own queue on disk, its own upload, isolated from every other channel.
///
/// The handle is safe from any thread and never waits; the work is done by a `ChannelWorker` on the channel's own
/// scheduler.
public final class Channel: Sendable {
    let scheduler: any Scheduler
    let worker: ChannelWorker
    let said = Locked(SaidSentences())

    /// The way of records into the queue.
    var inlet: ReportInlet { self.worker.inlet }

    /// Creates a channel; nothing is read or written before ``open()``.
    ///
    /// - Parameters:
    ///   - configuration: what the channel may do; values out of range are clamped.
    ///   - storage: where its queue lies.
    ///   - environment: clocks, network and randomness.
    public init(configuration: ChannelConfiguration, storage: ChannelStorage, environment: ChannelEnvironment) {
        if let remark = configuration.clampingRemark { environment.log(remark) }
        for remark in configuration.headerRemarks { environment.log(remark) }
        self.scheduler = environment.scheduler
        self.worker = ChannelWorker(configuration: configuration.clamped, storage: storage, environment: environment)
    }

    /// The queue's own folder.
    package var folder: String { self.worker.storage.folder }

    /// Opens the queue.
    ///
    /// Call it on the channel's scheduler; it reads and writes files.
    public func open() -> ChannelOpening {
        self.worker.open()
    }

    /// Begins to upload, if anything waits.
    ///
    /// Call it on the channel's scheduler, once.
    ///
    /// - Parameter reportLosses: makes a record of what was lost, on the channel's queue: at the start where something was,
    ///   then at most once a day. It answers whether the record was kept; until then the numbers stay.
    public func begin(reportLosses: (@Sendable (LossReport) -> Bool)? = nil) {
        self.begin(version: nil, reportLosses: reportLosses)
    }

    /// Begins to upload, and deletes what an earlier version of the app recorded where the configuration says so.
    ///
    /// - Parameters:
    ///   - version: the version that runs; nil where the platform does not tell.
    ///   - reportLosses: makes a record of what was lost; see ``begin(reportLosses:)``.
    package func begin(version: AppVersion?, reportLosses: (@Sendable (LossReport) -> Bool)?) {
        self.openInlet()
        self.worker.begin(version: version, reportLosses: reportLosses)
    }

    /// Uploads what was recorded up to now, and tells how that ended.
    public func flush() async -> FlushReport {
        await withCheckedContinuation { continuation in
            self.scheduler.async { self.worker.flush { continuation.resume(returning: $0) } }
        }
    }

    /// Uploads what waits because the app goes to the background.
    ///
    /// - Parameter remaining: how long the system lets the app run on; nil where it does not say.
    public func enterBackground(remaining: Duration?) {
        self.scheduler.async { self.worker.enterBackground(remaining: remaining) }
    }

    /// Goes back to normal: the app is in front again.
    public func enterForeground() {
        self.scheduler.async { self.worker.enterForeground() }
    }

    /// Asks the worker on its queue.
    func ask<Result: Sendable>(_ question: @escaping @Sendable (ChannelWorker) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            self.scheduler.async { continuation.resume(returning: question(self.worker)) }
        }
    }

    private static let lostReason = "the channel ended before its storage was open, or the person had answered."

    /// Moves what is in the journal into the database and lets go of the folder.
    public func close() async {
        await self.close {}
    }

    /// The same, after a last chance for what is held in memory.
    ///
    /// - Parameter chance: runs on the channel's scheduler before the end; nothing new is taken by then.
    package func close(after chance: @escaping @Sendable () -> Void) async {
        self.inlet.stopTaking()
        await withCheckedContinuation { continuation in
            self.scheduler.async {
                chance()
                self.worker.releaseHeld()
                let lost = self.inlet.close()
                if lost > 0 {
                    self.worker.environment.log(
                        "\(lost) records were held in memory and are lost: \(Self.lostReason)"
                    )
                }
                self.worker.close()
                continuation.resume()
            }
        }
    }

    /// Takes nothing from now on, on any thread; ``closeNow()`` follows on the channel's scheduler.
    package func stopTaking() { self.inlet.stopTaking() }

    /// How many records wait in memory because storage is not open.
    package var heldUnopened: Int { self.inlet.heldUnopened }

    /// Records what was held in a queue that was opened only to be closed; nothing is uploaded.
    ///
    /// - Parameters:
    ///   - version: the version that runs; nil where the platform does not tell.
    ///   - reportLosses: makes a record of what was lost; see ``begin(reportLosses:)``.
    package func beginLast(version: AppVersion?, reportLosses: (@Sendable (LossReport) -> Bool)?) {
        for lane in self.worker.lanes { lane.machine.isEnabled = false }
        self.begin(version: version, reportLosses: reportLosses)
    }
}

/// Where a channel's queue lies, and how large its journal may be.
public struct ChannelStorage: Sendable {
    /// The queue's own folder; made where it is missing.
    public var folder: String

    /// How the journal uses memory and disk.
    public var journal = JournalConfiguration()

    /// How long a record may wait in the journal before it is moved into the database.
    public var drainDelay: Duration = .milliseconds(100)

    /// The producer's name for a fresh folder; nil makes a random one.
    public var producer: String?

    /// The names of the values that decide about privacy: they are kept where damage to the state file does not reach
    /// them.
    public var choices: Set<String> = []

    /// What the channel of a companion needs instead of ``folder``; nil for all others.
    package var companion: CompanionStorage?

    /// Changes to the store's set-up that only tests need, such as faults.
    package var adjust: @Sendable (inout ChannelStoreConfiguration) -> Void = { _ in }

    /// Creates a place.
    ///
    /// - Parameter folder: the queue's own folder.
    public init(folder: String) {
        self.folder = folder
    }
}

/// What opening a channel came to.
public enum ChannelOpening: Sendable {
    /// The queue is open: records are appended to the store, from any thread.
    case opened(ChannelStore)

    /// It cannot be read now, or is in use; nothing was changed, try again later (bug case O-27).
    case unreadable(String)

    /// It cannot be used; the text says why and what to do.
    case failed(String)
}
