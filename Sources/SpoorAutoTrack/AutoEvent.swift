public import SpoorWire

/// An event that the engine made; the tracker records it with the class of automatic events.
public struct AutoEvent: Sendable, Equatable {
    /// The event's name: `$AppViewScreen`, `$AppPageLeave`, `$AppClick`, or a definition's own.
    public var name: String

    /// What is known about it.
    public var properties: Properties

    /// When it happened, in milliseconds since 1970; read before the app's own handler ran.
    public var milliseconds: Int64

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: the event's name.
    ///   - properties: what is known about it.
    ///   - milliseconds: when it happened, in milliseconds since 1970.
    public init(_ name: String, _ properties: Properties, milliseconds: Int64) {
        self.name = name
        self.properties = properties
        self.milliseconds = milliseconds
    }
}
