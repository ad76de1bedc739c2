public import SpoorWire

/// Properties that go with every event (001 §3.3.2).
extension Tracker {
    /// Sets properties that go with every event from now on, after restarts too.
    ///
    /// A key that was set before, in whatever letter case, gets the new value and spelling; the others stay. They are
    /// checked here, as 001 §3.4 asks.
    /// `$project`, `$token` and `$time` belong to one event and are refused. They are kept on the device once the person
    /// has agreed to ``ConsentCategory/analytics``, and until this is taken back.
    ///
    /// - Parameter properties: the properties.
    public func registerSuperProperties(_ properties: Properties) {
        let checked = PropertyCheck.checked(
            properties,
            origin: "the super properties",
            names: Naming.checkSharedProperty,
            report: self.warn
        )
        self.changeSuperProperties(bytes: checked.heldBytes) { $0.mergeNames(checked, overriding: true) }
    }

    /// The most bytes of all super properties: every event carries them, and has room for its own beside them.
    private static var maxSuperPropertyBytes: Int { Limits.maxEventBytes / 4 }

    /// Takes one super property away.
    ///
    /// - Parameter key: its key; letter case does not matter.
    public func unregisterSuperProperty(_ key: String) {
        self.changeSuperProperties { $0.removeName(key) }
    }

    /// Takes all super properties away.
    public func clearSuperProperties() {
        self.changeSuperProperties { $0 = [:] }
    }

    /// The static super properties as they stand.
    public var superProperties: Properties {
        self.state.withLock { $0.surroundings.staticProperties }
    }

    private func changeSuperProperties(bytes: Int = 0, _ change: @escaping @Sendable (inout Properties) -> Void) {
        let zone = self.environment.zone
        _ = self.whenReady(bytes: bytes) { state in
            var properties = state.surroundings.staticProperties
            change(&properties)
            let changed = state.surroundings.with(staticProperties: properties, zone: zone)
            let bytes = changed.staticBytes.count
            guard bytes <= Self.maxSuperPropertyBytes || bytes <= state.surroundings.staticBytes.count,
                properties.count <= max(Limits.maxProperties, state.surroundings.staticProperties.count)
            else {
                self.warnLater(
                    "The super properties were left as they are, for every event would carry \(properties.count) of them "
                        + "in \(bytes) bytes or more; at most \(Limits.maxProperties) in \(Self.maxSuperPropertyBytes) bytes "
                        + "are kept."
                )
                return .dropped(.unchanged)
            }
            state.surroundings = changed
            self.persist([(key: StateKey.superProperties, value: PersistedProperties.json(properties))], in: state)
            return .dropped(.unchanged)
        }
    }
}
