import SpoorChannel
import SpoorStore
import SpoorWire

/// Losses, as one small event.
extension Tracker {
    /// The event that says what was lost: `lost_total`, and `lost_` and `class_` with each reason and class.
    static let lossesEvent = "$SpoorLosses"

    /// Counts an event that did not get as far as the journal; with the state's lock held.
    ///
    /// Of a category that is denied nothing is lost; one that waits for its answer keeps the count until it has it.
    func lose(_ loss: Loss, _ state: inout TrackerState) {
        switch state.consent.status(of: loss.recordClass.consentCategory) {
        case .granted: self.channel.lose(loss.reason, loss.recordClass, count: loss.count)
        case .pending: state.consent.lose(loss)
        case .denied: break
        }
    }

    /// Holds a call until storage is open, and says once where there is no room for all; with the state's lock held.
    func hold(
        _ kind: HeldCalls.Kind,
        bytes: Int = 0,
        in state: inout TrackerState,
        _ call: @escaping HeldCalls.Call
    ) -> TrackAnswer {
        let (lost, lostChanges) = (state.held.lost.isEmpty, state.held.lostChanges)
        let answer = state.held.hold(kind, bytes: bytes, call)
        if lost, !state.held.lost.isEmpty {
            self.warnLater(
                "Storage is not open yet and \(state.held.count) calls are held in memory: events are lost until it is, "
                    + "the least important first, of equal ones the later. Track less before the first unlock."
            )
        }
        if lostChanges == 0, state.held.lostChanges > 0 {
            self.warnLater(
                "Storage is not open yet and too many changes of state are held in memory: later ones are lost until it "
                    + "is, but for consent that is taken back. Change less before the first unlock."
            )
        }
        return answer == .noRoom ? .dropped(.storageFull) : .held
    }

    /// Records what the channel lost; it is ranked like identity, so that the same want of room does not cost it as well.
    ///
    /// What it tells is kept beside it until it is delivered: where it is lost itself, the next one tells it again.
    ///
    /// - Parameters:
    ///   - losses: what was lost.
    ///   - namespace: the Prism channel that lost it; nil for whom the losses name, or the tracker itself.
    /// - Returns: whether it is kept.
    func record(_ losses: LossReport, of namespace: String? = nil) -> Bool {
        let namespace = namespace ?? losses.channel
        var own = Properties()
        own["channel"] = namespace.map { .string($0) }
        own["lost_total"] = .integer(Int64(losses.total))
        for (reason, count) in losses.byReason.sorted(by: { $0.key < $1.key }) {
            own["lost_" + reason] = .integer(Int64(count))
        }
        for (name, count) in losses.byClass.sorted(by: { $0.key < $1.key }) {
            own["class_" + name] = .integer(Int64(count))
        }
        var draft = EventDraft(.track, name: Self.lossesEvent, own: own)
        draft.recordClass = .identity
        draft.method = .autoTrack
        // Past the app's own providers: this is the channel's queue, and nobody's call.
        let made = draft
        guard case .recorded(let event) = self.whenReady({ state in self.recordLocked(made, &state) }),
            let store = self.state.withLock({ $0.store })
        else { return false }
        let told = ToldLosses(channel: namespace ?? "", losses: losses.losses)
        do {
            try store.withRecords { try $0.keepTold(told, by: event.sequence) }
            return true
        } catch {
            self.warn("Losses that were reported are told again, as the database cannot be written now: \(error)")
            return false
        }
    }
}
