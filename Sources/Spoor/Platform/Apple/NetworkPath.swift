#if canImport(Network)
import Dispatch
import Network
import SpoorWire

#if os(iOS)
import CoreTelephony
#endif

/// Which network the device is on, as the system announces it.
final class NetworkPath: Sendable {
    private let monitor = NWPathMonitor()
    private let name = Locked<String?>(nil)
    private let changed = Locked<(@Sendable () -> Void)?>(nil)

    /// Begins to listen.
    init() {
        self.monitor.pathUpdateHandler = { [weak self] path in self?.take(path) }
        self.monitor.start(queue: DispatchQueue(label: "spoor.network", qos: .utility))
    }

    deinit {
        self.monitor.cancel()
    }

    /// The network as `$network_type` names it; nil until the system has said anything.
    var current: String? { self.name.withLock { $0 } }

    /// Sets who is told of changes.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        self.changed.withLock { $0 = handler }
    }

    private func take(_ path: NWPath) {
        let name = Self.name(of: path)
        let isNew = self.name.withLock { current in
            defer { current = name }
            return current != name
        }
        guard isNew else { return }
        let handler = self.changed.withLock { $0 }
        handler?()
    }

    private static func name(of path: NWPath) -> String {
        guard path.status == .satisfied else { return "NULL" }
        if path.usesInterfaceType(.wifi) { return "WIFI" }
        if path.usesInterfaceType(.cellular) { return Self.radio ?? "UNKNOWN" }
        return "UNKNOWN"
    }

    private static var radio: String? {
        #if os(iOS)
        let technologies = CTTelephonyNetworkInfo().serviceCurrentRadioAccessTechnology ?? [:]
        return RadioGeneration.best(of: technologies.values)
        #else
        return nil
        #endif
    }
}
#endif
