/// A point in a window.
public struct Point: Hashable, Sendable {
    /// From the left edge.
    public var x: Double

    /// From the upper edge.
    public var y: Double

    /// Makes a point.
    ///
    /// - Parameters:
    ///   - x: from the left edge.
    ///   - y: from the upper edge.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Tells when a person clicks one place again and again: something does not answer.
public struct RageClickRule: Hashable, Sendable {
    /// How many clicks it takes.
    public var count: Int

    /// In which time.
    public var window: Duration

    /// How far from the latest one, in points.
    public var radius: Double

    private var clicks: [Click] = []
    /// The bursts that were told, each with its latest click.
    private var told: [Click] = []

    private struct Click: Hashable {
        var point: Point
        var uptime: Duration
    }

    /// Makes a rule; what makes no sense takes the usual value.
    ///
    /// - Parameters:
    ///   - count: how many clicks it takes, 2 to 100.
    ///   - window: in which time.
    ///   - radius: how far from the latest one, in points.
    public init(count: Int = 4, window: Duration = .seconds(1), radius: Double = 44) {
        self.count = (2...100).contains(count) ? count : 4
        self.window = window > .zero ? window : .seconds(1)
        self.radius = radius >= 0 && radius.isFinite ? radius : 44
    }

    /// A click was counted.
    ///
    /// - Parameters:
    ///   - point: where.
    ///   - uptime: when.
    /// - Returns: whether a burst became one of rage with it; each burst does once, until its place is left alone for
    ///   as long as the window is. A click elsewhere takes nothing from it.
    public mutating func isRage(_ point: Point, at uptime: Duration) -> Bool {
        guard point.x.isFinite, point.y.isFinite else { return false }
        let window = self.window
        self.clicks.removeAll { uptime < $0.uptime || uptime - $0.uptime > window }
        self.told.removeAll { uptime < $0.uptime || uptime - $0.uptime > window }
        let click = Click(point: point, uptime: uptime)
        self.clicks.append(click)
        if self.clicks.count > Self.maxClicks { self.clicks.removeFirst() }
        if let burst = self.told.firstIndex(where: { self.isNear($0.point, point) }) {
            self.told[burst] = click
            return false
        }
        guard self.clicks.count(where: { self.isNear($0.point, point) }) >= self.count else { return false }
        self.told.append(click)
        return true
    }

    /// The most clicks that are looked at: more than a person makes in any window that makes sense.
    private static let maxClicks = 1_000

    private func isNear(_ first: Point, _ second: Point) -> Bool {
        let (dx, dy) = (first.x - second.x, first.y - second.y)
        return dx * dx + dy * dy <= self.radius * self.radius
    }
}
