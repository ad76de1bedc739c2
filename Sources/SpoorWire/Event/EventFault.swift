/// What is wrong with one field of an event.
public struct EventFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the field or property; empty for the event as a whole.
    public let field: String

    /// A sentence that says what is wrong, and what to send instead.
    public let reason: String

    /// Creates a fault.
    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }

    /// The sentence.
    public var description: String { self.reason }
}
