/// Asks how often events happened, and to how many people, along a time axis.
public struct TrendQuery: Equatable, Sendable {
    /// The instants to count, in milliseconds.
    public var range: Range<Int64>
    /// The width of the buckets, in the project's time zone.
    public var interval: CalendarInterval
    /// What to count; one line each.
    public var events: [EventSelector]
    /// The property whose values split each line, if any.
    public var breakdown: String?
    /// How many values get a line of their own; the rest is summed up as "other".
    public var groupLimit: Int

    /// The numbers of lines that one breakdown may show.
    public static let groupLimits = 1...200

    /// Creates a query.
    ///
    /// - Throws: ``AnalysisError`` where there are no events, too many, or the group limit is out of bounds.
    public init(
        range: Range<Int64>,
        interval: CalendarInterval = .day,
        events: [EventSelector],
        breakdown: String? = nil,
        groupLimit: Int = 10
    ) throws(AnalysisError) {
        guard (1...SelectorTable.limit).contains(events.count) else {
            throw .invalid("events", "A trend shows 1 to \(SelectorTable.limit) events; \(events.count) were given.")
        }
        guard TrendQuery.groupLimits.contains(groupLimit) else {
            throw .invalid("groups", "The number of groups must be 1 to 200; \(groupLimit) is not.")
        }
        self.range = range
        self.interval = interval
        self.events = events
        self.breakdown = breakdown
        self.groupLimit = groupLimit
    }
}
