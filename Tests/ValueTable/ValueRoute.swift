import Spoor

/// The ways a property takes into an event.
enum ValueRoute: String, CaseIterable {
    case own, untyped, superProperty, dynamic, plugin, hook

    /// The properties that ``send(_:event:by:)`` gives.
    static let keys: Set<String> = ["value", "ok"]

    /// Records an event that gets the values this way.
    func send(_ values: [String: Any], event: String, by tracker: Tracker) async {
        let properties = Properties(values)
        switch self {
        case .own: tracker.track(event, properties)
        case .untyped: tracker.track(event, values: values)
        case .superProperty:
            tracker.clearSuperProperties()
            tracker.registerSuperProperties(properties)
            tracker.track(event)
        case .dynamic:
            tracker.setDynamicProperties { properties }
            tracker.track(event)
        case .plugin:
            tracker.removePlugin(named: "values")
            tracker.addPlugin(PropertyPlugin("values") { _ in properties })
            tracker.track(event)
        case .hook:
            tracker.setEventHook { event in
                event.properties.merge(properties, overriding: true)
                return .keep
            }
            tracker.track(event)
        }
    }
}
