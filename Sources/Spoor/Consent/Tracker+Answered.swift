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
            self.inSlices(of: { $0.consent.waiting.count }) { state in
                self.appendAnswered(&state)
                return !state.consent.hasAnswered
            }
        }
    }

    /// Appends a slice of what was answered; with the lock held.
    func appendAnswered(_ state: inout TrackerState) {
        var signUp: TrackAnswer?
        for record in state.consent.takeAnswered() {
            let record = self.settled(record, state)
            let answer = record.body.withUnsafeBytes { self.append(record.draft, body: $0, &state, isAnswered: true) }
            if record.draft.type == .trackSignup { signUp = answer }
            if record.draft.isInstall, !answer.isDropped { self.noteInstalled(&state) }
        }
        if let signUp { self.noteWaitedSignUp(isKept: !signUp.isDropped, &state) }
    }

    /// Works in slices with the lock held; whoever wants the lock gets it in between.
    ///
    /// One slice at a time; where calls that are made in between add to the work faster than it goes, more and more of them,
    /// so that it ends.
    ///
    /// - Parameters:
    ///   - count: how much is left to do.
    ///   - slice: does some of the work, and answers whether it was the last of it.
    func inSlices(of count: (TrackerState) -> Int, _ slice: (inout TrackerState) -> Bool) {
        let clock = ContinuousClock()
        var (pace, isDone) = (SlicePace(), false)
        while true {
            let start = clock.now
            self.state.withLock { state in
                let before = count(state)
                for _ in 0..<pace.slices where !isDone { isDone = slice(&state) }
                pace.note(before: before, after: count(state))
            }
            if isDone { return }
            self.environment.giveWay(pace.rest(after: start.duration(to: clock.now)))
        }
    }
}
