import SpoorChannel
import SpoorStore

/// The app's side of a shared container, for the channels beside the tracker's own.
extension Tracker {
    /// Has each channel take over what companions recorded for it, on its own queue.
    ///
    /// - Parameters:
    ///   - place: what the processes share.
    ///   - then: gets what came of it, on the tracker's queue: at once where there is nothing.
    func fetchRecords(
        from place: CompanionPlace,
        then: @escaping @Sendable (CompanionFetch) -> Void
    ) {
        let names = place.channelNames()
        let hosts = names.compactMap { name in self.hostingChannel(name).map { (name, $0) } }
        // What has no channel is not looked at.
        let none = CompanionFetch(isClean: hosts.count == names.count)
        guard !hosts.isEmpty else { return then(none) }
        let sum = Locked((fetch: none, left: hosts.count))
        for (name, channel) in hosts {
            channel.takeOver(from: place.channel(name), verdict: self.verdict(of: name)) {
                [scheduler = self.environment.scheduler] in
                let report = $0
                let total = sum.withLock { sum -> CompanionFetch? in
                    sum.fetch.add(report, of: name)
                    sum.left -= 1
                    return sum.left == 0 ? sum.fetch : nil
                }
                if let total { scheduler.async { then(total) } }
            }
        }
    }

    /// The channel for what companions recorded under a name; nil where none can be, which is said once.
    private func hostingChannel(_ name: String) -> PrismChannel? {
        guard self.state.withLock({ !$0.shared.unhosted.contains(name) }) else { return nil }
        if let channel = self.channels.host(of: name) { return channel }
        self.state.withLock { _ = $0.shared.unhosted.insert(name) }
        return nil
    }
}
