import SpoorChannel
import SpoorStore
import SpoorWire

/// The app comes and goes (000, bug case O-14).
///
/// On Apple platforms the tracker watches the app itself; elsewhere the host calls. Telling the same thing twice does no
/// harm. What each means is listed in the policies under O-13 and O-14.
extension Tracker {
    /// Tells that the process has started; call it once, before any other of these.
    ///
    /// Started in the background, by a push or a fetch, the process is out of sight until it is told otherwise: there is no
    /// start event and no session, events carry `$app_state`, and the marks of a first day and a first time stay unused.
    ///
    /// - Parameter inBackground: whether the system started it, not a person.
    public func launched(inBackground: Bool) {
        self.take(.launched(inBackground: inBackground))
    }

    /// Tells that a person sees a part of the app that has no life of its own, such as an extension: its pages and clicks
    /// are followed until it is told of the background, and nothing counts as a start.
    public func shown() {
        self.take(.shown)
    }

    /// Tells that the app is on its way to the front: device facts are read anew, and what waits is uploaded.
    public func willEnterForeground() {
        self.take(.willEnterForeground)
    }

    /// Tells that a person can use the app now; coming from anywhere but a short interruption, this is its start.
    public func didBecomeActive() {
        self.take(.becameActive)
    }

    /// Tells that the app is covered for a moment, or about to be left.
    public func willResignActive() {
        self.take(.willResignActive)
    }

    /// Tells that the app went to the background: timers stand still, and what waits is uploaded (000, strategy three).
    ///
    /// - Parameters:
    ///   - remaining: how long the system lets the app run on; nil where it does not say.
    ///   - completion: called once, on any thread, when what can be uploaded now has been.
    public func didEnterBackground(remaining: Duration? = nil, completion: (@Sendable () -> Void)? = nil) {
        self.take(.didEnterBackground(remaining: remaining, completion: completion))
    }

    /// Tells that the process is about to end: a visit that is on ends with it.
    public func willTerminate() {
        self.take(.willTerminate)
    }

    /// Passes on what a source tells; whoever waits for an upload is not left waiting where no tracker is left.
    static func pass(_ event: AppLifeCycleEvent, to tracker: Tracker?) {
        if let tracker { return tracker.take(event) }
        if case .didEnterBackground(_, let completion) = event { completion?() }
    }

    /// Takes what a source or the host tells.
    func take(_ event: AppLifeCycleEvent) {
        // The pages that are left stand before the app's own end.
        if case .didEnterBackground = event { self.environment.interface?.appChanged(isVisible: false) }
        let moment = self.moment
        let actions = self.state.withLock { state -> [AppLifeCycle.Action] in
            guard state.phase != .stopped else { return [] }
            let actions = state.time.lifeCycle.handle(event, at: moment.uptime)
            state.time.timers.move(toFront: state.time.lifeCycle.isInFront, at: moment.uptime)
            let marksEvents = state.phase == .opening || state.time.marksEvents
            if state.surroundings.marksEvents != marksEvents {
                state.surroundings = state.surroundings.with(marksEvents: marksEvents)
            }
            return actions
        }
        for action in actions { self.carryOut(action, at: moment) }
        switch event {
        case .becameActive, .shown: self.environment.interface?.appChanged(isVisible: true)
        default: break
        }
        self.tellRemoteConfiguration(event)
        self.tellChannel(event, hasEntered: actions.contains(.enteredFront))
    }

    private func carryOut(_ action: AppLifeCycle.Action, at moment: Moment) {
        switch action {
        case .startedPassively:
            self.tellSessions { sessions in
                sessions.startPassively(at: moment)
                return []
            }
            self.recordAutomatic(.appStartPassively, "$AppStartPassively", .plain, at: moment) {
                $0.own["$resume_from_background"] = .boolean(false)
            }
        case .enteredFront:
            self.tellSessions { $0.enterFront(at: moment) }
        case .opened(let isResume):
            self.keepVisit(at: moment)
            self.recordAutomatic(.appStart, "$AppStart", .opening, at: moment) {
                $0.own["$resume_from_background"] = .boolean(isResume)
                guard let link = self.takeLaunchLink() else { return }
                $0.own.mergeNames(link.properties, overriding: true)
                $0.launchLink = link
            }
        case .closed(let duration):
            _ = self.takeLaunchLink()
            // The mark tells the duration, as far as it may be told.
            self.recordAutomatic(.appEnd, "$AppEnd", .closing(since: moment.uptime - duration), at: moment) { _ in }
        case .leftFront:
            self.tellSessions { $0.leaveFront(at: moment) }
        }
    }

    private func recordAutomatic(
        _ event: AutomaticEvents,
        _ name: String,
        _ kind: EventMark.Kind,
        at moment: Moment,
        _ change: (inout EventDraft) -> Void
    ) {
        let chosen = self.configuration.automaticEvents
        guard self.state.withLock({ $0.autoTrack.automaticEvents(chosen) }).contains(event) else { return }
        var draft = EventDraft(.track, name: name, milliseconds: moment.wall)
        draft.method = .autoTrack
        draft.recordClass = .automatic
        draft.mark = EventMark(kind, at: moment, isPassive: event == .appStartPassively)
        change(&draft)
        _ = self.record(draft)
    }

    /// A person uses the app: the first day is used up, and the first time too where no event is there to tell it.
    private func keepVisit(at moment: Moment) {
        _ = self.whenReady { state in
            self.keepFirstDay(at: moment, &state)
            state.time.isVisitUnseen = state.refusal(of: .automatic) != nil
            self.keepUntoldVisit(&state)
            return .dropped(.unchanged)
        }
    }

    /// Uses up the first time where no event is there to tell it.
    func keepUntoldVisit(_ state: inout TrackerState) {
        let events = state.autoTrack.automaticEvents(self.configuration.automaticEvents)
        guard !events.contains(.appStart), state.consent.allows(.autoTrack) else { return }
        self.keepOpened(&state)
    }

    private func tellChannel(_ event: AppLifeCycleEvent, hasEntered: Bool) {
        switch event {
        case .launched(inBackground: true):
            self.channel.pauseTimer()
            self.channels.setTimersPaused(true)
        case .didEnterBackground(let remaining, let completion):
            self.enterBackground(remaining: remaining, completion ?? {})
        case .willTerminate:
            self.channel.enterBackground(remaining: nil)
            self.channels.tell { $0.enterBackground(remaining: nil) }
        case .willEnterForeground:
            self.refreshSoon()
        case .becameActive where hasEntered:
            self.refreshSoon()
        case .launched, .shown, .becameActive, .willResignActive:
            break
        }
    }

    /// Uploads what waits in all channels, and says when the last one is done.
    private func enterBackground(remaining: Duration?, _ completion: @escaping @Sendable () -> Void) {
        self.channels.setTimersPaused(true)
        let channels = [self.channel] + self.channels.handles.map(\.channel)
        let left = Locked(channels.count)
        for channel in channels {
            channel.enterBackground(remaining: remaining) {
                let isLast = left.withLock { left in
                    left -= 1
                    return left == 0
                }
                if isLast { completion() }
            }
        }
    }

    private func refreshSoon() {
        self.environment.scheduler.async { [weak self] in self?.refreshFacts() }
        self.fetchFromCompanionsSoon()
        self.followSnapshotSoon()
        self.channel.enterForeground()
        self.channels.setTimersPaused(false)
        self.channels.tell { $0.enterForeground() }
    }

    /// Takes up what the last run left; called with the lock held, before held calls are carried out.
    func beginTime(_ kept: [String: JSONValue], owesFirstDay: Bool, _ state: inout TrackerState) {
        state.time.owesFirstDay = owesFirstDay
        state.time.hasOpened = kept[StateKey.hasOpened] == .bool(true)
        state.time.hasInstalled = kept[StateKey.hasInstalled] == .bool(true)
        state.surroundings = state.surroundings.with(marksEvents: state.time.marksEvents)
        let created = state.time.created
        self.followConsent(at: created, &state)
        guard var sessions = state.time.sessions else { return }
        let session = state.consent.allowsVisitor ? Session(kept[StateKey.session], at: created) : nil
        let actions = sessions.restore(session, at: created)
        state.time.sessions = sessions
        for event in self.carryOut(actions, state) { _ = self.recordLocked(event, &state) }
    }
}
