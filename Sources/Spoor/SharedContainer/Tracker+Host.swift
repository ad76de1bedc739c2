import SpoorChannel
import SpoorStore
import SpoorWire

/// The app's side of a shared container: it tells its companions who is recorded, and takes over what they recorded.
extension Tracker {
    /// The shared place, in the app itself.
    var hostedPlace: CompanionPlace? {
        self.configuration.isCompanion ? nil : self.configuration.companionPlace
    }

    /// Takes up the shared container once storage is open; on the channel's queue.
    func beginSharing() {
        guard let place = self.configuration.companionPlace else { return }
        if self.configuration.isCompanion { return self.beginAsCompanion(in: place) }
        self.state.withLock { state in
            state.shared.sweep = CompanionSweep(state.store?.state[StateKey.sweptCompanions])
        }
        CompanionSignal.listen(to: place.root, self) { [weak self] in self?.fetchFromCompanionsSoon() }
        self.shareNow()
    }

    /// Takes ids over from a companion that ran before the app ever did.
    func adoptCompanionsIDs(_ found: inout FoundIdentifiers) {
        guard let place = self.hostedPlace, case .value(let values) = place.readSnapshot() else { return }
        let offered = PersistedIdentity(values)
        if found.anonymousID == nil, !offered.anonymousID.isEmpty { found.anonymousID = offered.anonymousID }
        if found.device == nil { found.device = offered.device }
    }

    /// Notes what a choice means for the companions' files; with the lock held.
    ///
    /// What they recorded of a kind before it was taken back, or while it was, is let go.
    func noteSharedChoice(_ changed: Set<ConsentCategory>, before: ConsentState, _ state: inout TrackerState) {
        guard self.configuration.sharedContainer != nil, !changed.isEmpty else { return }
        let refused = changed.filter { state.consent.status(of: $0) == .denied }
        guard !self.configuration.isCompanion else {
            state.shared.ownRefusals = state.shared.ownRefusals.subtracting(changed).union(refused)
            return
        }
        let swept = refused.union(changed.filter { before.status(of: $0) == .denied })
        guard !swept.isEmpty else { return }
        state.shared.sweep.add(swept)
        self.write([(key: StateKey.sweptCompanions, value: state.shared.sweep.json)], in: state)
    }

    /// Has the snapshot written soon, as something changed; with the lock held.
    func shareLater(_ state: TrackerState) {
        guard self.hostedPlace != nil, state.phase == .ready else { return }
        self.environment.scheduler.async { [weak self] in self?.shareIfChanged() }
    }

    /// Writes the snapshot where companions would learn something from it.
    private func shareIfChanged() {
        let (isDue, isSwept) = self.state.withLock { state in
            (self.snapshot(state) != state.shared.snapshot, state.shared.sweepBegun < state.shared.sweep.number)
        }
        if isDue || isSwept { self.shareNow() }
    }

    /// Tells companions what holds, and takes over what they recorded under what held before.
    func shareNow() {
        let isRefusal = self.state.withLock { state in
            state.shared.sweep.categories.allSatisfy { state.consent.status(of: $0) == .denied }
        }
        // A refusal is told first, so that they stop; a consent last, so that nothing recorded under it is let go.
        if isRefusal { self.writeSnapshot() }
        self.fetchFromCompanions { [weak self] in if !isRefusal { self?.writeSnapshot() } }
    }

    private func snapshot(_ state: TrackerState) -> [String: JSONValue] {
        var values = (state.store?.state ?? [:]).filter { StateKey.shared.contains($0.key) && $0.value != .null }
        values[StateKey.collectionOff] = .bool(state.remote.isCollectionOff)
        return values
    }

    private func writeSnapshot() {
        guard let place = self.hostedPlace else { return }
        let (values, own) = self.state.withLock { (self.snapshot($0), $0.shared.ownStamp) }
        if let own, place.snapshotStamp != own { self.warnOfRival() }
        do {
            try place.writeSnapshot(values)
            self.state.withLock { state in
                state.shared.snapshot = values
                state.shared.ownStamp = place.snapshotStamp
            }
        } catch {
            self.warn(
                "What extensions have to know of person and consent cannot be written into the shared container: \(error). "
                    + "Check its path, and the group's entitlement."
            )
        }
    }

    private func warnOfRival() {
        let isNew = self.state.withLock { state in
            defer { state.shared.hasRival = true }
            return !state.shared.hasRival
        }
        guard isNew else { return }
        self.warn(
            "Another process is a host in the same shared container, so extensions may record under its ids: "
                + "give every process but the app the role of a companion."
        )
    }

    /// Takes over what companions have recorded, from any thread.
    func fetchFromCompanionsSoon() {
        guard self.hostedPlace != nil else { return }
        self.environment.scheduler.async { [weak self] in self?.fetchFromCompanions() }
    }

    /// Returns once what companions have recorded up to now was taken over.
    func fetchedFromCompanions() async {
        guard self.hostedPlace != nil else { return }
        await withCheckedContinuation { continuation in
            self.environment.scheduler.async { self.fetchFromCompanions { continuation.resume() } }
        }
    }

    /// Takes over what companions have recorded, for the tracker and for its channels; on the tracker's queue.
    ///
    /// - Parameter finished: called at the end, on that queue.
    func fetchFromCompanions(then finished: @escaping @Sendable () -> Void = {}) {
        guard let place = self.hostedPlace else { return finished() }
        let (phase, consent, sweep) = self.state.withLock { state in
            state.shared.sweepBegun = state.shared.sweep.number
            return (state.phase, state.consent, state.shared.sweep)
        }
        guard phase == .ready else { return finished() }
        guard let report = self.channel.importCompanions(from: place, verdict: self.verdict(of: "")) else {
            return finished()
        }
        if !consent.allows(.location), report.imported > 0 {
            let last = self.state.withLock { ($0.store?.nextSequence ?? 1) &- 1 }
            self.channel.removeProperties(ConsentCategory.location.properties, through: last)
        }
        for change in report.changes { self.hear(change) }
        self.fetchRecords(from: place) { [weak self] others in
            self?.withdrawImported(since: consent)
            self?.followUp(others.adding(report, of: ""), sweep)
            finished()
        }
    }

    /// What becomes of what companions recorded for a channel, by what the person says at that moment.
    ///
    /// - Parameter channel: its name; the tracker's own is the empty name.
    /// - Returns: what answers for each record.
    func verdict(of channel: String) -> @Sendable (RecordClass) -> CompanionVerdict {
        { [weak self] recordClass in
            guard let self else { return .leave }
            let category = recordClass.consentCategory
            return self.state.withLock { state in
                if state.shared.sweep.categories(of: channel).contains(category) { return .letGo }
                switch state.consent.status(of: category) {
                case .granted: return .take
                case .pending: return .leave
                case .denied: return .letGo
                }
            }
        }
    }

    /// Lets go of what was taken over while the person took its kind back.
    private func withdrawImported(since consent: ConsentState) {
        self.state.withLock { state in
            let refused = ConsentCategory.allCases.filter {
                consent.status(of: $0) == .granted && state.consent.status(of: $0) == .denied
            }
            if !refused.isEmpty { self.keepChoices(withdrawing: Set(refused), &state) }
        }
    }

    /// Ends the sweep where all was looked through, and looks again later where somebody may be writing.
    private func followUp(_ fetch: CompanionFetch, _ sweep: CompanionSweep) {
        if fetch.isOneOpen { self.poll(hasNews: fetch.hasNews) }
        guard !sweep.categories.isEmpty else { return }
        self.state.withLock { state in
            // What was chosen meanwhile begins another one.
            guard state.shared.sweep == sweep, state.shared.sweep.end(in: fetch.clean, isAll: fetch.isClean) else {
                return
            }
            self.write([(key: StateKey.sweptCompanions, value: state.shared.sweep.json)], in: state)
        }
    }

    /// Looks again after a while, as a companion may be writing.
    private func poll(hasNews: Bool) {
        let wait = self.state.withLock { state -> Duration? in
            let wait = state.shared.nextPoll(hasNews: hasNews)
            guard !state.shared.isPolling else { return nil }
            state.shared.isPolling = true
            return wait
        }
        guard let wait else { return }
        _ = self.environment.scheduler.schedule(after: wait) { [weak self] in
            self?.state.withLock { $0.shared.isPolling = false }
            self?.fetchFromCompanions()
        }
    }
}
