import SpoorWire

/// What becomes of what is known of a person who does not agree to analytics, or asks to be forgotten.
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
        state.who.told = nil
        state.who.signUp = .settled
        state.context.forgetPerson()
        let supers = state.surroundings.staticProperties
        state.unsaved.withLock { unsaved in
            for key in StateKey.ofPerson { unsaved[key] = nil }
            if !supers.isEmpty { unsaved[StateKey.superProperties] = PersistedProperties.json(supers) }
        }
        if wasKept { self.write(StateKey.ofPerson.sorted().map { (key: $0, value: .null) }, in: state) }
    }

    /// Forgets the visitor as well, after the person: from here on the device is as new, but for what was chosen.
    ///
    /// As before a first consent, the new ids live in memory, and are kept from the next one on.
    func forgetVisitor(_ state: inout TrackerState) {
        let now = self.environment.scheduler.wallMilliseconds
        let zone = self.environment.zone
        let wasKept = state.consent.keepsVisitor
        state.consent.forgetVisitor()
        let isRandom = state.who.device.base.key == self.environment.deviceIdentifier.randomKey
        let visitor = RandomID.make(self.environment.random)
        if isRandom { state.who.device.base = DeviceIdentifier(key: state.who.device.base.key, value: visitor) }
        state.who.device.advertisingID = nil
        state.install = RandomID.installation(self.environment.random)
        state.identity = Identity(anonymousID: visitor, device: state.who.device.entries)
        state.location = nil
        state.context.forgetVisitor()
        state.time.timers.removeAll()
        state.time.hasOpened = false
        state.time.owesFirstDay = true
        state.surroundings = state.surroundings
            .with(staticProperties: Properties(), zone: zone)
            .with(firstDay: self.localDay(atMilliseconds: now), at: now, zone: zone)
            .with(install: state.install, at: now, zone: zone)
            .with(marksEvents: state.time.marksEvents)
        if wasKept {
            // As one with the choice, so that a process that ends here does not take the visitor up from the vault.
            let gone = StateKey.ofVisitor.sorted().map { (key: $0, value: JSONValue.null) }
            self.write(gone + [(key: StateKey.consent, value: state.consent.json)], in: state)
        }
        let device = state.who.device.base
        state.unsaved.withLock { unsaved in
            unsaved = [
                StateKey.anonymousID: .string(visitor), StateKey.install: .string(state.install),
                StateKey.deviceID: .string(device.value), StateKey.deviceKey: .string(device.key),
            ]
        }
        self.clearVault()
    }
}
