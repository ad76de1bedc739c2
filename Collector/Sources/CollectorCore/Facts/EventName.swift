/// An event name that the project has seen.
public struct EventName: Equatable, Sendable {
    /// Dictionary id, from 1.
    public let id: Int32
    /// The name as sent.
    public let name: String
    /// Stored events of this name.
    public let count: Int64

    /// Creates an event name from its parts.
    public init(id: Int32, name: String, count: Int64) {
        self.id = id
        self.name = name
        self.count = count
    }
}
