/// Sorts the facts of a stretch of users by user, by counting: first each fact is counted, then each is put in its place.
///
/// Facts of one user keep the order in which they are placed; where that is not the order of history, they are sorted.
struct FactBuckets {
    /// The users of the stretch.
    private(set) var users: Range<Int64> = 0..<0
    // While counting, the facts of each user; after `lay()`, where the next fact of each user goes.
    private var places: [Int32] = []
    private var facts = ContiguousArray<Fact>()
    private static let nothing = Fact(user: 0, time: 0, seq: 0, row: 0, name: 0, day: 0)

    /// Begins a new stretch.
    mutating func begin(_ users: Range<Int64>) {
        self.users = users
        self.places.removeAll(keepingCapacity: true)
        self.places.append(contentsOf: repeatElement(0, count: Int(users.upperBound - users.lowerBound)))
    }

    /// Takes note that a fact of the user will come.
    @inline(__always)
    mutating func count(_ user: Int64) {
        self.places[Int(user - self.users.lowerBound)] += 1
    }

    /// Makes room for what was counted.
    mutating func lay() {
        var next: Int32 = 0
        for index in self.places.indices {
            let count = self.places[index]
            self.places[index] = next
            next += count
        }
        if self.facts.count < Int(next) {
            self.facts = ContiguousArray(repeating: Self.nothing, count: Int(next) + Int(next) / 4)
        }
    }

    /// Puts a fact behind those of the same user.
    @inline(__always)
    mutating func place(_ fact: Fact) {
        let user = Int(fact.user - self.users.lowerBound)
        self.facts[Int(self.places[user])] = fact
        self.places[user] += 1
    }

    /// Hands over each user's facts in the order of history; false when `body` stopped.
    mutating func forEachUser(_ body: (Int64, UnsafeBufferPointer<Fact>) throws -> Bool) rethrows -> Bool {
        var start = 0
        let first = self.users.lowerBound
        return try self.facts.withUnsafeMutableBufferPointer { facts in
            for (user, place) in self.places.enumerated() where Int(place) > start {
                let end = Int(place)
                defer { start = end }
                for index in start + 1..<max(end, start + 1) where !facts[index - 1].precedes(facts[index]) {
                    facts[start..<end].sort { $0.precedes($1) }
                    break
                }
                let own = UnsafeBufferPointer(rebasing: facts[start..<end])
                guard try body(first + Int64(user), own) else { return false }
            }
            return true
        }
    }
}
