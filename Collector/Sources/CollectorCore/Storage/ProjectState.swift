import SpoorWire

/// What a project's writer publishes to its readers, in memory.
struct ProjectState: Sendable {
    /// Rows of the live view.
    static let recentLimit = 1_000

    var days: [Int32: DayFacts] = [:]
    /// Event names by dictionary id, which counts from 1.
    var names: [EventName] = []
    var nameIDs: [String: Int32] = [:]
    var identity = IdentityMap()
    var quality = QualityCounters()
    /// The events received last, the newest at the end; name 0 for operations.
    var recent: ContiguousArray<Fact> = []

    mutating func add(name: String, id: Int64, count: Int64 = 0) {
        let id = Int32(truncatingIfNeeded: id)
        // Ids are given without gaps, but a rolled back transaction may leave one.
        while self.names.count < id - 1 {
            self.names.append(EventName(id: Int32(self.names.count + 1), name: "", count: 0))
        }
        self.names.append(EventName(id: id, name: name, count: count))
        self.nameIDs[name] = id
    }

    mutating func count(_ name: Int32, _ events: Int64) {
        let index = Int(name) - 1
        guard self.names.indices.contains(index) else { return }
        let entry = self.names[index]
        self.names[index] = EventName(id: entry.id, name: entry.name, count: entry.count + events)
    }

    mutating func remember(_ facts: some Collection<Fact>) {
        self.recent.append(contentsOf: facts.suffix(Self.recentLimit))
        // Cut seldom, so that a commit costs little.
        if self.recent.count > Self.recentLimit * 2 { self.recent.removeFirst(self.recent.count - Self.recentLimit) }
    }
}
