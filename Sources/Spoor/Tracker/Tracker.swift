public import Foundation
public import SpoorChannel
public import SpoorWire

/// Records what people do, keeps it on the device and uploads it.
///
/// Every call may be made from any thread; none of them waits for a disk, a network or another queue, throws, or can
/// crash the host app.
public final class Tracker: Sendable {
    /// How the tracker was set up.
    public let configuration: TrackerConfiguration

    /// The same as the app handed it in, unusable values included.
    let asked: TrackerConfiguration

    let environment: TrackerEnvironment
    let channel: Channel
    let state: Locked<TrackerState>
    let channels: PrismChannels

    /// Creates a tracker and begins to open its storage off the calling thread.
    ///
    /// The call waits for storage for at most ``TrackerConfiguration/startWait``; what is tracked before it is open is
    /// held in memory and answered ``TrackAnswer/held``. One tracker at a time can own a queue folder;
    /// another one waits for it, and holds its events in memory meanwhile.
    ///
    /// - Parameters:
    ///   - configuration: where records go, and how.
    ///   - environment: clocks, network and device; nil takes the real ones.
    public convenience init(_ configuration: TrackerConfiguration, environment: TrackerEnvironment? = nil) {
        self.init(configuration, environment: environment, opensNow: true)
    }

    /// The same; with `opensNow` off, storage waits for ``beginOpening()``.
    init(_ configuration: TrackerConfiguration, environment: TrackerEnvironment?, opensNow: Bool) {
        self.asked = configuration
        var configuration = configuration
        var environment = environment ?? .live(name: configuration.name)
        configuration.check(&environment)
        self.configuration = configuration
        self.environment = environment
        let surroundings = Surroundings(
            Presets.Source(),
            install: "",
            at: environment.scheduler.wallMilliseconds,
            zone: environment.zone
        )
        var state = TrackerState(surroundings: surroundings)
        state.remote = RemoteState(configuration.channel)
        state.time.created = Moment(environment.scheduler)
        state.time.sessions = configuration.sessions.map { SessionMachine($0) }
        self.state = Locked(state)
        let warn = configuration.warn
        let tracker = Locked(WeakTracker())
        var outside = ChannelEnvironment(
            scheduler: environment.scheduler,
            transport: TimedTransport(environment.transport, scheduler: environment.scheduler) { exchange in
                tracker.withLock { $0.tracker }?.learn(exchange)
            },
            random: environment.random,
            log: { warn($0) }
        )
        outside.network = environment.network
        outside.zone = environment.zone
        self.channel = Channel(
            configuration: configuration.channel,
            storage: configuration.sharing(configuration.storage(environment)) {
                tracker.withLock { $0.tracker }?.companionTended()
            },
            environment: outside
        )
        self.channels = PrismChannels(Self.channelMaker(configuration, environment, tracker))
        environment.lifeCycle?.start { [weak self] event in Self.pass(event, to: self) }
        tracker.withLock { $0.tracker = self }
        if opensNow { self.beginOpening() }
        environment.interface?.start(self)
    }

    /// Opens storage off the calling thread, and gives it, the channels' included, ``TrackerConfiguration/startWait``.
    func beginOpening() {
        let start = self.environment.scheduler.uptime
        let isDone = self.environment.scheduler.run(waitingAtMost: self.configuration.startWait) { [weak self] in
            self?.open()
        }
        if isDone { self.channels.awaitOpening(since: start) }
    }

    /// Records that something happened (001 §3.1).
    ///
    /// What is answered with ``TrackAnswer/recorded(_:)`` survives `kill -9`. A bad property costs that property and is
    /// reported once to the log; a bad name costs the event.
    ///
    /// - Parameters:
    ///   - event: the event's name: letters, digits, `_` and `$`, not beginning with a digit, at most 100.
    ///   - properties: what is known about it.
    ///   - time: when it happened; nil takes now.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func track(_ event: String, _ properties: Properties = Properties(), at time: Date? = nil) -> TrackAnswer {
        if let problem = Naming.check(name: event) {
            let sentence = "Event '\(Limits.shown(event))' was dropped: \(problem)"
            self.warn(sentence)
            return .dropped(.invalidName(sentence))
        }
        let own = PropertyCheck.checked(properties, origin: "event '\(event)'", report: self.warn)
        var draft = EventDraft(.track, name: event, own: own, milliseconds: self.milliseconds(of: time))
        draft.isOwnTime = draft.milliseconds != nil
        return self.record(draft)
    }

    /// Records that something happened, with properties of any type.
    ///
    /// The values are converted at once by the table of bug case O-05; what cannot be converted is dropped and reported.
    ///
    /// - Parameters:
    ///   - event: the event's name.
    ///   - values: the properties.
    ///   - time: when it happened; nil takes now.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func track(_ event: String, values: [String: Any], at time: Date? = nil) -> TrackAnswer {
        self.track(event, Properties(values), at: time)
    }

    /// Uploads everything that was recorded up to now, and says what came of it.
    ///
    /// A wait of our own after failures is broken by this call; a wait that the server asked for is not. Until storage is
    /// open nothing can be uploaded, and the answer is ``SpoorChannel/UploadOutcome/storageFailure(_:)``.
    public func flush() async -> FlushReport {
        self.fetchFromCompanionsSoon()
        var report = await self.channel.flush()
        if let opening = self.openingState {
            report.remaining += opening.held
            // The queue may be open already while the device's id cannot be read: what is held is not in it.
            if report.outcome == .complete { report.outcome = .storageFailure(opening.problem) }
        }
        return report
    }

    /// Ends the tracker: what is in the journal is moved into the database, and the folder may be opened anew.
    ///
    /// Uploads stop. Calls of `track` are answered ``DropReason/stopped`` from now on. What was held for want of storage
    /// gets a last chance; where that fails too, the log says how much is lost.
    public func stop() async {
        self.environment.lifeCycle?.stop()
        self.environment.interface?.stop()
        self.state.withLock { $0.remote.source }?.stop()
        self.state.withLock { if $0.phase == .ready { $0.phase = .stopped } }
        await withCheckedContinuation { continuation in
            self.environment.scheduler.async {
                self.open()
                self.giveUpHeld()
                continuation.resume()
            }
        }
        await self.channels.stop()
        await self.channel.close()
    }

    private func milliseconds(of time: Date?) -> Int64? {
        guard let time else { return nil }
        if let milliseconds = WireDate.milliseconds(of: time), milliseconds >= 0 { return milliseconds }
        self.warn("A time outside the years 1970 to 9999 was replaced by now; pass the event's real time.")
        return nil
    }

    func warn(_ sentence: String) {
        self.configuration.warn(sentence)
    }
}
