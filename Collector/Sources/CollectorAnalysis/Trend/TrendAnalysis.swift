public import CollectorCore

/// Counts events and people along a time axis.
public struct TrendAnalysis: Sendable {
    private let source: any FactSource

    /// Creates an analysis over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Answers a query.
    ///
    /// - Throws: ``AnalysisError`` for too many buckets, or whatever the store throws.
    public func run(_ query: TrendQuery) throws -> TrendResult {
        let buckets = try CalendarBuckets(query.interval, range: query.range, timeZone: self.source.timeZone)
        let table = SelectorTable(query.events, source: self.source)
        if let property = query.breakdown {
            var groups = TrendGroups()
            if !query.range.isEmpty, !table.isEmpty { try self.group(query, by: property, buckets, table, &groups) }
            let series = groups.series(query, buckets: buckets.count)
            return TrendResult(buckets: buckets, series: series, isGroupingCut: groups.isCut)
        }
        var counter = TrendCounter(lines: query.events.count, buckets: buckets.count)
        if !query.range.isEmpty, !table.isEmpty { try self.count(query, buckets, table, &counter) }
        let series = query.events.indices.map { counter.series($0, event: query.events[$0].title, group: .whole) }
        return TrendResult(buckets: buckets, series: series, isGroupingCut: false)
    }

    private func count(
        _ query: TrendQuery,
        _ buckets: CalendarBuckets,
        _ table: SelectorTable,
        _ counter: inout TrendCounter
    ) throws {
        let conditions = try ConditionPass(query.events, table: table, source: self.source, range: query.range)
        var person: Int32 = 0
        var hint = 0
        try self.source.forEachPerson(in: query.range, names: table.names) { _, facts in
            for fact in facts {
                var bits = conditions.bits(fact)
                guard bits != 0, let bucket = buckets.index(of: fact.time, hint: &hint) else { continue }
                while bits != 0 {
                    counter.add(line: bits.trailingZeroBitCount, bucket: bucket, person: person)
                    bits &= bits - 1
                }
            }
            person += 1
            return true
        }
    }

    /// Reads whole events in the order in which they are stored, since a value has to be read from each.
    private func group(
        _ query: TrendQuery,
        by property: String,
        _ buckets: CalendarBuckets,
        _ table: SelectorTable,
        _ groups: inout TrendGroups
    ) throws {
        var people: [Int64: Int32] = [:]
        var personByUser: [Int64: Int32] = [:]
        var hint = 0
        try self.source.forEachEvent(in: query.range, names: table.names) { fact, bytes in
            let named = table.bits(fact.name)
            guard named != 0, let bucket = buckets.index(of: fact.time, hint: &hint) else { return true }
            let event = EventText(bytes)
            var bits = EventSelector.bits(named, of: query.events, metBy: event)
            guard bits != 0 else { return true }
            let person: Int32
            if let known = personByUser[fact.user] {
                person = known
            } else {
                let next = Int32(people.count)
                person = people[self.source.person(forUser: fact.user).rawValue, default: next]
                if person == next { people[self.source.person(forUser: fact.user).rawValue] = next }
                personByUser[fact.user] = person
            }
            let value = event.property(property)
            while bits != 0 {
                groups.add(person: person, bucket: bucket, event: bits.trailingZeroBitCount, value: value)
                bits &= bits - 1
            }
            return true
        }
    }
}
