public import CollectorCore
import SpoorWire

/// One stored event, ready to be shown.
public struct EventRecord: Equatable, Sendable {
    /// One property of the event.
    public struct Property: Equatable, Sendable {
        /// The property's name.
        public let name: String
        /// Its value, by type and exact text.
        public let value: PropertyText
    }

    /// The event's place in the store.
    public let cursor: EventCursor
    /// The event's name; for an operation on a profile or an item, its type.
    public let name: String
    /// The kind of message, such as `track` or `profile_set`.
    public let type: String
    /// The identifier that the event carries.
    public let distinctID: String
    /// The person that the identifier belongs to.
    public let person: PersonID
    /// When it happened, in milliseconds.
    public let time: Int64
    /// When the collector received it, in milliseconds.
    public let received: Int64
    /// Where ``time`` comes from (bug case O-33).
    public let timeSource: TimeSource
    /// The device's own time in milliseconds, as sent.
    public let deviceTime: Int64
    /// The event's own and preset properties.
    public let properties: [Property]
    /// The event's JSON, as sent.
    public let json: String

    init(_ event: StoredEvent, source: any FactSource) {
        let value = try? JSONValue(parsing: event.json)
        let type = value?["type"]?.stringValue ?? "track"
        self.cursor = EventCursor(event.fact)
        self.name = source.name(event.fact.name) ?? value?["event"]?.stringValue ?? type
        self.type = type
        self.distinctID = value?["distinct_id"]?.stringValue ?? ""
        self.person = source.person(forUser: event.fact.user)
        self.time = event.fact.time
        self.received = event.received
        self.timeSource = event.timeSource
        self.deviceTime = value?["time"]?.int64Value ?? event.fact.time
        self.properties = (value?["properties"]?.objectValue ?? []).map {
            Property(name: $0.key, value: PropertyText($0.value))
        }
        self.json = String(decoding: event.json, as: UTF8.self)
    }
}
