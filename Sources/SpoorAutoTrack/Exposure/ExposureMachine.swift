/// Decides from what is visible at each scan which exposures are due; knows neither elements nor clocks.
///
/// A scan is `beginScan`, one `see` for each thing that is visible enough, and `endScan`. What a scan does not see has
/// gone out of sight, and begins anew when it comes back.
struct ExposureMachine: Sendable {
    private struct Sight: Sendable {
        /// Since when it has been visible without a break.
        let since: Duration
        /// For how long it must be.
        var dwell: Duration
        /// Whether it was exposed, or refused, since it came into sight.
        var isDone: Bool
        /// The scan that saw it last.
        var scan: Int

        var due: Duration { self.since + max(self.dwell, .zero) }
    }

    private var sights: [ExposureKey: Sight] = [:]
    private var history: RecentKeys
    private var scan = 0

    /// Makes a machine that has seen nothing.
    ///
    /// - Parameter memory: how many things that count once are remembered at least.
    init(memory: Int = 20_000) {
        self.history = RecentKeys(atLeast: memory)
    }

    /// When the next exposure is due if nothing moves, in uptime; nil where none is waited for.
    var deadline: Duration? {
        self.sights.values.lazy.filter { !$0.isDone }.map(\.due).min()
    }

    /// Begins a scan.
    mutating func beginScan() { self.scan += 1 }

    /// Notes that something is visible enough.
    ///
    /// - Parameters:
    ///   - key: what is visible.
    ///   - dwell: for how long it must be visible.
    ///   - repeats: whether it counts each time.
    ///   - uptime: now.
    /// - Returns: whether its exposure is due; tell by ``finish(_:once:)`` what came of it.
    mutating func see(_ key: ExposureKey, dwell: Duration, repeats: Bool, at uptime: Duration) -> Bool {
        var sight = self.sights[key] ?? Sight(since: uptime, dwell: dwell, isDone: false, scan: 0)
        // Two elements may show the same thing; the first one counts.
        let isFirst = sight.scan != self.scan
        sight.scan = self.scan
        sight.dwell = dwell
        if !repeats, self.history.contains(key) { sight.isDone = true }
        self.sights[key] = sight
        return isFirst && !sight.isDone && uptime >= sight.due
    }

    /// Closes an exposure that was due, until it comes into sight again.
    ///
    /// - Parameters:
    ///   - key: what was seen.
    ///   - once: whether it must never count again.
    mutating func finish(_ key: ExposureKey, once: Bool) {
        self.sights[key]?.isDone = true
        if once { self.history.insert(key) }
    }

    /// Ends a scan: what it did not see is out of sight.
    mutating func endScan() {
        let scan = self.scan
        guard self.sights.values.contains(where: { $0.scan != scan }) else { return }
        self.sights = self.sights.filter { $0.value.scan == scan }
    }

    /// Nothing is in sight any more: the app is in the background.
    mutating func loseSight() { self.sights.removeAll() }
}
