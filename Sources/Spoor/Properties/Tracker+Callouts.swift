public import SpoorWire

/// The app's own code that runs inside a recording call.
extension Tracker {
    /// Sets who is asked for more properties at each event.
    ///
    /// The provider runs inside `track`, on the thread that calls it, with no lock held (bug case O-15); what it answers
    /// beats static properties and is beaten by the event's own. Keep it fast. An event that the provider itself records
    /// is recorded without asking the provider again.
    ///
    /// - Parameter provider: answers the properties; nil asks nobody.
    public func setDynamicProperties(_ provider: (@Sendable () -> Properties)?) {
        self.changeCallouts { $0.with(dynamic: provider) }
    }

    /// Adds a plug-in that adds properties to the events it chooses; see ``PropertyPriority`` for who wins.
    ///
    /// A plug-in of the same name gives way to it. It holds for the calls that begin afterwards.
    ///
    /// - Parameter plugin: the plug-in.
    public func addPlugin(_ plugin: PropertyPlugin) {
        self.changeCallouts { $0.adding(plugin) }
    }

    /// Takes a plug-in away.
    ///
    /// - Parameter name: its name.
    public func removePlugin(named name: String) {
        self.changeCallouts { $0.removingPlugin(named: name) }
    }

    /// Sets who sees each event before it is recorded, and may change or drop it.
    ///
    /// The hook runs inside the recording call, on its thread, with no lock held, after dynamic properties and plug-ins.
    /// It sees operations on profiles too. What it changes is checked like the app's own properties; device id, first
    /// day and session can be taken away, but not changed. A dropped event is answered ``DropReason/droppedByHook``. An
    /// event that the hook itself records is recorded without calling the hook again (bug case O-19).
    ///
    /// - Parameter hook: decides; nil lets every event pass.
    public func setEventHook(_ hook: EventHook?) {
        self.changeCallouts { $0.with(hook: hook) }
    }

    private func changeCallouts(_ change: (Callouts) -> Callouts) {
        self.state.withLock { $0.surroundings = $0.surroundings.with(callouts: change($0.surroundings.callouts)) }
    }
}
