public import CollectorCore
public import Foundation

/// Sums up a project on one page.
public struct Overview: Sendable {
    /// The page.
    public struct Result: Sendable {
        /// The project's time zone.
        public let timeZone: TimeZone
        /// The first and the last event, in milliseconds; nothing where there is no event.
        public let timeSpan: ClosedRange<Int64>?
        /// All events by day, with people.
        public let trend: TrendResult
        /// The most frequent names.
        public let names: [EventName]
        /// What became of everything that was sent.
        public let quality: QualityCounters
    }

    private let source: any FactSource

    /// Creates an overview over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Sums up a range.
    ///
    /// - Throws: ``AnalysisError`` for too many days, or whatever the store throws.
    public func run(range: Range<Int64>, interval: CalendarInterval = .day) throws -> Result {
        Result(
            timeZone: self.source.timeZone,
            timeSpan: try self.source.timeSpan(),
            trend: try TrendAnalysis(self.source).run(
                TrendQuery(range: range, interval: interval, events: [EventSelector(nil)])
            ),
            names: NameList(self.source).run(),
            quality: self.source.quality()
        )
    }
}
