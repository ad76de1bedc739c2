#if canImport(Network)
import SpoorChannel
import SpoorWire

#if os(iOS)
import CoreTelephony
#endif

/// The network's name for `$network_type`, from the one monitor that uploading goes by as well.
final class NetworkPath: Sendable {
    private struct State {
        var name: String?
        var changed: (@Sendable () -> Void)?
        var observation: NetworkObservation?
    }

    private let monitor: PathNetworkMonitor
    private let state = Locked(State())

    /// Begins to listen to the monitor.
    init(monitor: PathNetworkMonitor) {
        self.monitor = monitor
        let observation = monitor.observe { [weak self] in self?.refresh() }
        self.state.withLock { $0.observation = observation }
        self.refresh()
    }

    /// The network as `$network_type` names it; nil until the system has said anything.
    var current: String? { self.state.withLock { $0.name } }

    /// Sets who is told of changes.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        self.state.withLock { $0.changed = handler }
    }

    private func refresh() {
        guard let reading = self.monitor.reading else { return }
        let name = Self.name(of: reading)
        let handler: (@Sendable () -> Void)? = self.state.withLock { state in
            guard state.name != name else { return nil }
            state.name = name
            return state.changed
        }
        handler?()
    }

    private static func name(of reading: NetworkPathReading) -> String {
        guard reading.reach == .satisfied else { return "NULL" }
        if reading.usesWifi { return "WIFI" }
        if reading.usesCellular { return Self.radio ?? "UNKNOWN" }
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
