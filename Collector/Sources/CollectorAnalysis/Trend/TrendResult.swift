/// Counts along a time axis.
public struct TrendResult: Sendable {
    /// Which values of the breakdown a line shows.
    public enum Group: Equatable, Sendable {
        /// The query had no breakdown.
        case whole
        /// One value, typed and exact (bug cases O-03 and O-37).
        case value(PropertyText)
        /// All values that did not get a line of their own; the number of them.
        case other(values: Int)
    }

    /// One line of the chart.
    public struct Series: Sendable {
        /// The event's name, or a title for all events.
        public let event: String
        /// Which values of the breakdown it shows.
        public let group: Group
        /// Events for each bucket.
        public let counts: [Int]
        /// Different people for each bucket.
        public let users: [Int]
        /// Events in the whole range.
        public let total: Int
        /// Different people in the whole range: less than the sum over the buckets where people came back.
        public let uniqueUsers: Int
    }

    /// The time axis.
    public let buckets: CalendarBuckets
    /// The lines: in the order of the query's events, within each the largest group first, "other" last.
    public let series: [Series]
    /// True where the property has so many values that the rarest were not told apart.
    public let isGroupingCut: Bool
}
