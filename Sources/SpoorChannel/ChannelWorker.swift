import SpoorStore
import SpoorWire

/// A channel's work: moves the journal into the database, and the database to the collector.
///
/// Confined to the channel's scheduler, which runs one thing at a time; hence `@unchecked Sendable`. The rules are the
/// ``UploadMachine``'s; this type does what the machine says.
final class ChannelWorker: @unchecked Sendable {
    var configuration: ChannelConfiguration
    let environment: ChannelEnvironment
    let storage: ChannelStorage
    var encoding: any BodyEncoding
    let flushes = FlushWaiters()
    let inlet: ReportInlet

    /// The ways out, those that are not used now included.
    let lanes: [UploadLane]
    /// Whether the lanes are being told to upload, so that not all of them have begun.
    var isTriggering = false

    var store: ChannelStore?
    /// Why storage is not open; without a meaning while it is.
    var openingProblem = "Storage is not open yet."

    /// Whether ``openingProblem`` is that another has the folder.
    var isFolderInUse = false
    var isClosed = false
    /// What was answered while the disk was too full to delete it.
    var owed: [OwedSettlement] = []
    var counters = ChannelStatus()
    var hasBegun = false
    var age: AgeClock?
    var lastSweep: Int64?
    var reportLosses: (@Sendable (LossReport) -> Bool)?
    var timerWork: (any ScheduledWork)?
    var pace: UploadPace
    var reach = UploadReach()
    /// Why what is in the journal cannot be moved into the database; nil while it can.
    var drainProblem: String?
    var drainRetry: (any ScheduledWork)?
    var withdrawalRetry: (any ScheduledWork)?
    /// What fails again and again, as it was said.
    var problems = StandingProblems()
    /// Whether it was said that dead letters went to make room for others.
    var hasSaidTrimmed = false
    /// Counts what goes over metered networks; nil until the queue is open.
    var meter: TrafficMeter?
    var throttle = RealtimeThrottle()
    var networkObservation: NetworkObservation?
    var knownStatus = NetworkStatus.none
    /// The number of this run's first record.
    var firstSequence: UInt64 = 0

    /// What was taken back and must be gone before anything else leaves; set from any thread.
    let withdrawal = Locked(Withdrawal())

    /// Losses that happened outside of the store and are not counted there yet; set from any thread.
    let losses = Locked<[Loss]>([])

    /// When the system will stop the app, in uptime; nil while it is in front.
    var backgroundEnd: Duration?

    init(configuration: ChannelConfiguration, storage: ChannelStorage, environment: ChannelEnvironment) {
        self.configuration = configuration
        self.storage = storage
        self.pace = UploadPace(interval: configuration.uploadInterval)
        self.environment = environment
        self.inlet = ReportInlet(configuration)
        self.encoding = configuration.bodyEncoding
        self.lanes = [UploadPart.whole, .details, .metas].map { UploadLane($0, configuration) }
    }

    var scheduler: any Scheduler { self.environment.scheduler }

    /// The ways out that are used now.
    var activeLanes: [UploadLane] {
        let parts = UploadPart.all(of: self.configuration.encoding)
        return self.lanes.filter { parts.contains($0.part) }
    }

    /// Whether an upload is going on.
    var isUploading: Bool { self.lanes.contains { $0.machine.isRunning } }

    /// Opens the queue and takes up the wait of the last run.
    func open() -> ChannelOpening {
        let store: ChannelStore
        do throws(StoreError) {
            store = try self.openStore(self.storeConfiguration)
        } catch {
            self.openingProblem = "\(error)"
            self.isFolderInUse = error.kind == .inUse
            // A folder in use is let go when the other process or the tracker before this one ends.
            return error.kind == .closed ? .failed("\(error)") : .unreadable("\(error)")
        }
        self.store = store
        self.firstSequence = store.nextSequence
        self.restoreMeter(from: store)
        for sentence in store.report.remarks { self.environment.log(sentence) }
        self.takeUpLastRun()
        return .opened(store)
    }

    /// Why storage is not open; nil while it is, and once the channel is closed.
    var storageProblem: String? { self.store == nil && !self.isClosed ? self.openingProblem : nil }

    private var storeConfiguration: ChannelStoreConfiguration {
        let scheduler = self.scheduler
        var configuration = ChannelStoreConfiguration(
            provisioner: { scheduler.runBeside($0) },
            signal: { [weak self] signal in self?.journalSignalled(signal) },
            random: self.environment.random
        )
        configuration.journal = self.storage.journal
        configuration.freshProducer = self.storage.producer
        configuration.choices = self.storage.choices
        self.storage.adjust(&configuration)
        return configuration
    }

    /// Uploads what the last run left (trigger: launch), after what is in the journal has been moved.
    ///
    /// - Parameters:
    ///   - version: the version of the app that runs; nil where nobody can tell.
    ///   - reportLosses: records what was lost; answers whether that was kept.
    func begin(version: AppVersion?, reportLosses: (@Sendable (LossReport) -> Bool)?) {
        self.reportLosses = reportLosses
        self.hasBegun = true
        self.noteVersion(version)
        self.keepUpgradeWord()
        self.clearAfterUpgrade()
        self.watchNetwork()
        self.decideOnSavedWait()
        self.withdraw()
        self.drain()
        self.countLosses()
        self.reportLossesAtLaunch()
        guard let store = self.store, store.counts.records > 0 else { return }
        if self.resumeWaits() { self.trigger(.launch) }
    }

    /// How the channel is doing, as far as the database knows.
    func status() -> ChannelStatus {
        var status = self.counters
        status.isUploading = self.isUploading
        status.storageProblem = self.storageProblem
        status.isFolderInUse = self.isFolderInUse && self.storageProblem != nil
        if let store = self.store {
            let counts = store.counts
            status.waiting = counts.records
            status.waitingBytes = counts.bytes
            status.deadLetters = counts.deadLetters
            status.lost += counts.damaged
        } else {
            status.waiting = self.inlet.heldUnopened
        }
        return status
    }

    /// Ends the channel's work.
    func close() {
        self.timerWork?.cancel()
        for lane in self.lanes {
            lane.wakeWork?.cancel()
            lane.underWay?.overdueWork.cancel()
        }
        self.drain()
        self.sayWhatIsNotKept()
        for work in [self.drainRetry, self.withdrawalRetry] { work?.cancel() }
        self.networkObservation = nil
        self.countLosses()
        self.saveAge()
        self.answerFlushes(.disabled)
        self.counters.lost += self.store?.counts.damaged ?? 0
        self.closeCompanion()
        self.store?.close()
        self.store = nil
        self.isClosed = true
        for lane in self.lanes { lane.machine.isEnabled = false }
    }

    /// Comes back to something that failed.
    func retry(after delay: Duration, _ work: @escaping @Sendable (ChannelWorker) -> Void) {
        _ = self.scheduler.schedule(after: delay) { [weak self] in
            if let self { work(self) }
        }
    }
}
