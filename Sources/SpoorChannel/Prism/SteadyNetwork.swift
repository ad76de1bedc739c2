/// A network that never changes, where nobody can tell which one the device is on.
public struct SteadyNetwork: NetworkMonitor {
    /// The network.
    public let status: NetworkStatus

    /// Creates a network.
    ///
    /// - Parameter status: what it is; one that costs nothing unless named.
    public init(_ status: NetworkStatus = .wifi) {
        self.status = status
    }

    /// Tells nobody of anything.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation {
        NetworkObservation {}
    }
}
