/// Remembers which value of the breakdown each counted event had, until the largest groups are known.
///
/// People of the groups summed up as "other" overlap, so "other" can only be counted once it is known what belongs to it.
struct TrendGroups {
    /// One event: who, when, and which group of which line.
    private struct Record {
        let person: Int32
        let bucket: Int32
        let group: Int32
    }

    private struct Key: Hashable {
        let event: Int
        let value: PropertyText
    }

    /// Beyond this many different values the rest is not told apart.
    private static let valueLimit = 200_000

    private var records: [Record] = []
    private var groups: [Key: Int32] = [:]
    private var totals: [Int] = []
    private var overflow: [Int: Int32] = [:]
    private(set) var isCut = false

    mutating func add(person: Int32, bucket: Int, event: Int, value: PropertyText) {
        let group = self.group(Key(event: event, value: value))
        self.totals[Int(group)] += 1
        self.records.append(Record(person: person, bucket: Int32(bucket), group: group))
    }

    /// Counts the largest groups of each event as lines of their own, and the rest as one.
    func series(_ query: TrendQuery, buckets: Int) -> [TrendResult.Series] {
        var lines: [(event: Int, group: TrendResult.Group)] = []
        var lineByGroup = Array(repeating: 0, count: self.totals.count)
        for event in query.events.indices {
            let ranked = self.groups.filter { $0.key.event == event }.sorted { left, right in
                let totals = (self.totals[Int(left.value)], self.totals[Int(right.value)])
                if totals.0 != totals.1 { return totals.0 > totals.1 }
                return (left.key.value.typeName, left.key.value.text) < (right.key.value.typeName, right.key.value.text)
            }
            for (key, group) in ranked.prefix(query.groupLimit) {
                lineByGroup[Int(group)] = lines.count
                lines.append((event, .value(key.value)))
            }
            var rest = ranked.dropFirst(query.groupLimit).map(\.value)
            if let uncounted = self.overflow[event] { rest.append(uncounted) }
            guard !rest.isEmpty else { continue }
            for group in rest { lineByGroup[Int(group)] = lines.count }
            lines.append((event, .other(values: rest.count)))
        }
        var counter = TrendCounter(lines: lines.count, buckets: buckets)
        for record in self.records.sorted(by: { $0.person < $1.person }) {
            counter.add(line: lineByGroup[Int(record.group)], bucket: Int(record.bucket), person: record.person)
        }
        return lines.enumerated().map { index, line in
            counter.series(index, event: query.events[line.event].title, group: line.group)
        }
    }

    private mutating func group(_ key: Key) -> Int32 {
        if let known = self.groups[key] { return known }
        if self.groups.count >= TrendGroups.valueLimit {
            self.isCut = true
            if let known = self.overflow[key.event] { return known }
            let new = Int32(self.totals.count)
            self.totals.append(0)
            self.overflow[key.event] = new
            return new
        }
        let new = Int32(self.totals.count)
        self.totals.append(0)
        self.groups[key] = new
        return new
    }
}
