public import CollectorCore

/// Shows what was refused, and why.
public struct RejectReport: Sendable {
    /// One reason and how often it came up.
    public struct Reason: Equatable, Sendable {
        /// The sentence.
        public let text: String
        /// The number of records among those examined.
        public let count: Int
    }

    /// One page.
    public struct Result: Equatable, Sendable {
        /// The records, newest first.
        public let records: [RejectRecord]
        /// Everything ever refused, also what is no longer kept.
        public let total: Int64
        /// Whether older records exist.
        public let hasMore: Bool
        /// The reasons among the newest records, the most frequent first.
        public let reasons: [Reason]
        /// The number of records that the reasons were counted over.
        public let examined: Int
        /// Links between identifiers that were refused (bug case O-30).
        public let refusedLinks: [RefusedLink]
    }

    /// The number of records whose reasons are counted.
    public static let sample = 1000

    private let source: any FactSource

    /// Creates a report over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Reads one page.
    ///
    /// - Throws: Whatever the store throws.
    public func run(limit: Int, offset: Int) throws -> Result {
        let page = try self.source.rejects(limit: limit + 1, offset: offset)
        var counts: [String: Int] = [:]
        let newest = try self.source.rejects(limit: RejectReport.sample, offset: 0)
        for record in newest { counts[record.reason, default: 0] += 1 }
        let reasons = counts.map { Reason(text: $0, count: $1) }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
        return Result(
            records: Array(page.prefix(limit)),
            total: self.source.quality().rejected,
            hasMore: page.count > limit,
            reasons: reasons,
            examined: newest.count,
            refusedLinks: try self.source.refusedLinks(limit: 200)
        )
    }
}
