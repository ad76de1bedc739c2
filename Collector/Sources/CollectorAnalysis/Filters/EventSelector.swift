/// Which events are meant: one name or all, narrowed by conditions that must all hold.
public struct EventSelector: Equatable, Sendable {
    /// The event's exact name, or nothing for every event.
    public let name: String?
    /// Conditions on the event's properties; all must hold.
    public let filters: [PropertyFilter]

    /// Creates a selector.
    public init(_ name: String?, filters: [PropertyFilter] = []) {
        self.name = name
        self.filters = filters
    }

    /// The name to show for the selection.
    public var title: String { self.name ?? "All events" }

    /// Keeps the bits of the selectors whose conditions an event meets.
    static func bits(_ named: UInt32, of selectors: [EventSelector], metBy event: EventText) -> UInt32 {
        var left = named
        var met: UInt32 = 0
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            if selectors[index].filters.allSatisfy({ $0.matches(event.property($0.property)) }) {
                met |= 1 << UInt32(index)
            }
        }
        return met
    }
}
