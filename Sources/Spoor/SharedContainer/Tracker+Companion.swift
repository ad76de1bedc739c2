import SpoorChannel
import SpoorStore
import SpoorWire

/// An extension's side of a shared container: who is recorded, and what may be, is what the host's snapshot says.
extension Tracker {
    /// Takes up the snapshot, or offers one where the host never ran; on the channel's queue.
    func beginAsCompanion(in place: CompanionPlace) {
        if case .absent = place.readSnapshot() { self.offerSnapshot(in: place) }
        self.companionTended()
    }

    /// Records into a store from now on, and notes the snapshot that a companion's began with; with the lock held.
    func takeUp(_ store: ChannelStore, _ state: inout TrackerState) {
        state.store = store
        guard self.configuration.isCompanion else { return }
        let kept = store.state
        state.shared.snapshot = kept
        state.shared.isDamaged = kept["opted_out"] == .bool(true)
        if kept[StateKey.collectionOff] == .bool(true) { state.remote.isCollectionOff = true }
    }

    /// Leaves the ids that were made here to the app, which takes them up at its first start.
    private func offerSnapshot(in place: CompanionPlace) {
        let values = self.state.withLock { state in
            state.consent.keepsVisitor
                ? (state.store?.state ?? [:]).filter { StateKey.offered.contains($0.key) } : [:]
        }
        guard !values.isEmpty else { return }
        do {
            guard try place.offerSnapshot(values) else { return }
            self.state.withLock { state in
                state.shared.snapshot = values
                state.shared.stamp = place.snapshotStamp
            }
        } catch {
            self.warn("The ids of this process cannot be left to the app in the shared container: \(error)")
        }
    }

    /// Takes a newer snapshot over, and tells the host that something waits; on the channel's queue.
    func companionTended() {
        guard let place = self.configuration.companionPlace else { return }
        self.followSnapshot(in: place)
        CompanionSignal.post(place.root)
    }

    /// Looks for a newer snapshot, from any thread; nothing in an app itself.
    func followSnapshotSoon() {
        guard self.configuration.isCompanion, let place = self.configuration.companionPlace else { return }
        self.environment.scheduler.async { [weak self] in self?.followSnapshot(in: place) }
    }

    private func followSnapshot(in place: CompanionPlace) {
        let stamp = place.snapshotStamp
        guard stamp != nil, self.state.withLock({ $0.phase == .ready && $0.shared.stamp != stamp }) else { return }
        switch place.readSnapshot() {
        case .absent, .unreadable:
            return
        case .damaged:
            // Whether the person still agrees cannot be told.
            self.warn(
                "The host's snapshot in the shared container is damaged: nothing is recorded until it is replaced."
            )
            self.state.withLock { state in
                state.shared.snapshot = [:]
                state.shared.isDamaged = true
            }
            self.follow(Set(ConsentCategory.allCases), granted: false)
        case .value(let values):
            self.adopt(values)
        }
        self.state.withLock { $0.shared.stamp = stamp }
    }

    private func adopt(_ values: [String: JSONValue]) {
        let isKnown = self.state.withLock { state in
            defer { state.shared.snapshot = values }
            return state.shared.snapshot == values
        }
        guard !isKnown else { return }
        let kept = PersistedState(values)
        // Whom it is about comes before what may be recorded.
        if !kept.who.anonymousID.isEmpty { self.become(kept) }
        self.state.withLock { state in
            state.store?.adopt(snapshot: values)
            state.remote.isCollectionOff = values[StateKey.collectionOff] == .bool(true)
        }
        var choices = kept.consent
        let wasDamaged = self.state.withLock { state in
            defer { state.shared.isDamaged = false }
            return state.shared.isDamaged
        }
        if wasDamaged, self.configuration.consent == .granted {
            // Nobody was asked: what the configuration says holds again.
            for category in ConsentCategory.allCases where choices[category] == nil { choices[category] = true }
        }
        self.follow(Set(choices.filter { !$0.value }.keys), granted: false)
        self.follow(Set(choices.filter(\.value).keys), granted: true)
    }

    /// Records under the snapshot's ids and super properties from here on.
    private func become(_ kept: PersistedState) {
        let facts = self.environment.deviceFacts.read()
        let now = self.environment.scheduler.wallMilliseconds
        let zone = self.environment.zone
        let who = kept.who.state(self.configuration)
        let source = Presets.Source(facts: facts, device: who.device, firstDay: kept.firstDay)
        self.state.withLock { state in
            guard state.phase == .ready else { return }
            let callouts = state.surroundings.callouts
            state.identity = kept.who.identity(on: who.device)
            state.who = who
            state.context.campaign = kept.campaign
            state.install = kept.install.isEmpty ? state.install : kept.install
            state.surroundings =
                Surroundings(source, install: state.install, at: now, zone: zone)
                .with(staticProperties: kept.superProperties, zone: zone)
                .with(callouts: callouts)
                .with(marksEvents: state.time.marksEvents)
                .completed
            self.refreshContext(&state)
        }
    }

    /// Follows choices that the person made in the host, which keeps them; here they are not written.
    private func follow(_ categories: Set<ConsentCategory>, granted isGranted: Bool) {
        guard !categories.isEmpty else { return }
        let moment = self.moment
        let isWithdrawn = self.state.withLock { state -> Bool in
            guard state.phase == .ready else { return false }
            // What was refused here holds until the host has heard of it.
            let heard = isGranted ? categories.subtracting(state.shared.ownRefusals) : categories
            if !isGranted { state.shared.ownRefusals.subtract(categories) }
            let changed = heard.filter { state.consent.choose($0, granted: isGranted) != nil }
            guard !changed.isEmpty else { return false }
            if !isGranted { self.refuse(changed, &state) }
            self.followConsent(at: moment, &state)
            // The channels' records go by the same choices.
            let withdrawn = isGranted ? [] : changed.reduce(into: Set<RecordClass>()) { $0.formUnion($1.recordClasses) }
            self.permitChannels(state, withdrawing: withdrawn)
            self.answerWaiting(&state)
            self.recordAnswered(&state)
            return !isGranted
        }
        // The host has to be able to delete the bytes.
        if isWithdrawn { self.state.withLock { $0.store }?.sealCompanion() }
    }
}
