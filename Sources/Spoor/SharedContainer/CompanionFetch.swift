import SpoorStore

/// What the records of companions came to, over the tracker's own and all channels'.
struct CompanionFetch: Sendable {
    /// The channels that were looked through to the end; the tracker's own is the empty name.
    private(set) var clean: Set<String> = []
    /// Whether those are all.
    private(set) var isClean: Bool
    /// Whether somebody has to look again.
    private(set) var isOneOpen = false
    private(set) var hasNews = false

    /// Nothing was taken over yet.
    ///
    /// - Parameter isClean: whether all that is there will be looked at.
    init(isClean: Bool = true) {
        self.isClean = isClean
    }

    /// Adds what one channel took over; nil is one that is not open.
    mutating func add(_ report: CompanionReport?, of channel: String) {
        guard let report else {
            (self.isClean, self.isOneOpen) = (false, true)
            return
        }
        if report.problems.isEmpty, !report.isFull { self.clean.insert(channel) } else { self.isClean = false }
        self.isOneOpen = self.isOneOpen || report.isOneOpen || report.isFull
        self.hasNews = self.hasNews || report.imported + report.refused > 0
    }

    /// The same with what one channel took over.
    func adding(_ report: CompanionReport?, of channel: String) -> CompanionFetch {
        var sum = self
        sum.add(report, of: channel)
        return sum
    }
}
