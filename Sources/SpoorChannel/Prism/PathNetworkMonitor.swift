#if canImport(Network)
import Dispatch
import Network
import SpoorWire

/// The network as Apple's systems announce it.
public final class PathNetworkMonitor: NetworkMonitor {
    private let monitor = NWPathMonitor()
    private let last = Locked<NetworkPathReading?>(nil)
    private let observers = NetworkObservers()

    /// Begins to listen.
    public init() {
        self.monitor.pathUpdateHandler = { [weak self] path in self?.take(NetworkPathReading(path)) }
        self.monitor.start(queue: DispatchQueue(label: "spoor.network", qos: .utility))
    }

    deinit {
        self.monitor.cancel()
    }

    /// The network now; unknown until the system has said anything.
    public var status: NetworkStatus { self.reading?.status ?? .unknown }

    /// What the system said last; nil until it has said anything.
    package var reading: NetworkPathReading? { self.last.withLock { $0 } }

    /// Tells `handler` of every other reading, on the monitor's own queue.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation {
        self.observers.add(handler)
    }

    private func take(_ reading: NetworkPathReading) {
        self.last.withLock { $0 = reading }
        // Also where the reading is the same: cellular's generation, which `$network_type` names, is not part of it.
        self.observers.tell()
    }
}

extension NetworkPathReading {
    /// Reads what the system announced.
    init(_ path: NWPath) {
        switch path.status {
        case .satisfied: self.init(reach: .satisfied)
        case .requiresConnection: self.init(reach: .onDemand)
        default: self.init(reach: .unsatisfied)
        }
        self.usesWifi = path.usesInterfaceType(.wifi)
        self.usesWired = path.usesInterfaceType(.wiredEthernet)
        self.usesLoopback = path.usesInterfaceType(.loopback)
        self.usesCellular = path.usesInterfaceType(.cellular)
        self.isExpensive = path.isExpensive
        self.isConstrained = path.isConstrained
    }
}
#endif
