public import SpoorWire

/// How much a plug-in's properties weigh against those of other origins (001 §3.3.3).
///
/// | priority | beats | is beaten by |
/// |---|---|---|
/// | `high` | everything below, the event's own included | device id, first day and session, which nothing overrides |
/// | `normal` | dynamic and static super properties, presets | the event's own, `high` |
/// | `low` | presets | everything else |
///
/// Among plug-ins of one priority, the one that was added later wins.
public enum PropertyPriority: Int, CaseIterable, Comparable, Sendable {
    /// Beats only the presets.
    case low = 250
    /// Beats super properties.
    case normal = 500
    /// Beats the event's own.
    case high = 750

    /// Orders priorities by weight.
    public static func < (first: PropertyPriority, second: PropertyPriority) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// What a plug-in is told of an event before it answers.
public struct EventOutline: Equatable, Sendable {
    /// What the event does at the receiver.
    public let type: EventType

    /// The event's name.
    public let name: String

    /// Whether the SDK saw the event by itself; else the app's own code recorded it.
    public let isAutomatic: Bool

    /// Describes an event.
    public init(type: EventType, name: String, isAutomatic: Bool = false) {
        self.type = type
        self.name = name
        self.isAutomatic = isAutomatic
    }
}

/// Adds properties to the events it chooses.
///
/// ```swift
/// tracker.addPlugin(
///     PropertyPlugin("cart", priority: .low, appliesTo: { $0.name.hasPrefix("cart_") }) { _ in
///         ["cart_size": cart.count]
///     }
/// )
/// ```
///
/// Both closures run inside the recording call, on its thread, with no lock held: keep them fast. They may call the
/// tracker; an event that a plug-in records is recorded without asking plug-ins again. What a plug-in answers is
/// checked like all other properties. Plug-ins are asked about events, not about operations on profiles and items.
public struct PropertyPlugin: Sendable {
    /// The plug-in's name; a plug-in that is added under the same name takes its place.
    public let name: String

    /// How much its properties weigh.
    public let priority: PropertyPriority

    /// Whether the plug-in has something to say about an event.
    public let appliesTo: @Sendable (EventOutline) -> Bool

    /// What it has to say.
    public let properties: @Sendable (EventOutline) -> Properties

    /// Creates a plug-in.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - priority: how much its properties weigh.
    ///   - appliesTo: whether it has something to say about an event; the default is all events.
    ///   - properties: answers the properties.
    public init(
        _ name: String,
        priority: PropertyPriority = .normal,
        appliesTo: @escaping @Sendable (EventOutline) -> Bool = { _ in true },
        properties: @escaping @Sendable (EventOutline) -> Properties
    ) {
        self.name = name
        self.priority = priority
        self.appliesTo = appliesTo
        self.properties = properties
    }
}
