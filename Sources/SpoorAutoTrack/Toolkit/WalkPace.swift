/// How often an adapter walks over all views, to find those that were there before it.
///
/// Soon after something new was found or a page came, seldom on a screen that stays as it is.
public struct WalkPace: Sendable {
    /// The shortest time between two walks.
    public static let least = Duration.seconds(1)

    /// The longest one.
    public static let most = Duration.seconds(8)

    private var last: Duration?
    private var interval = WalkPace.least

    /// Makes a pace at which the first walk is due.
    public init() {}

    /// Whether a walk is due.
    ///
    /// - Parameter uptime: now.
    /// - Returns: whether to walk.
    public func isDue(at uptime: Duration) -> Bool {
        guard let last = self.last else { return true }
        return uptime - last >= self.interval
    }

    /// A walk is over.
    ///
    /// - Parameters:
    ///   - foundNew: whether anything was found that was not known.
    ///   - uptime: now.
    public mutating func walked(foundNew: Bool, at uptime: Duration) {
        self.last = uptime
        self.interval = foundNew ? Self.least : min(self.interval * 2, Self.most)
    }

    /// A page came or went.
    public mutating func pagesChanged() {
        self.interval = Self.least
    }
}
