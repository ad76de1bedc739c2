/// Asks how many people come back, by calendar buckets of the project's time zone.
///
/// A person belongs to the cohort of each bucket in which they did the start event, once however often they did it. They
/// count as returned in bucket `n` when they did the return event in the `n`-th bucket after. In bucket 0 the return is
/// the start event itself, where it is of the same kind, or comes after it (bug case O-40).
public struct RetentionQuery: Equatable, Sendable {
    /// Which buckets make a person a member of a cohort.
    public enum Cohorts: String, CaseIterable, Sendable {
        /// Each bucket with a start event: day 0 then equals the trend of the day.
        case each
        /// Only the bucket of the person's first start event in the range.
        case first
    }

    /// When the start events happen, in milliseconds.
    public var range: Range<Int64>
    /// The width of the buckets; hours are not possible.
    public var interval: CalendarInterval
    /// What makes a person a member.
    public var start: EventSelector
    /// What counts as a return.
    public var comeback: EventSelector
    /// The number of buckets to follow after the first.
    public var periods: Int
    /// Which buckets make a person a member.
    public var cohorts: Cohorts
    /// The present, in milliseconds: buckets that begin later are not known yet.
    public var now: Int64

    /// The numbers of buckets that can be followed.
    public static let periodCounts = 0...400

    /// Creates a query.
    ///
    /// - Throws: ``AnalysisError`` for buckets of hours, or too many periods.
    public init(
        range: Range<Int64>,
        interval: CalendarInterval = .day,
        start: EventSelector,
        comeback: EventSelector,
        periods: Int,
        cohorts: Cohorts = .each,
        now: Int64
    ) throws(AnalysisError) {
        guard interval != .hour else {
            throw .invalid("interval", "Retention is counted by day, week or month.")
        }
        guard RetentionQuery.periodCounts.contains(periods) else {
            throw .invalid("periods", "The number of periods must be 0 to 400; \(periods) is not.")
        }
        self.range = range
        self.interval = interval
        self.start = start
        self.comeback = comeback
        self.periods = periods
        self.cohorts = cohorts
        self.now = now
    }
}
