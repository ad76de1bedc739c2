/// Nothing tells of a time that nobody agreed to.
extension Tracker {
    /// Lets timers, sessions and durations begin where there is consent now, and forgets what they had where there is none;
    /// with consent to analytics, who is using the app is known from here on.
    ///
    /// - Parameters:
    ///   - moment: when the person chose.
    ///   - state: the state, whose consent is what holds from then on.
    func followConsent(at moment: Moment, _ state: inout TrackerState) {
        let isAllowed = state.consent.allows(.analytics)
        if isAllowed { self.takeUpTold(&state) }
        if !isAllowed {
            state.time.analyticsSince = nil
            state.time.timers.withdraw()
        } else if state.time.analyticsSince == nil {
            state.time.analyticsSince = moment
            state.time.timers.allow(since: moment.uptime)
        }
        if !state.consent.allows(.autoTrack) {
            state.time.autoTrackSince = nil
        } else if state.time.autoTrackSince == nil {
            state.time.autoTrackSince = moment
            if state.time.lifeCycle.isOpen { self.keepUntoldVisit(&state) }
        }
        guard !state.consent.allowsVisitor, let actions = state.time.sessions?.forget() else { return }
        _ = self.carryOut(actions, state)
    }
}
