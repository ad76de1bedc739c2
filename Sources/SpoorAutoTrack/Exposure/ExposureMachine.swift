/// Decides from what comes into sight and goes which exposures are due; knows neither elements nor clocks.
///
/// A scan is `leave` and `enter` for each element that went or came, ``due(at:)``, and ``endScan()``. What no element
/// shows at the end of a scan has gone out of sight, and begins anew when it comes back.
struct ExposureMachine: Sendable {
    /// An element that shows something.
    private struct Holder: Sendable {
        let number: Int
        /// For how long it must be visible.
        let dwell: Duration
    }

    private struct Sight: Sendable {
        /// Since when it has been visible without a break.
        let since: Duration
        /// Whether it was exposed, or refused, since it came into sight.
        var isDone = false
        /// The element that shows it; nil for none.
        var first: Holder?
        /// Others that show the same.
        var others: [Holder] = []

        var due: Duration? { self.first.map { self.since + max($0.dwell, .zero) } }

        /// Adds an element that shows it; when it is due now, nil for never.
        ///
        /// Several elements may show the same thing; the one that has been there longest counts.
        mutating func add(_ holder: Holder, isDone: Bool) -> Duration? {
            if self.first == nil { self.first = holder } else { self.others.append(holder) }
            if isDone { self.isDone = true }
            return self.isDone ? nil : self.due
        }

        /// Takes an element away; when it is due now, nil for never.
        mutating func remove(_ number: Int) -> Duration? {
            if self.first?.number == number {
                self.first = self.others.isEmpty ? nil : self.others.removeFirst()
            } else {
                self.others.removeAll { $0.number == number }
            }
            return self.isDone ? nil : self.due
        }
    }

    private var sights: [ExposureKey: Sight] = [:]
    private var history: RecentKeys
    /// What no element shows since this scan began.
    private var left: [ExposureKey] = []
    /// No exposure is due before; nil where none is waited for.
    private var next: Duration?
    /// Whether one is due then.
    private var isNextExact = true

    /// Makes a machine that has seen nothing.
    ///
    /// - Parameter memory: how many things that count once are remembered at least.
    init(memory: Int = 20_000) {
        self.history = RecentKeys(atLeast: memory)
    }

    /// When the next exposure is due if nothing moves, in uptime; nil where none is waited for.
    var deadline: Duration? { self.isNextExact ? self.next : self.firstDue }

    private var firstDue: Duration? { self.sights.values.lazy.filter { !$0.isDone }.compactMap(\.due).min() }

    /// Notes that an element shows something.
    ///
    /// - Parameters:
    ///   - key: what it shows.
    ///   - holder: the element's number.
    ///   - dwell: for how long it must be visible.
    ///   - repeats: whether it counts each time.
    ///   - uptime: now.
    mutating func enter(_ key: ExposureKey, by holder: Int, dwell: Duration, repeats: Bool, at uptime: Duration) {
        let isDone = !repeats && self.history.contains(key)
        let new = Holder(number: holder, dwell: dwell)
        self.wait(for: self.sights[key, default: Sight(since: uptime)].add(new, isDone: isDone))
    }

    /// Notes that an element does not show something any more.
    ///
    /// - Parameters:
    ///   - key: what it showed.
    ///   - holder: the element's number.
    mutating func leave(_ key: ExposureKey, by holder: Int) {
        guard self.sights[key] != nil else { return }
        let due = self.sights[key]?.remove(holder)
        self.isNextExact = false
        if self.sights[key]?.first == nil { self.left.append(key) }
        self.wait(for: due ?? nil)
    }

    private mutating func wait(for due: Duration?) {
        guard let due else { return }
        self.next = min(self.next ?? due, due)
    }

    /// The exposures that are due, and the element that shows each; tell by ``finish(_:once:)`` what came of it.
    ///
    /// - Parameter uptime: now.
    /// - Returns: what is due, in no order.
    mutating func due(at uptime: Duration) -> [(key: ExposureKey, holder: Int)] {
        guard let next = self.next, uptime >= next else { return [] }
        var found: [(key: ExposureKey, holder: Int)] = []
        for (key, sight) in self.sights where !sight.isDone {
            guard let due = sight.due, uptime >= due, let holder = sight.first else { continue }
            found.append((key, holder.number))
        }
        self.next = self.firstDue
        self.isNextExact = true
        return found
    }

    /// Closes an exposure that was due, until it comes into sight again.
    ///
    /// - Parameters:
    ///   - key: what was seen.
    ///   - once: whether it must never count again.
    mutating func finish(_ key: ExposureKey, once: Bool) {
        self.sights[key]?.isDone = true
        self.isNextExact = false
        if once { self.history.insert(key) }
    }

    /// Ends a scan: what no element shows is out of sight.
    mutating func endScan() {
        for key in self.left where self.sights[key]?.first == nil { self.sights[key] = nil }
        self.left.removeAll(keepingCapacity: true)
    }

    /// Nothing is in sight any more: the app is in the background.
    mutating func loseSight() {
        self.sights.removeAll()
        self.left.removeAll()
        (self.next, self.isNextExact) = (nil, true)
    }
}
