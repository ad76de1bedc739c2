/// Merges the runs and tails of many days into one history per person.
///
/// Sources are sorted by user; a heap brings them together. A person with several ids is held back until the last of
/// the ids has passed, everybody else is handed on at once.
struct PersonStream {
    /// One sorted source of one day.
    struct Source {
        let facts: UnsafeBufferPointer<Fact>
        let day: Int32
        var position = 0
    }

    private var sources: [Source]
    private var heap: [Int] = []
    private let range: Range<Int64>
    private let names: Set<Int32>?
    private let identity: IdentityMap
    private var held: [PersonID: ContiguousArray<Fact>] = [:]
    private var buffer = ContiguousArray<Fact>()

    init(sources: [Source], range: Range<Int64>, names: Set<Int32>?, identity: IdentityMap) {
        self.sources = sources
        self.range = range
        self.names = names
        self.identity = identity
        for index in sources.indices where !sources[index].facts.isEmpty { self.push(index) }
    }

    mutating func run(_ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool) throws {
        while let first = self.heap.first {
            let user = self.user(first)
            self.buffer.removeAll(keepingCapacity: true)
            var isSorted = true
            while let index = self.heap.first, self.user(index) == user {
                isSorted = self.take(index, user) && isSorted
            }
            guard try self.hand(on: user, isSorted, body) else { return }
        }
        for (person, facts) in self.held where !facts.isEmpty {
            guard try Self.call(body, person, facts, isSorted: false) else { return }
        }
    }

    /// Moves a source over the facts of a user; false when they do not follow those taken before.
    private mutating func take(_ index: Int, _ user: Int64) -> Bool {
        let facts = self.sources[index].facts
        var position = self.sources[index].position
        let start = self.buffer.count
        while position < facts.count, facts[position].user == user {
            let fact = facts[position]
            if self.range.contains(fact.time), self.names?.contains(fact.name) ?? true { self.buffer.append(fact) }
            position += 1
        }
        self.sources[index].position = position
        self.popFirst()
        if position < facts.count { self.push(index) }
        guard start > 0, start < self.buffer.count else { return true }
        return self.buffer[start - 1].precedes(self.buffer[start])
    }

    private mutating func hand(
        on user: Int64,
        _ isSorted: Bool,
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool
    ) throws -> Bool {
        let person = self.identity.person(of: user)
        let last = self.identity.lastIdentifier(of: person)
        if person.rawValue == user && last == user && self.held[person] == nil {
            return try self.buffer.isEmpty || Self.call(body, person, self.buffer, isSorted: isSorted)
        }
        self.held[person, default: []].append(contentsOf: self.buffer)
        guard user >= last, let facts = self.held.removeValue(forKey: person), !facts.isEmpty else { return true }
        return try Self.call(body, person, facts, isSorted: false)
    }

    private static func call(
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool,
        _ person: PersonID,
        _ facts: ContiguousArray<Fact>,
        isSorted: Bool
    ) throws -> Bool {
        if isSorted { return try facts.withUnsafeBufferPointer { try body(person, $0) } }
        var facts = facts
        facts.sort { $0.precedes($1) }
        return try facts.withUnsafeBufferPointer { try body(person, $0) }
    }
}

// MARK: - The heap of sources, by user and then by day

extension PersonStream {
    private func user(_ index: Int) -> Int64 { self.sources[index].facts[self.sources[index].position].user }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (leftUser, rightUser) = (self.user(left), self.user(right))
        return leftUser != rightUser ? leftUser < rightUser : self.sources[left].day < self.sources[right].day
    }

    private mutating func push(_ index: Int) {
        self.heap.append(index)
        var child = self.heap.count - 1
        while child > 0, self.isBefore(self.heap[child], self.heap[(child - 1) / 2]) {
            self.heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func popFirst() {
        self.heap.swapAt(0, self.heap.count - 1)
        self.heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2]
            where child < self.heap.count && self.isBefore(self.heap[child], self.heap[least]) {
                least = child
            }
            guard least != parent else { return }
            self.heap.swapAt(parent, least)
            parent = least
        }
    }
}
