/// The app comes and goes.
extension PageFlow {
    /// Nobody sees the app any more: what was seen is left, since the process may never come back.
    ///
    /// - Parameter time: when.
    /// - Returns: the events.
    public mutating func didEnterBackground(at time: AutoTime) -> [PageEvent] {
        guard !self.isInBackground else { return [] }
        let events = self.viewReturned(at: time) + self.endLost(at: time) + self.viewReturned(at: time)
        self.isInBackground = true
        return events + self.update(at: time) + self.visits.indices.compactMap { self.leave($0, at: time) }
    }

    /// The app comes to the front: the clocks go on; no page is viewed again.
    ///
    /// - Parameter time: when.
    /// - Returns: the views of pages that appeared, or were uncovered, while nobody saw the app.
    public mutating func willEnterForeground(at time: AutoTime) -> [PageEvent] {
        guard self.isInBackground else { return [] }
        self.isInBackground = false
        return self.update(at: time)
    }

    /// Views pages that are seen again, and looks for those that went together with what covered them, of which no
    /// toolkit tells; call it now and then.
    ///
    /// - Parameter time: when.
    /// - Returns: the events.
    public mutating func settle(at time: AutoTime) -> [PageEvent] {
        let lost = self.visits.filter { $0.lostSince.map { time.uptime - $0 >= .seconds(1) } ?? false }
        return self.endLost(Set(lost.map(\.entry.key)), at: time) + self.viewReturned(at: time)
    }
}
