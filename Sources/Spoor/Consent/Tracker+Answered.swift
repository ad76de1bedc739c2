import SpoorChannel
import SpoorStore
import SpoorWire

/// Recording what waited for the person's answer; no call waits for all of it.
extension Tracker {
    /// Records what was answered: a slice of it now, where that is not all the rest on the channel's queue; with the lock
    /// held.
    func recordAnswered(_ state: inout TrackerState) {
        self.appendAnswered(&state)
        guard state.consent.hasAnswered else { return }
        self.environment.scheduler.async {
            self.inSlices { state in
                self.appendAnswered(&state)
                return !state.consent.hasAnswered
            }
        }
    }

    /// Appends a slice of what was answered; with the lock held.
    func appendAnswered(_ state: inout TrackerState) {
        for record in state.consent.takeAnswered() {
            let record = self.settled(record, state)
            _ = record.body.withUnsafeBytes { self.append(record.draft, body: $0, &state, isAnswered: true) }
        }
    }

    /// Works in slices, each with the lock held; whoever wants the lock gets it in between.
    ///
    /// - Parameter slice: does some of the work, and answers whether it was the last of it.
    func inSlices(_ slice: (inout TrackerState) -> Bool) {
        let clock = ContinuousClock()
        while true {
            let start = clock.now
            if self.state.withLock(slice) { return }
            self.environment.giveWay(start.duration(to: clock.now))
        }
    }
}
