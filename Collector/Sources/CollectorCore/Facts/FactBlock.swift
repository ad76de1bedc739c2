/// The facts of one commit, in order of arrival, before they are indexed.
struct FactBlock: Sendable {
    /// The rows that the commit wrote, also those without a fact.
    let rows: ClosedRange<Int64>
    let facts: ContiguousArray<Fact>
}

/// What is known in memory of one day: sorted runs, and behind them what has not been indexed yet.
struct DayFacts: Sendable {
    /// Sorted runs of adjacent rows, in order of rows.
    var runs: [FactRun] = []
    /// Commits behind the last run, in order.
    var tail: [FactBlock] = []
    /// The row of the last committed event.
    var lastRow: Int64 = 0

    /// The last row that a run covers.
    var indexedRow: Int64 { self.runs.last?.rows.upperBound ?? 0 }
    var tailCount: Int { self.tail.reduce(0) { $0 + $1.facts.count } }

    /// The facts of the tail, sorted as a run is.
    func sortedTail() -> ContiguousArray<Fact> {
        var facts = ContiguousArray<Fact>()
        facts.reserveCapacity(self.tailCount)
        for block in self.tail { facts.append(contentsOf: block.facts) }
        facts.sort(by: Fact.isBefore)
        return facts
    }
}

extension Fact {
    /// The order inside a run: by user first, then as in a person's history.
    @inline(__always)
    static func isBefore(_ left: Fact, _ right: Fact) -> Bool {
        left.user != right.user ? left.user < right.user : left.precedes(right)
    }
}
