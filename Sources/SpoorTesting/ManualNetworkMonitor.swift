public import SpoorChannel
import SpoorWire

/// A network that is what the test says it is.
public final class ManualNetworkMonitor: NetworkMonitor {
    private let current: Locked<NetworkStatus>
    private let observers = NetworkObservers()

    /// Creates a monitor.
    ///
    /// - Parameter status: the network to begin with.
    public init(_ status: NetworkStatus = .wifi) {
        self.current = Locked(status)
    }

    /// The network as the test set it last.
    public var status: NetworkStatus { self.current.withLock { $0 } }

    /// Tells `handler` of changes, on the thread that makes them.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation {
        self.observers.add(handler)
    }

    /// Moves the device to another network, and tells those who listen.
    public func move(to status: NetworkStatus) {
        let isNew = self.current.withLock { current in
            defer { current = status }
            return current != status
        }
        if isNew { self.observers.tell() }
    }
}
