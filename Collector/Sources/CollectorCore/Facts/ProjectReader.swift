import Foundation
import SpoorSQLite
import SpoorWire

/// The reading side of a project in the embedded store.
final class ProjectReader: FactSource {
    let timeZone: TimeZone
    let state: Locked<ProjectState>
    let main: Locked<Connection>
    private let events: Locked<EventReader>
    private let daysFolder: String

    init(folder: String, timeZone: TimeZone, state: Locked<ProjectState>) throws {
        self.timeZone = timeZone
        self.state = state
        self.daysFolder = "\(folder)/days"
        self.main = Locked(try MainDatabase.openForReading(path: "\(folder)/main.sqlite"))
        self.events = Locked(EventReader(folder: self.daysFolder))
    }

    func forEachPerson(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool
    ) throws {
        let (days, identity) = self.snapshot(range)
        // The tails are copies of ours; they and the runs must outlive the stream.
        let tails = days.map { Self.copied($0.facts.sortedTail()) }
        defer { for tail in tails { tail.deallocate() } }
        let sources = zip(days, tails).flatMap { day, tail in
            day.facts.runs.map { PersonStream.Source(facts: $0.facts, day: day.day) }
                + [PersonStream.Source(facts: UnsafeBufferPointer(tail), day: day.day)]
        }
        var stream = PersonStream(sources: sources, range: range, names: names, identity: identity)
        try withExtendedLifetime(days) { try stream.run(body) }
    }

    func forEachEvent(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (Fact, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        let reader = EventReader(folder: self.daysFolder)
        for (day, facts) in self.snapshot(range).days where facts.lastRow > 0 {
            var goesOn = true
            try reader.forEachChunk(day: day, from: 1) { chunk in
                // What was committed after the snapshot is left to the next reader.
                guard chunk.firstRow <= facts.lastRow else { return false }
                goesOn = try Self.read(chunk, day, range, names, body)
                return goesOn
            }
            guard goesOn else { return }
        }
    }

    private static func read(
        _ chunk: Chunk,
        _ day: Int32,
        _ range: Range<Int64>,
        _ names: Set<Int32>?,
        _ body: (Fact, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
        var text: ChunkText?
        for index in 0..<chunk.count {
            let entry = chunk.entry(index)
            guard entry.name != 0, range.contains(entry.time) else { continue }
            let fact = entry.fact(row: chunk.firstRow + Int64(index), day: day)
            if let names, !names.contains(fact.name) { continue }
            // Chunks without a wanted event are not even opened.
            let opened = try text ?? ChunkText(chunk, day: day)
            text = opened
            guard try body(fact, opened.bytes(of: entry)) else { return false }
        }
        return true
    }

    func event(for fact: Fact) throws -> StoredEvent? {
        try self.events.withLock { try $0.event(fact) }
    }

    func facts(of person: PersonID, in range: Range<Int64>, limit: Int) throws -> [Fact] {
        let (days, identity) = self.snapshot(range)
        let users = identity.identifiers(of: person)
        var found: [Fact] = []
        for (_, facts) in days.reversed() where found.count < limit {
            var ofDay: [Fact] = []
            for user in users { ofDay += Self.facts(of: user, in: facts, range) }
            ofDay.sort { $0.precedes($1) }
            found.insert(contentsOf: ofDay.suffix(limit - found.count), at: 0)
        }
        return found
    }

    private static func facts(of user: Int64, in facts: DayFacts, _ range: Range<Int64>) -> [Fact] {
        let first = Fact(user: user, time: range.lowerBound, seq: .min, row: 0, name: 0, day: 0)
        var found: [Fact] = []
        for run in facts.runs {
            found += run.facts[run.lowerBound(of: first)...].prefix { $0.user == user && $0.time < range.upperBound }
        }
        for block in facts.tail {
            found += block.facts.lazy.filter { $0.user == user && range.contains($0.time) }
        }
        return found
    }

    func latest(limit: Int, name: Int32?, person: PersonID?) throws -> [StoredEvent] {
        let facts = self.state.withLock { state in
            var found: [Fact] = []
            for fact in state.recent.suffix(ProjectState.recentLimit).reversed() where found.count < limit {
                if let name, fact.name != name { continue }
                if let person, state.identity.person(of: fact.user) != person { continue }
                found.append(fact)
            }
            return found
        }
        return try facts.compactMap { try self.event(for: $0) }
    }

    func timeSpan() throws -> ClosedRange<Int64>? {
        let days = self.state.withLock { $0.days }.filter { $0.value.lastRow > 0 }
        guard let first = days.keys.min(), let last = days.keys.max() else { return nil }
        let low = days[first].flatMap { Self.times(in: $0).min() } ?? Day.start(of: first)
        let high = days[last].flatMap { Self.times(in: $0).max() } ?? Day.start(of: last + 1) - 1
        return low...max(low, high)
    }

    private static func times(in facts: DayFacts) -> [Int64] {
        facts.runs.flatMap { run in [run.facts.lazy.map(\.time).min(), run.facts.lazy.map(\.time).max()] }
            .compactMap { $0 } + facts.tail.flatMap { $0.facts.map(\.time) }
    }

    /// The days that a range of times may lie in, in order, and who is who at this moment.
    private func snapshot(_ range: Range<Int64>) -> (days: [(day: Int32, facts: DayFacts)], identity: IdentityMap) {
        guard !range.isEmpty else { return ([], IdentityMap()) }
        let wanted = Day.number(at: range.lowerBound)...Day.number(at: range.upperBound - 1)
        return self.state.withLock { state in
            let days = state.days.filter { wanted.contains($0.key) }.sorted { $0.key < $1.key }
            return (days.map { (day: $0.key, facts: $0.value) }, state.identity)
        }
    }

    private static func copied(_ facts: ContiguousArray<Fact>) -> UnsafeMutableBufferPointer<Fact> {
        let buffer = UnsafeMutableBufferPointer<Fact>.allocate(capacity: facts.count)
        _ = buffer.initialize(from: facts)
        return buffer
    }
}
