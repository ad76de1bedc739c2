/// What the system says about the way out of the device, as plain values, so that the rule runs without it.
package struct NetworkPathReading: Equatable, Sendable {
    /// Whether there is a way.
    package enum Reach: Equatable, Sendable {
        case satisfied
        case unsatisfied
        /// None now, but a request may bring one up, as with a virtual private network on demand.
        case onDemand
    }

    /// Whether there is a way.
    package var reach: Reach
    /// Whether it leads over Wi-Fi.
    package var usesWifi = false
    /// Whether it leads over a cable.
    package var usesWired = false
    /// Whether it stays on the device.
    package var usesLoopback = false
    /// Whether it leads over cellular or a satellite.
    package var usesCellular = false
    /// Whether the system calls it expensive: cellular, or a hotspot made of it.
    package var isExpensive = false
    /// Whether the person turned on Low Data Mode for it.
    package var isConstrained = false

    /// Creates a reading of a way over nothing known.
    package init(reach: Reach) {
        self.reach = reach
    }

    /// The kind of network that uploading goes by.
    package var status: NetworkStatus {
        switch self.reach {
        case .unsatisfied: return .none
        case .onDemand: return .unknown
        case .satisfied: break
        }
        // What the person pays for or wants to save is never free, whatever carries it.
        if self.isExpensive || self.isConstrained { return .cellular }
        if self.usesWifi || self.usesWired || self.usesLoopback { return .wifi }
        return self.usesCellular ? .cellular : .unknown
    }
}
