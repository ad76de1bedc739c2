#if canImport(ObjectiveC)
import Foundation

/// The app's own code that runs inside a recording call.
extension SpoorTracker {
    /// Sets who sees each event before it is recorded, and may change or drop it; see ``Tracker/setEventHook(_:)``.
    ///
    /// - Parameter hook: answers whether the event is recorded, on the thread that records; nil lets every event pass.
    @objc(setEventHook:)
    public func setEventHook(_ hook: (@Sendable (SpoorHookedEvent) -> Bool)?) {
        guard let hook else {
            self.tracker.setEventHook(nil)
            return
        }
        let report = self.report
        self.tracker.setEventHook { event in
            ObjectEvent.decide(&event, report: report) { hook(SpoorHookedEvent($0)) }
        }
    }

    /// Adds a plug-in that adds properties to the events it chooses; see ``Tracker/addPlugin(_:)``.
    ///
    /// - Parameter plugin: the plug-in; it is kept until it is removed, or another one of its name is added.
    @objc(addPlugin:)
    public func addPlugin(_ plugin: any SpoorPropertyPlugin) {
        self.addPlugin(
            named: plugin.name,
            priority: plugin.priority ?? .normal,
            appliesTo: { plugin.isMatched?(filter: $0) ?? true },
            properties: { plugin.properties(for: $0) }
        )
    }

    /// Adds a plug-in whose parts are blocks.
    ///
    /// - Parameters:
    ///   - name: its name; a plug-in that was added under the same name gives way to it.
    ///   - priority: how much its properties weigh.
    ///   - appliesTo: whether it has something to say about an event; nil means about every event.
    ///   - properties: answers the properties, a dictionary; nil, or an object of another class, adds none.
    @objc(addPluginNamed:priority:appliesTo:properties:)
    public func addPlugin(
        named name: String,
        priority: SpoorPropertyPriority,
        appliesTo: (@Sendable (SpoorEventOutline) -> Bool)?,
        properties: @escaping @Sendable (SpoorEventOutline) -> Any?
    ) {
        self.tracker.addPlugin(
            PropertyPlugin(
                name,
                weight: priority.rawValue,
                appliesTo: { appliesTo?(SpoorEventOutline($0)) ?? true },
                report: self.report,
                answer: { properties(SpoorEventOutline($0)) }
            )
        )
    }

    /// Takes a plug-in away.
    ///
    /// - Parameter name: its name.
    @objc(removePluginNamed:)
    public func removePlugin(named name: String) {
        self.tracker.removePlugin(named: name)
    }

    /// Warns as long as the tracker is there: it holds what holds this.
    private var report: @Sendable (String) -> Void {
        { [weak tracker = self.tracker] sentence in tracker?.warn(sentence) }
    }
}
#endif
