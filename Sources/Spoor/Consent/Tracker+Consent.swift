import SpoorChannel
import SpoorStore
import SpoorWire

/// What may be recorded at all.
extension Tracker {
    /// What is known of the person's will about a category; before storage is open, what the configuration says.
    ///
    /// - Parameter category: the kind of collection.
    /// - Returns: what is known.
    public func consent(for category: ConsentCategory) -> ConsentStatus {
        self.state.withLock { $0.phase == .opening ? self.configuration.consent : $0.consent.status(of: category) }
    }

    /// Takes the person's choice about one kind of collection; it is kept across restarts.
    ///
    /// A category that is taken back is not captured from this call on, and what waits on this device of it is deleted,
    /// dead letters included; other records stay. Location is taken out of the events that carry it. Where a category is
    /// granted for the first time, the events that waited in memory for the answer are recorded in the order of their
    /// calls.
    ///
    /// - Parameters:
    ///   - category: the kind of collection.
    ///   - isGranted: whether the person agrees.
    public func setConsent(_ category: ConsentCategory, granted isGranted: Bool) {
        self.choose([category], granted: isGranted)
    }

    /// Whether the person opted out of everything; kept across restarts.
    public var isOptedOut: Bool {
        self.state.withLock { $0.isOptedOut }
    }

    /// Stops all recording and deletes everything that waits on this device, dead letters included.
    ///
    /// The same as taking back every category. Calls of `track` are answered ``DropReason/optedOut`` until ``optIn()``
    /// or ``setConsent(_:granted:)``.
    public func optOut() {
        self.choose(ConsentCategory.allCases, granted: false)
    }

    /// Grants every category, as after ``optOut()``.
    public func optIn() {
        self.choose(ConsentCategory.allCases, granted: true)
    }

    private func choose(_ categories: [ConsentCategory], granted isGranted: Bool) {
        _ = self.whenReady { state in
            var withdrawn: Set<ConsentCategory> = []
            var waiting: [ConsentState.WaitingRecord] = []
            var isChanged = false
            for category in categories {
                guard let action = state.consent.choose(category, granted: isGranted) else { continue }
                isChanged = true
                switch action {
                case .none: break
                case .record(let records): waiting += records
                case .purge: withdrawn.insert(category)
                }
            }
            guard isChanged else { return .dropped(.unchanged) }
            self.keepChoices(withdrawing: withdrawn, &state)
            for record in waiting {
                _ = record.body.withUnsafeBytes { self.append(record.draft, body: $0, &state) }
            }
            return .dropped(.unchanged)
        }
    }

    /// Keeps the choices, and lets go of what was taken back.
    private func keepChoices(withdrawing withdrawn: Set<ConsentCategory>, _ state: inout TrackerState) {
        let classes = withdrawn.reduce(into: Set<RecordClass>()) { $0.formUnion($1.recordClasses) }
        let last = (state.store?.nextSequence ?? 1) &- 1
        if !withdrawn.isEmpty {
            state.withdrawals.note(classes, through: last)
            self.channel.withdraw(state.withdrawals.through)
        }
        if withdrawn.contains(.location) {
            self.channel.removeProperties(ConsentCategory.location.properties, through: last)
        }
        self.persist(
            [
                (key: StateKey.consent, value: state.consent.json),
                (key: StateKey.withdrawals, value: state.withdrawals.json),
            ],
            in: state
        )
        self.refreshContext(&state)
        // What was remembered in memory alone may be kept from the first consent on.
        if state.consent.keepsState { self.keepUnsaved(in: state) }
    }

    private func keepUnsaved(in state: TrackerState) {
        let changes = state.unsaved.withLock { unsaved in
            defer { unsaved = [:] }
            return unsaved
        }
        guard !changes.isEmpty else { return }
        self.environment.scheduler.async { [weak self] in self?.keepInVault() }
        self.persist(changes.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }, in: state)
    }
}

extension TrackerState {
    /// Whether the person opted out of everything.
    var isOptedOut: Bool { self.consent.isOptedOut }

    /// Why nothing of a class is captured at all, not even the app's own callbacks asked; nil where consent is given,
    /// waited for, or not known yet because storage is not open.
    func captureRefusal(of recordClass: RecordClass) -> DropReason? {
        self.phase == .ready ? self.refusal(of: recordClass) : nil
    }

    /// Why an event of a class is not taken now; nil where it is, or waits for the person's answer.
    func refusal(of recordClass: RecordClass) -> DropReason? {
        let category = recordClass.consentCategory
        guard self.consent.status(of: category) == .denied else { return nil }
        return self.isOptedOut ? .optedOut : .noConsent(category)
    }
}
