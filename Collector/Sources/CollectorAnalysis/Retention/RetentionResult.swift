/// How many people of each cohort came back.
public struct RetentionResult: Sendable {
    /// The people who started in one bucket.
    public struct Cohort: Equatable, Sendable {
        /// The bucket's name.
        public let label: String
        /// The first instant of the bucket, in milliseconds.
        public let start: Int64
        /// The people who started in the bucket.
        public let size: Int
        /// Those who returned in the same bucket, the next, and so on; nothing for buckets that have not begun yet.
        public let returned: [Int?]
    }

    /// One column over all cohorts for which it is known.
    public struct Total: Equatable, Sendable {
        /// The people of those cohorts.
        public let size: Int
        /// Those who returned.
        public let returned: Int
    }

    /// The cohorts in the order of the calendar, empty ones too.
    public let cohorts: [Cohort]
    /// The columns' totals; nothing for a column that no cohort has reached yet.
    public let totals: [Total?]
}
