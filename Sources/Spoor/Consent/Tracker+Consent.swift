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
    /// calls; hand in several categories together, so that this holds across them. Where many waited, that is done off the
    /// calling thread; what is tracked until it is done is answered ``TrackAnswer/held`` and comes after them.
    ///
    /// Without ``ConsentCategory/analytics`` the person is forgotten here: login, bound ids, push ids, the latest campaign
    /// and the super properties that were kept. The ids of visitor and device stay.
    ///
    /// - Parameters:
    ///   - category: the kind of collection.
    ///   - isGranted: whether the person agrees.
    public func setConsent(_ category: ConsentCategory, granted isGranted: Bool) {
        self.choose([category], isGranted ? .grant : .refuse)
    }

    /// Takes the person's choice about several kinds of collection at once.
    ///
    /// The same as one by one, but for the order of what waited in memory: it is recorded in the order of the calls,
    /// across the categories.
    ///
    /// - Parameters:
    ///   - categories: the kinds of collection.
    ///   - isGranted: whether the person agrees.
    public func setConsent(_ categories: Set<ConsentCategory>, granted isGranted: Bool) {
        self.choose(categories, isGranted ? .grant : .refuse)
    }

    /// Whether the person opted out of everything; kept across restarts.
    public var isOptedOut: Bool {
        self.state.withLock { $0.isOptedOut }
    }

    /// Stops all recording and deletes everything that waits on this device, dead letters included.
    ///
    /// The same as taking back every category, but who was recorded until then is not forgotten: nothing leaves any more,
    /// and ``optIn()`` goes on with the same person, under the same ids and super properties. To forget the person too,
    /// call ``optOutAndForget()`` instead. What timers have counted is gone, and the session is over.
    ///
    /// Calls of `track` are answered ``DropReason/optedOut`` until ``optIn()`` or ``setConsent(_:granted:)-(ConsentCategory,_)``.
    public func optOut() {
        self.choose(Set(ConsentCategory.allCases), .optOut)
    }

    /// Stops all recording, deletes everything that waits on this device, and forgets who was recorded.
    ///
    /// Who agrees later is somebody new: the id of the visitor and a random id of the device are made anew, and login, bound
    /// ids, push ids, campaign, super properties, location, timers, session, first day and first time are gone, from the
    /// vault, too. The platform's own id of the device is not the SDK's to change; see
    /// ``TrackerConfiguration/hidesDeviceID``. Nothing is sent to delete what has been delivered before.
    public func optOutAndForget() {
        self.choose(Set(ConsentCategory.allCases), .forget)
    }

    /// Grants every category, as after ``optOut()``.
    public func optIn() {
        self.choose(Set(ConsentCategory.allCases), .grant)
    }

    /// Carries out what a person chose, here or in an extension.
    func choose(_ categories: Set<ConsentCategory>, _ choice: ConsentChoice) {
        let moment = self.moment
        let (isGranted, forgetsVisitor) = (choice == .grant, choice == .forget)
        let kind: HeldCalls.Kind =
            isGranted
            ? .change(recording: nil)
            : .withdrawal(categories, forgetsPerson: choice.forgetsPerson, forgetsVisitor: forgetsVisitor)
        _ = self.whenReady(as: kind) { state in
            let hadAnalytics = state.consent.allows(.analytics)
            let before = state.consent
            var withdrawn: Set<ConsentCategory> = []
            var changed: Set<ConsentCategory> = []
            for category in categories {
                guard let action = state.consent.choose(category, granted: isGranted) else { continue }
                changed.insert(category)
                if case .purge = action { withdrawn.insert(category) }
                let lost = state.consent.takeLost(of: category)
                if isGranted { for loss in lost { self.lose(loss, &state) } }
            }
            // A person who had not agreed is forgotten in any case; one who opted out before, where that is asked for.
            let isRefusal = !isGranted && changed.contains(.analytics)
            let isKnown = state.consent.keepsPerson || state.who.told != nil
            let isRepeated = !isGranted && categories.contains(.analytics) && isKnown
            let isForgotten = isRefusal && !hadAnalytics || isRepeated && choice.forgetsPerson
            guard forgetsVisitor || isForgotten || !changed.isEmpty else { return .dropped(.unchanged) }
            if isForgotten || forgetsVisitor { self.forgetPerson(&state) }
            if !isGranted { self.refuse(changed, &state) }
            let isBack = isGranted && before.status(of: .analytics) == .denied && changed.contains(.analytics)
            if isBack {
                self.oweDeletedSignUp(&state)
                self.doubtPushIDs(&state)
            }
            self.followConsent(at: moment, &state)
            if forgetsVisitor { self.forgetVisitor(&state) }
            self.answerWaiting(&state)
            self.keepChoices(withdrawing: withdrawn, &state)
            self.noteSharedChoice(changed, before: before, &state)
            self.tellHost(categories, choice, changed: changed, state)
            self.recordAnswered(&state)
            return .dropped(.unchanged)
        }
    }

    /// Takes the answers up for what waits in memory, once all choices are noted.
    func answerWaiting(_ state: inout TrackerState) {
        state.consent.answerWaiting()
        self.noteWaitedSignUp(isKept: false, &state)
    }

    /// Lets go of what is in memory of categories that are refused.
    func refuse(_ categories: Set<ConsentCategory>, _ state: inout TrackerState) {
        if categories.contains(.analytics) {
            state.consent.removePerson()
            state.context.refuseLinks()
        }
        if categories.contains(.location) { state.consent.removeProperties(ConsentCategory.location.properties) }
        if categories.contains(.autoTrack) { state.time.isVisitUnseen = true }
    }

    /// Keeps the choices, and lets go of what was taken back.
    func keepChoices(withdrawing withdrawn: Set<ConsentCategory>, _ state: inout TrackerState) {
        let classes = withdrawn.reduce(into: Set<RecordClass>()) { $0.formUnion($1.recordClasses) }
        let last = (state.store?.nextSequence ?? 1) &- 1
        if !withdrawn.isEmpty {
            state.withdrawals.note(classes, through: last)
            self.channel.withdraw(state.withdrawals.through)
        }
        self.permitChannels(state, withdrawing: classes)
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
        self.keepUnsaved(in: state)
    }

    private func keepUnsaved(in state: TrackerState) {
        let changes = state.unsaved.withLock { unsaved in
            let changes = unsaved.filter { state.consent.keeps($0.key) }
            for key in changes.keys { unsaved[key] = nil }
            return changes
        }
        guard !changes.isEmpty else { return }
        self.environment.scheduler.async { [weak self] in self?.keepInVault() }
        self.persist(changes.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }, in: state)
    }
}

extension TrackerState {
    /// Whether the person opted out of everything.
    var isOptedOut: Bool { self.consent.isOptedOut }

    /// Why a visit's end is not told; nil for all other events, and where the visit had consent.
    func visitRefusal(of mark: EventMark?) -> DropReason? {
        guard let mark, self.time.isVisitUnseen, case .closing = mark.kind else { return nil }
        return self.isOptedOut ? .optedOut : .noConsent(.autoTrack)
    }

    /// Why nothing of a class is captured at all, not even the app's own callbacks asked; nil where consent is given,
    /// waited for, or not known yet because storage is not open.
    func captureRefusal(of recordClass: RecordClass) -> DropReason? {
        self.phase == .ready ? self.refusal(of: recordClass) : nil
    }

    /// Why an event of a class is not taken now; nil where it is, or waits for the person's answer.
    func refusal(of recordClass: RecordClass) -> DropReason? {
        if self.remote.isCollectionOff { return .collectionOff }
        let category = recordClass.consentCategory
        guard self.consent.status(of: category) == .denied else { return nil }
        return self.isOptedOut ? .optedOut : .noConsent(category)
    }
}
