import SpoorWire

/// The ids as the state file keeps them.
struct PersistedIdentity: Sendable {
    var anonymousID: String
    /// The device's id; nil before the first start, and after one of a version that kept none.
    var device: DeviceIdentifier?
    var login: Identity.Login?
    var bound: [Identity.Entry]
    var known: KnownLogins
    var pushIDs: [Identity.Entry]
    /// Whether the login's own event is yet to be recorded.
    var owesSignUp: Bool

    /// Reads what was kept; a missing or strange member counts as not there.
    init(_ values: [String: JSONValue]) {
        // An id that no receiver would take is as good as none.
        let kept = values[StateKey.anonymousID]?.stringValue ?? ""
        self.anonymousID = Identity.problem(with: kept) == nil ? kept : ""
        if let value = values[StateKey.deviceID]?.stringValue, let key = values[StateKey.deviceKey]?.stringValue {
            self.device = DeviceIdentifier(key: key, value: value)
        }
        if let value = values[StateKey.loginID]?.stringValue {
            self.login = Identity.Login(key: values[StateKey.loginKey]?.stringValue ?? IdentityKey.login, value: value)
        }
        self.bound = Self.entries(values[StateKey.boundIDs])
        self.known = KnownLogins(values[StateKey.knownLogins])
        self.pushIDs = Self.entries(values[StateKey.pushIDs])
        self.owesSignUp = self.login != nil && values[StateKey.owesSignUp] == .bool(true)
    }

    /// What has to be found outside of the state before recording can begin.
    var needsSearch: Bool { self.anonymousID.isEmpty || self.device == nil }

    /// Makes what the first start has to make.
    ///
    /// - Parameters:
    ///   - found: what vault and platform know.
    ///   - configuration: the id the app wants for its visitor, and whether the device's id may be told.
    ///   - random: random numbers.
    /// - Returns: what is new and must be kept.
    mutating func complete(
        _ found: FoundIdentifiers,
        _ configuration: TrackerConfiguration,
        random: @Sendable () -> UInt64
    ) -> [(key: String, value: JSONValue)] {
        var fresh: [(key: String, value: JSONValue)] = []
        if self.anonymousID.isEmpty {
            let platform = configuration.hidesDeviceID ? nil : (found.device ?? found.platform)?.value
            self.anonymousID = found.anonymousID ?? configuration.anonymousID ?? platform ?? RandomID.make(random)
            fresh.append((key: StateKey.anonymousID, value: .string(self.anonymousID)))
        }
        if self.device == nil {
            // One random id does for visitor and device; an id that the app gave its visitor names the device as well.
            let made = DeviceIdentifier(key: found.randomKey, value: self.anonymousID)
            let device = found.device ?? found.platform ?? made
            self.device = device
            fresh.append((key: StateKey.deviceID, value: .string(device.value)))
            fresh.append((key: StateKey.deviceKey, value: .string(device.key)))
        }
        return fresh
    }

    /// What the tracker remembers besides the ids of its events.
    func state(_ configuration: TrackerConfiguration) -> WhoState {
        var state = WhoState(known: self.known, pushIDs: self.pushIDs, signUp: self.owesSignUp ? .owed : .settled)
        if let device { state.device.base = device }
        state.device.advertisingID = DeviceIDs.usable(advertisingID: configuration.advertisingID)
        state.device.isHidden = configuration.hidesDeviceID
        return state
    }

    /// The ids that events begin with.
    func identity(on device: DeviceIDs) -> Identity {
        Identity(anonymousID: self.anonymousID, device: device.entries, login: self.login, bound: self.bound)
    }

    /// Ids in their order, as the state file keeps them.
    static func json(_ entries: [Identity.Entry]) -> JSONValue {
        .object(entries.map { (key: $0.key, value: .string($0.value)) })
    }

    private static func entries(_ json: JSONValue?) -> [Identity.Entry] {
        (json?.objectValue ?? []).compactMap { member in
            member.value.stringValue.map { Identity.Entry(key: member.key, value: $0) }
        }
    }
}
