import SpoorWire

/// What becomes of what is known of a person who does not agree to analytics.
extension Tracker {
    /// Forgets who is recorded, in memory and on the device; the ids of visitor and device stay.
    ///
    /// Super properties go from the device, and stay in memory as the app set them in this run.
    func forgetPerson(_ state: inout TrackerState) {
        let wasKept = state.consent.keepsPerson
        state.consent.forgetPerson()
        state.identity = Identity(anonymousID: state.identity.anonymousID, device: state.identity.device)
        state.who.known = KnownLogins()
        state.who.pushIDs = []
        state.context.campaign = Campaign()
        let supers = state.surroundings.staticProperties
        let hasUnsavedInstall = state.unsaved.withLock { unsaved in
            for key in StateKey.ofPerson { unsaved[key] = nil }
            if !supers.isEmpty { unsaved[StateKey.superProperties] = PersistedProperties.json(supers) }
            return unsaved.removeValue(forKey: StateKey.hasInstalled) != nil
        }
        // Its event waited for the answer, and is gone with it.
        if hasUnsavedInstall { state.time.hasInstalled = false }
        if wasKept { self.write(StateKey.ofPerson.sorted().map { (key: $0, value: .null) }, in: state) }
    }
}
