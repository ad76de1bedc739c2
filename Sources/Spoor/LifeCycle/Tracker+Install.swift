import SpoorChannel
import SpoorStore
public import SpoorWire

/// The installation itself as an event.
extension Tracker {
    /// Records `$AppInstall`, once in an installation's life.
    ///
    /// Call it at each start, once the person has agreed to be recorded; from the second call on nothing happens, after a
    /// restart too. One that was lost while it waited in memory is made up for by the next call.
    ///
    /// - Parameters:
    ///   - properties: what else is known about the installation.
    ///   - source: where it came from.
    /// - Returns: what became of the event; ``DropReason/unchanged`` where it was recorded before.
    @discardableResult
    public func trackInstall(
        _ properties: Properties = Properties(),
        source: InstallSource = InstallSource()
    ) -> TrackAnswer {
        let moment = self.moment
        let checked = PropertyCheck.checked(properties, origin: "event '$AppInstall'", report: self.warn)
        var own = source.properties(at: moment.wall)
        own.mergeNames(checked, overriding: true)
        // Nobody is asked about what is recorded already.
        guard !self.state.withLock({ $0.hasInstall }) else { return .dropped(.unchanged) }
        let draft = self.enriched(EventDraft(.track, name: "$AppInstall", own: own))
        return self.whenReady(as: .change(recording: draft.recordClass), bytes: draft.heldBytes) { state in
            guard !state.hasInstall else { return .dropped(.unchanged) }
            let answer = self.recordLocked(draft, &state)
            if !answer.isDropped, !state.consent.hasWaitingInstall { self.noteInstalled(&state) }
            return answer
        }
    }

    /// Keeps that the installation was recorded; what still waits in memory may yet be lost, and is not noted.
    func noteInstalled(_ state: inout TrackerState) {
        state.time.hasInstalled = true
        self.persist([(key: StateKey.hasInstalled, value: .bool(true))], in: state)
    }
}

extension TrackerState {
    /// Whether `$AppInstall` is recorded, or waits for the person's answer or its turn.
    fileprivate var hasInstall: Bool { self.time.hasInstalled || self.consent.hasWaitingInstall }
}
