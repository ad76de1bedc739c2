public import CollectorCore

/// Counts people through the steps of a funnel, person by person, without keeping their events.
public struct FunnelAnalysis: Sendable {
    private let source: any FactSource

    /// Creates an analysis over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Answers a query.
    ///
    /// - Throws: Whatever the store throws.
    public func run(_ query: FunnelQuery) throws -> FunnelResult {
        let table = SelectorTable(query.steps, source: self.source)
        // Steps after the first may follow after the range, up to the window's last millisecond.
        let end = query.range.upperBound.addingReportingOverflow(query.windowMilliseconds)
        let range = query.range.lowerBound..<(end.overflow ? Int64.max : end.partialValue)
        var tally = FunnelTally(steps: query.steps.count)
        guard !query.range.isEmpty, !table.isEmpty else { return tally.result(query) }
        let conditions = try ConditionPass(query.steps, table: table, source: self.source, range: range)
        var attempts = FunnelAttempts(steps: query.steps.count, window: query.windowMilliseconds)
        let lastStart = query.range.upperBound
        try self.source.forEachPerson(in: range, names: table.names) { person, facts in
            attempts.reset()
            for fact in facts {
                let bits = conditions.bits(fact)
                guard bits != 0 else { continue }
                attempts.handle(time: fact.time, steps: bits, mayStart: fact.time < lastStart)
                if attempts.reached == query.steps.count { break }
            }
            tally.add(attempts, person: person, members: query.members)
            return true
        }
        return tally.result(query)
    }
}

/// Sums up the people's furthest attempts.
private struct FunnelTally {
    private var stepsReached: [Int]
    private var fromPrevious: [[Int64]]
    private var fromFirst: [[Int64]]
    private var members: [PersonID] = []

    init(steps: Int) {
        self.stepsReached = Array(repeating: 0, count: steps)
        self.fromPrevious = Array(repeating: [], count: steps)
        self.fromFirst = Array(repeating: [], count: steps)
    }

    mutating func add(_ attempts: borrowing FunnelAttempts, person: PersonID, members: FunnelQuery.Members?) {
        let reached = attempts.reached
        guard reached > 0 else { return }
        for step in 0..<reached {
            self.stepsReached[step] += 1
            guard step > 0 else { continue }
            self.fromPrevious[step].append(attempts.times[step] - attempts.times[step - 1])
            self.fromFirst[step].append(attempts.times[step] - attempts.times[0])
        }
        switch members {
        case .reached(let step)? where reached >= step: self.members.append(person)
        case .dropped(let step)? where reached == step - 1: self.members.append(person)
        default: break
        }
    }

    func result(_ query: FunnelQuery) -> FunnelResult {
        let steps = query.steps.indices.map { step in
            let users = self.stepsReached[step]
            let previous = step == 0 ? 0 : self.stepsReached[step - 1]
            let first = self.stepsReached[0]
            return FunnelResult.Step(
                event: query.steps[step].title,
                users: users,
                conversionFromPrevious: previous > 0 ? Double(users) / Double(previous) : nil,
                conversionFromFirst: first > 0 ? Double(users) / Double(first) : nil,
                medianFromPrevious: Median.of(self.fromPrevious[step]),
                medianFromFirst: Median.of(self.fromFirst[step])
            )
        }
        return FunnelResult(steps: steps, members: self.members)
    }
}
