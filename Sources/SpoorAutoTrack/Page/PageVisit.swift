/// One stay of a person on a page, from its coming to its leaving.
struct PageVisit: Equatable, Sendable {
    /// The page.
    var entry: PageEntry

    /// The PAGE_ID of where the person came from; nil where it has none.
    var sourceID: String?

    /// The page that was in front before; nil for the first one.
    var referrer: PageFacts?

    /// The deepest that it was scrolled, in heights of what is seen at once.
    var screens = 0.0

    /// Whether `$AppViewScreen` was made; not yet for a page that came while nobody saw the app.
    var isViewed = false

    /// Whether the last `$AppViewScreen` was told of; not for a page that makes no events.
    var isTold = false

    /// Whether it is viewed again when it comes to the front: another page was in front of it.
    var isReturning = false

    /// Whether time passed on it since the last `$AppPageLeave`, or its view was not left yet.
    var isOpen = false

    /// Whether the toolkit took it off the screen because another page covers it.
    var isAway = false

    /// Since when it is off the screen with nothing over it: it comes back at once, or went together with its cover.
    var lostSince: Duration?

    /// Whether the adapter said that something covers it.
    var isCovered = false

    /// The pages that were presented over it.
    var coverers: Set<PageKey> = []

    /// What passed on it before ``since``.
    private(set) var dwell: Duration = .zero

    /// When its clock was started; nil while that stands.
    private(set) var since: Duration?

    /// Makes a visit whose clock stands.
    init(_ entry: PageEntry) {
        self.entry = entry
        self.coverers = entry.coveredBy
    }

    /// Whether a person could see it while the app is in front.
    var isInFront: Bool { !self.isAway && !self.isCovered && self.coverers.isEmpty }

    /// Whether it is off the screen with nothing over it.
    var isLost: Bool { self.isAway && !self.isCovered && self.coverers.isEmpty }

    /// Starts the clock or lets it stand.
    mutating func setRunning(_ isRunning: Bool, at uptime: Duration) {
        if isRunning, self.since == nil {
            self.since = uptime
            self.isOpen = true
        } else if !isRunning, let since = self.since {
            self.dwell += max(uptime - since, .zero)
            self.since = nil
        }
    }

    /// Takes the time that passed on the page since it was taken last.
    mutating func takeDwell(at uptime: Duration) -> Duration {
        let isRunning = self.since != nil
        self.setRunning(false, at: uptime)
        defer {
            self.dwell = .zero
            self.isOpen = false
            if isRunning { self.since = uptime }
        }
        return self.dwell
    }
}
