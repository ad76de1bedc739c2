import SpoorWire

extension ProjectWriter {
    /// Duplicates of one group that are compared with what is stored; beyond, a flood of repetitions goes uncompared.
    static let maxComparisons = 2_000

    /// Counts duplicates whose text differs from the one stored first (bug case O-34).
    func countClashes(_ group: GroupStage) {
        var clashes: Int64 = 0
        for place in group.duplicates.prefix(Self.maxComparisons) where group.failures[place.batch] == nil {
            // What cannot be read now is not counted.
            if (try? self.isClash(place, group)) == true { clashes += 1 }
        }
        guard clashes > 0 else { return }
        self.state.withLock { $0.quality.clashes += clashes }
        // What fails now is written with the next group.
        self.pending.count(Projection.Count.clashes, clashes)
        try? self.flushProjection()
    }

    private func isClash(_ place: GroupStage.Place, _ group: GroupStage) throws -> Bool {
        let event = group.event(place)
        if let foreign = event.foreign {
            guard let digest = try self.foreignIDs.digest(of: foreign) else { return false }
            return digest != event.digest
        }
        // A replaced time differs from one sending to the next.
        guard let producer = group.producer(place), event.timeSource != .receipt else { return false }
        let day = Day.number(at: event.time)
        let user = group.texts[place.batch].identifier(event.user)
        let rows = self.state.withLock { $0.days[day] }.map { Self.rows(in: $0, user, event) } ?? []
        for row in rows {
            guard let chunk = try self.days.file(day).chunk(containing: row) else { continue }
            let entry = chunk.entry(Int(row - chunk.firstRow))
            if entry.producer == producer.id { return entry.digest != event.digest }
        }
        // The same id under another time or person is another event.
        return true
    }

    private static func rows(in facts: DayFacts, _ user: Int64, _ event: DecodedEvent) -> [Int64] {
        let first = Fact(user: user, time: event.time, seq: event.seq, row: 0, name: 0, day: 0)
        func matches(_ fact: Fact) -> Bool {
            fact.user == user && fact.time == event.time && fact.seq == event.seq
        }
        var rows: [Int64] = []
        for run in facts.runs {
            rows += run.facts[run.lowerBound(of: first)...].prefix(while: matches).map(\.row)
        }
        for block in facts.tail { rows += block.facts.lazy.filter(matches).map(\.row) }
        return rows
    }
}
