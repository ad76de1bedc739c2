/// Brings the runs and tails of many days together into one history per person.
///
/// Sources are sorted by user, and users are small whole numbers. So the users are walked in blocks: from each source the
/// block is one stretch, and counting puts the facts of a block in place without comparing them. A person with several
/// ids is held back until the last of the ids has passed, everybody else is handed on at once.
struct PersonStream {
    /// One sorted source of one day.
    struct Source {
        let facts: UnsafeBufferPointer<Fact>
        let day: Int32
        var position = 0
    }

    /// Facts that a block holds on average: few enough to stay in the processor's caches.
    static let blockSize = 100_000
    /// Users that a block spans at most, also where few of them have facts.
    static let blockWidth: Int64 = 500_000

    private var sources: [Source]
    private let range: Range<Int64>
    private let names: NameFilter
    private let identity: IdentityMap
    private let blockSize: Int
    private var held: [PersonID: ContiguousArray<Fact>] = [:]

    /// Prepares a stream over sources that are in the order of arrival: by day, then by rows.
    init(
        sources: [Source],
        range: Range<Int64>,
        names: Set<Int32>?,
        identity: IdentityMap,
        blockSize: Int = PersonStream.blockSize
    ) {
        self.blockSize = blockSize
        self.sources = sources.filter { !$0.facts.isEmpty }
        self.range = range
        self.names = NameFilter(names)
        self.identity = identity
    }

    mutating func run(_ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool) throws {
        let total = self.sources.reduce(0) { $0 + $1.facts.count }
        guard total > 0, let low = self.sources.map({ $0.facts[0].user }).min(),
            let high = self.sources.map({ $0.facts[$0.facts.count - 1].user }).max()
        else { return }
        let blocks = max(Int64(total / self.blockSize), (high - low) / Self.blockWidth) + 1
        let width = (high - low) / blocks + 1
        var block = FactBuckets()
        var base = low
        while base <= high {
            block.begin(base..<(base + width))
            for index in self.sources.indices { self.count(index, in: &block) }
            block.lay()
            for index in self.sources.indices { self.place(index, in: &block) }
            guard try block.forEachUser({ try self.hand(on: $0, $1, body) }) else { return }
            base += width
        }
        for (person, facts) in self.held where !facts.isEmpty {
            var facts = facts
            facts.sort { $0.precedes($1) }
            guard try facts.withUnsafeBufferPointer({ try body(person, $0) }) else { return }
        }
    }

    private func count(_ index: Int, in block: inout FactBuckets) {
        let source = self.sources[index]
        let end = block.users.upperBound
        var position = source.position
        while position < source.facts.count, source.facts[position].user < end {
            if self.isWanted(source.facts[position]) { block.count(source.facts[position].user) }
            position += 1
        }
    }

    /// Puts the stretch that was counted into its places, and moves behind it.
    private mutating func place(_ index: Int, in block: inout FactBuckets) {
        let facts = self.sources[index].facts
        let end = block.users.upperBound
        var position = self.sources[index].position
        while position < facts.count, facts[position].user < end {
            if self.isWanted(facts[position]) { block.place(facts[position]) }
            position += 1
        }
        self.sources[index].position = position
    }

    @inline(__always)
    private func isWanted(_ fact: Fact) -> Bool {
        fact.time >= self.range.lowerBound && fact.time < self.range.upperBound && self.names.contains(fact.name)
    }

    private mutating func hand(
        on user: Int64,
        _ facts: UnsafeBufferPointer<Fact>,
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool
    ) throws -> Bool {
        guard self.identity.isJoined(user) else { return try body(PersonID(rawValue: user), facts) }
        let person = self.identity.person(of: user)
        self.held[person, default: []].append(contentsOf: facts)
        guard user >= self.identity.lastIdentifier(of: person), var whole = self.held.removeValue(forKey: person)
        else { return true }
        whole.sort { $0.precedes($1) }
        return try whole.withUnsafeBufferPointer { try body(person, $0) }
    }
}

/// The names that are wanted, by dictionary id.
private struct NameFilter {
    private let isWanted: [Bool]
    private let takesAll: Bool

    init(_ names: Set<Int32>?) {
        self.takesAll = names == nil
        var isWanted = Array(repeating: false, count: Int((names?.max() ?? 0) + 1))
        for name in names ?? [] where name >= 0 { isWanted[Int(name)] = true }
        self.isWanted = isWanted
    }

    @inline(__always)
    func contains(_ name: Int32) -> Bool {
        self.takesAll || (name >= 0 && Int(name) < self.isWanted.count && self.isWanted[Int(name)])
    }
}
