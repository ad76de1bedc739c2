public import CollectorCore

/// Counts the people of each calendar bucket who come back in later ones.
public struct RetentionAnalysis: Sendable {
    private static let startBit: UInt32 = 1
    private static let returnBit: UInt32 = 2

    private let source: any FactSource

    /// Creates an analysis over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Answers a query.
    ///
    /// - Throws: ``AnalysisError`` for too many buckets, or whatever the store throws.
    public func run(_ query: RetentionQuery) throws -> RetentionResult {
        let zone = self.source.timeZone
        let cohorts = try CalendarBuckets(query.interval, range: query.range, timeZone: zone)
        guard cohorts.count > 0 else { return RetentionResult(cohorts: [], totals: []) }
        let buckets = try cohorts.extended(by: query.periods)
        let selectors = [query.start, query.comeback]
        let table = SelectorTable(selectors, source: self.source)
        var matrix = RetentionMatrix(cohorts: cohorts.count, periods: query.periods)
        if !table.isEmpty {
            let conditions = try ConditionPass(selectors, table: table, source: self.source, range: buckets.range)
            var returns = PersonReturns()
            var hint = 0
            try self.source.forEachPerson(in: buckets.range, names: table.names) { _, facts in
                returns.reset()
                for fact in facts {
                    let bits = conditions.bits(fact)
                    guard bits != 0, let bucket = buckets.index(of: fact.time, hint: &hint) else { continue }
                    returns.handle(
                        bucket: bucket,
                        isStart: bits & RetentionAnalysis.startBit != 0 && fact.time < query.range.upperBound,
                        isReturn: bits & RetentionAnalysis.returnBit != 0
                    )
                }
                matrix.add(returns, cohorts: query.cohorts)
                return true
            }
        }
        return matrix.result(cohorts, buckets, now: query.now)
    }
}

/// Sums up who started and returned.
private struct RetentionMatrix {
    private let width: Int
    private var sizes: [Int]
    private var cells: [Int]

    init(cohorts: Int, periods: Int) {
        self.width = periods + 1
        self.sizes = Array(repeating: 0, count: cohorts)
        self.cells = Array(repeating: 0, count: cohorts * (periods + 1))
    }

    mutating func add(_ person: borrowing PersonReturns, cohorts: RetentionQuery.Cohorts) {
        guard !person.starts.isEmpty else { return }
        var from = 0
        let count = cohorts == .first ? 1 : person.starts.count
        for position in 0..<count {
            let start = person.starts[position]
            self.sizes[start] += 1
            if person.returnedAtOnce[position] { self.cells[start * self.width] += 1 }
            while from < person.returns.count, person.returns[from] <= start { from += 1 }
            var index = from
            while index < person.returns.count, person.returns[index] - start < self.width {
                self.cells[start * self.width + person.returns[index] - start] += 1
                index += 1
            }
        }
    }

    func result(_ cohorts: CalendarBuckets, _ buckets: CalendarBuckets, now: Int64) -> RetentionResult {
        let rows = self.sizes.indices.map { row in
            let returned: [Int?] = (0..<self.width).map { period in
                let bucket = row + period
                guard bucket < buckets.count, buckets.starts[bucket] <= now else { return nil }
                return self.cells[row * self.width + period]
            }
            return RetentionResult.Cohort(
                label: cohorts.labels[row],
                start: cohorts.starts[row],
                size: self.sizes[row],
                returned: returned
            )
        }
        let totals: [RetentionResult.Total?] = (0..<self.width).map { period in
            let known = rows.filter { $0.returned[period] != nil }
            guard !known.isEmpty else { return nil }
            return RetentionResult.Total(
                size: known.reduce(0) { $0 + $1.size },
                returned: known.reduce(0) { $0 + ($1.returned[period] ?? 0) }
            )
        }
        return RetentionResult(cohorts: rows, totals: totals)
    }
}
