import SpoorChannel
import SpoorStore
import SpoorWire

/// How a tracker gets from "created" to "ready"; all of it on the channel's queue.
extension Tracker {
    /// Opens storage and takes up what the last run left.
    ///
    /// Where storage cannot be read *now* (before the first unlock, say), nothing is made anew: calls stay held, and
    /// opening is tried again (bug case O-27).
    func open() {
        guard self.state.withLock({ $0.phase == .opening }) else { return }
        switch self.channel.open() {
        case .opened(let opened):
            self.identify(opened)
        case .unreadable(let reason):
            self.retryOpening("Storage cannot be read now; events are held in memory until it can. \(reason)") {
                $0.open()
            }
        case .failed(let reason):
            self.warn("The tracker '\(self.configuration.name)' cannot run: \(reason)")
            self.giveUpHeld()
        }
    }

    /// Tries again after a while, and says why: once, and again where the reason is another one.
    private func retryOpening(_ sentence: String, _ work: @escaping @Sendable (Tracker) -> Void) {
        let (delay, isNew) = self.state.withLock { $0.retry.next(sentence) }
        if isNew { self.warn(sentence) }
        _ = self.environment.scheduler.schedule(after: delay) { [weak self] in
            if let self { work(self) }
        }
    }

    /// Ends a tracker; calls that still wait for storage are lost with it, and that is said.
    func giveUpHeld() {
        let (lost, unheld, changes) = self.state.withLock { state in
            defer { (state.phase, state.held) = (.stopped, HeldCalls()) }
            return (state.held.count, state.held.lost.reduce(0) { $0 + $1.count }, state.held.lostChanges)
        }
        guard lost > 0 else { return }
        self.warn(
            "\(lost) calls were held in memory and are lost: storage could not be opened before the tracker ended."
        )
        if unheld > 0 { self.warn("\(unheld) events found no room among them and are lost, too.") }
        if changes > 0 { self.warn("\(changes) changes of state found no room among them and are lost, too.") }
    }

    /// Finds out who the device is; what vault and platform cannot tell *now* is asked again (bug case O-27).
    private func identify(_ opened: ChannelStore) {
        guard self.state.withLock({ $0.phase == .opening }) else { return }
        let persisted = PersistedState(opened.state)
        var found = FoundIdentifiers(randomKey: self.environment.deviceIdentifier.randomKey)
        if persisted.who.needsSearch {
            let keys = VaultKeys(trackerName: self.configuration.name)
            let vault: any KeyValueVault = persisted.isVisitorForgotten ? NoVault() : self.environment.vault
            switch FoundIdentifiers.search(vault, self.environment.deviceIdentifier, keys) {
            case .absent: break
            case .value(let identifiers): found = identifiers
            case .unreadable(let reason):
                return self.retryOpening(
                    "The device's id cannot be read now; events are held in memory until it can. \(reason)"
                ) { $0.identify(opened) }
            }
            if !persisted.isVisitorForgotten { self.adoptCompanionsIDs(&found) }
        }
        self.begin(with: opened, persisted, found)
        self.beginSharing()
    }

    private func begin(with opened: ChannelStore, _ kept: PersistedState, _ found: FoundIdentifiers) {
        let facts = self.environment.deviceFacts.read()
        let now = self.environment.scheduler.wallMilliseconds
        let zone = self.environment.zone
        var persisted = kept
        let isFirst = kept.install.isEmpty
        let boot = self.environment.bootID
        let fresh = persisted.complete(
            found,
            self.configuration,
            today: LocalDay.text(now, offsetSeconds: zone.secondsFromGMT(atMilliseconds: now)),
            random: self.environment.random
        )
        let state = persisted
        let who = persisted.who.state(self.configuration)
        let source = Presets.Source(facts: facts, device: who.device, firstDay: persisted.firstDay)
        let last = opened.nextSequence &- 1
        self.channels.restore(named: opened.state[StateKey.channelNames])
        self.beginRemoteConfiguration(facts)
        self.state.withLock { tracker in
            guard tracker.phase == .opening else { return }
            let callouts = tracker.surroundings.callouts
            tracker.identity = state.who.identity(on: who.device)
            tracker.who = who
            tracker.context.campaign = state.campaign
            tracker.producer = TrackerState.Producer(opened.producer)
            tracker.consent = ConsentState(
                initial: self.configuration.consent,
                choices: state.consent,
                isForgotten: state.isForgotten,
                isVisitorForgotten: state.isVisitorForgotten,
                keepsVisitor: !isFirst,
                keepsPerson: state.hasPerson
            )
            tracker.withdrawals = WithdrawalMarks(state.withdrawals, producer: opened.producer, last: last)
            tracker.trustedTime = TrustedTime(state.trustedTime, boot: boot)
            tracker.install = state.install
            tracker.surroundings = Surroundings(source, install: state.install, at: now, zone: zone)
                .with(staticProperties: state.superProperties, zone: zone)
                .with(callouts: callouts)
            self.refreshContext(&tracker)
            self.takeUp(opened, &tracker)
            self.beginTime(opened.state, owesFirstDay: state.owesFirstDay, &tracker)
            if !fresh.isEmpty { self.persist(fresh, in: tracker) }
            if let kept = state.withdrawals, kept != tracker.withdrawals.json {
                self.persist([(key: StateKey.withdrawals, value: tracker.withdrawals.json)], in: tracker)
            }
            self.permitChannels(tracker, withdrawing: nil)
        }
        self.carryOutHeld()
        self.compileAutoTrackRules()
        self.withdrawAgain(through: last)
        self.beginChannels(facts)
        // A process that ended as it was told to forget may have left something there.
        if state.isVisitorForgotten { self.clearVault() }
        self.launchRemoteConfiguration()
        self.keepInVault()
        self.environment.deviceFacts.onChange { [weak self] in self?.refreshFactsSoon() }
    }

    /// Carries out the calls that waited, in their order; calls that are made meanwhile wait behind them.
    ///
    /// No other call waits for all of it: the lock is held for a slice at a time, and whoever wants it gets it in between.
    private func carryOutHeld() {
        self.inSlices(of: { $0.held.count }) { tracker in
            guard tracker.phase == .opening else { return true }
            tracker.consent.isRefusalAhead = tracker.held.refusals > 0
            for call in tracker.held.takeSlice() { _ = call(&tracker) }
            guard tracker.held.isEmpty else { return false }
            let lost = tracker.held.takeLost()
            for loss in lost.events { self.lose(loss, &tracker) }
            if lost.changes > 0 {
                self.warnLater("\(lost.changes) changes of state found no room before storage was open and are lost.")
            }
            tracker.phase = .ready
            tracker.surroundings = tracker.surroundings.completed
            return true
        }
    }

    /// Lets the tracker's own channel upload, and opens the others.
    private func beginChannels(_ facts: DeviceFacts) {
        let version = facts.appVersion.map { AppVersion(version: $0, build: facts.appBuild ?? "") }
        self.channel.begin(version: version) { [weak self] losses in self?.record(losses) ?? false }
        self.channels.start(version: version)
    }

    /// Reads the device's facts anew, on the channel's queue; for any thread.
    func refreshFactsSoon() {
        self.environment.scheduler.async { [weak self] in self?.refreshFacts() }
    }

    /// Deletes what was taken back before the last run ended, and what waits of categories that are denied.
    private func withdrawAgain(through last: UInt64) {
        let (marks, denied) = self.state.withLock { tracker in
            (tracker.withdrawals, ConsentCategory.allCases.filter { tracker.consent.status(of: $0) == .denied })
        }
        var all = marks
        for category in denied { all.note(category.recordClasses, through: last) }
        if !all.through.isEmpty { self.channel.withdraw(all.through) }
        if denied.contains(.location) {
            self.channel.removeProperties(ConsentCategory.location.properties, through: last)
        }
    }

    /// Reads the device's facts anew; on the channel's queue, because it may do I/O.
    func refreshFacts() {
        let facts = self.environment.deviceFacts.read()
        let now = self.environment.scheduler.wallMilliseconds
        self.state.withLock { tracker in
            tracker.surroundings = tracker.surroundings.with(
                facts: facts,
                install: tracker.install,
                at: now,
                zone: self.environment.zone
            )
        }
    }
}

/// The tracker's state as the state file keeps it.
struct PersistedState: Sendable {
    var who: PersistedIdentity
    var campaign: Campaign
    var install: String
    var firstDay: String
    var superProperties: Properties
    var owesFirstDay = false
    var consent: [ConsentCategory: Bool]
    /// Whether what was kept of the person was removed since, and there was no consent to keep more.
    var isForgotten: Bool
    /// Whether the visitor was forgotten, too.
    var isVisitorForgotten: Bool
    /// Whether something is kept of the person.
    var hasPerson: Bool
    var withdrawals: JSONValue?
    var trustedTime: JSONValue?

    /// Reads what was kept; a missing or strange member counts as not there.
    init(_ values: [String: JSONValue]) {
        self.who = PersistedIdentity(values)
        self.campaign = Campaign(values[StateKey.campaign])
        self.install = values[StateKey.install]?.stringValue ?? ""
        self.firstDay = values[StateKey.firstDay]?.stringValue ?? ""
        // What builds kept that took names in two spellings for two names becomes one.
        var supers = Properties()
        supers.mergeNames(PersistedProperties.properties(values[StateKey.superProperties]), overriding: true)
        for key in Naming.callProperties { supers.removeValue(forKey: key) }
        self.superProperties = supers
        self.consent = ConsentState.choices(values[StateKey.consent])
        self.isForgotten = ConsentState.isForgotten(values[StateKey.consent])
        self.isVisitorForgotten = ConsentState.isVisitorForgotten(values[StateKey.consent])
        self.hasPerson = StateKey.ofPerson.contains { values[$0] != nil && values[$0] != .null }
        // An opt-out of before there were categories still holds.
        if self.consent.isEmpty, values[StateKey.optedOut] == .bool(true) {
            for category in ConsentCategory.allCases { self.consent[category] = false }
        }
        self.withdrawals = values[StateKey.withdrawals]
        self.trustedTime = values[StateKey.trustedTime]
    }

    /// Makes what the first start has to make.
    ///
    /// - Parameters:
    ///   - found: what vault and platform know.
    ///   - configuration: the id the app wants for its visitor, and whether the device's id may be told.
    ///   - today: the local day, as `yyyy-MM-dd`.
    ///   - random: random numbers.
    /// - Returns: what is new and must be kept.
    mutating func complete(
        _ found: FoundIdentifiers,
        _ configuration: TrackerConfiguration,
        today: String,
        random: @Sendable () -> UInt64
    ) -> [(key: String, value: JSONValue)] {
        var made: [(key: String, value: JSONValue)] = []
        if self.isVisitorForgotten, self.who.anonymousID.isEmpty {
            // Neither the platform's nor the app's own: both are who was forgotten.
            self.who.anonymousID = RandomID.make(random)
            made.append((key: StateKey.anonymousID, value: .string(self.who.anonymousID)))
        }
        var fresh = made + self.who.complete(found, configuration, random: random)
        if self.install.isEmpty {
            self.install = RandomID.installation(random)
            fresh.append((key: StateKey.install, value: .string(self.install)))
        }
        if self.firstDay.isEmpty {
            // Kept once a person uses the app: a start in the background does not use it up (bug case O-14).
            self.firstDay = today
            self.owesFirstDay = true
        }
        return fresh
    }
}

/// Identifiers in the form of a random UUID, from the random source that was handed in.
enum RandomID {
    /// A fresh identifier, upper case as Apple writes them.
    static func make(_ random: () -> UInt64) -> String {
        let high = random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array(Self.hexadecimal(high) + Self.hexadecimal(low))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return groups.joined(separator: "-")
    }

    /// A fresh number of an installation.
    static func installation(_ random: () -> UInt64) -> String {
        String(Self.make(random).filter { $0 != "-" }.suffix(16))
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
