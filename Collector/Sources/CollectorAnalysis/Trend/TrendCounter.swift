/// Counts events and different people in the cells of lines and buckets.
///
/// Events must come person by person; then "already counted" is one comparison, and no set of people is kept.
struct TrendCounter {
    private let bucketCount: Int
    private var cells: [Cell]
    private var lines: [Cell]

    private struct Cell {
        var events = 0
        var users = 0
        var lastPerson: Int32 = -1

        mutating func add(_ person: Int32) {
            self.events += 1
            if self.lastPerson != person {
                self.lastPerson = person
                self.users += 1
            }
        }
    }

    init(lines: Int, buckets: Int) {
        self.bucketCount = buckets
        self.cells = Array(repeating: Cell(), count: lines * buckets)
        self.lines = Array(repeating: Cell(), count: lines)
    }

    @inline(__always)
    mutating func add(line: Int, bucket: Int, person: Int32) {
        self.cells[line * self.bucketCount + bucket].add(person)
        self.lines[line].add(person)
    }

    func series(_ line: Int, event: String, group: TrendResult.Group) -> TrendResult.Series {
        let row = self.cells[(line * self.bucketCount)..<((line + 1) * self.bucketCount)]
        return TrendResult.Series(
            event: event,
            group: group,
            counts: row.map(\.events),
            users: row.map(\.users),
            total: self.lines[line].events,
            uniqueUsers: self.lines[line].users
        )
    }
}
