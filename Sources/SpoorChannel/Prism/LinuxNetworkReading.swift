/// What Linux says about its network, and the kind of network that comes of it.
struct LinuxNetworkReading: Equatable, Sendable {
    /// The interfaces; nil where `/sys` cannot be read.
    var interfaces: [LinuxInterface]?
    /// The routes that can be used; nil where neither table can be read.
    var routes: [LinuxRoute]?

    /// The kind of network that uploading goes by.
    ///
    /// The default route of the lowest metric decides. Without a default route any route to other devices does, since a
    /// collector may stand in the same isolated network; of several the dearest one counts.
    var status: NetworkStatus {
        guard let routes = self.routes else { return .unknown }
        guard let interfaces = self.interfaces else {
            return routes.contains { $0.interface != "lo" } ? .unknown : .none
        }
        let byName = Dictionary(interfaces.map { ($0.name, $0) }) { first, _ in first }
        let usable = routes.filter { route in
            guard let interface = byName[route.interface] else { return route.interface != "lo" }
            return interface.isUp && interface.kind != .loopback
        }
        let defaults = usable.filter(\.isDefault)
        if let lowest = defaults.map(\.metric).min() {
            return self.dearest(defaults.filter { $0.metric == lowest }, among: usable, byName)
        }
        return usable.isEmpty ? .none : self.dearest(usable, among: usable, byName)
    }

    private func dearest(
        _ routes: [LinuxRoute],
        among all: [LinuxRoute],
        _ interfaces: [String: LinuxInterface]
    ) -> NetworkStatus {
        var kinds = routes.map { interfaces[$0.interface]?.kind ?? .unknown }
        if kinds.contains(.tunnel) {
            // What carries a tunnel is one of the others that have a route.
            let carriers = all.map { interfaces[$0.interface]?.kind ?? .unknown }.filter { $0 != .tunnel }
            kinds = kinds.filter { $0 != .tunnel } + (carriers.isEmpty ? [.unknown] : carriers)
        }
        if kinds.contains(.cellular) { return .cellular }
        return kinds.contains(.unknown) ? .unknown : .wifi
    }
}
