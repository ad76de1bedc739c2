package import CollectorCore
package import Foundation

/// A project whose events are given in a test, in the order of their arrival.
package struct MemoryFacts: FactSource {
    /// One event of a test.
    package struct Entry: Sendable {
        let user: String
        let name: String
        let time: Int64
        let seq: Int64
        let properties: String

        package init(
            _ user: String,
            _ name: String,
            _ time: Int64,
            seq: Int64 = 0,
            _ properties: String = "{}"
        ) {
            self.user = user
            self.name = name
            self.time = time
            self.seq = seq
            self.properties = properties
        }

        var json: String {
            "{\"type\":\"track\",\"event\":\"\(self.name)\",\"distinct_id\":\"\(self.user)\","
                + "\"time\":\(self.time),\"lib\":{\"$lib\":\"iOS\"},\"properties\":\(self.properties)}"
        }
    }

    package let timeZone: TimeZone
    private let entries: [Entry]
    private let names: [String]
    private let users: [String]
    private let facts: [Fact]
    /// What was refused, newest first.
    package var rejected: [RejectRecord] = []

    package init(zone: String = "UTC", _ entries: [Entry]) {
        self.timeZone = TimeZone(identifier: zone) ?? .gmt
        self.entries = entries
        let names = Array(Set(entries.map(\.name))).sorted()
        let users = Array(Set(entries.map(\.user))).sorted()
        self.names = names
        self.users = users
        let nameIDs = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Int32($0 + 1)) })
        let userIDs = Dictionary(uniqueKeysWithValues: users.enumerated().map { ($1, Int64($0)) })
        self.facts = entries.enumerated().map { row, entry in
            Fact(
                user: userIDs[entry.user] ?? 0,
                time: entry.time,
                seq: entry.seq,
                row: Int64(row),
                name: nameIDs[entry.name] ?? 0,
                day: 0
            )
        }.sorted { ($0.user, $0.time, $0.seq, $0.row) < ($1.user, $1.time, $1.seq, $1.row) }
    }

    package func forEachPerson(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool
    ) throws {
        let wanted = self.facts.filter { range.contains($0.time) && names?.contains($0.name) ?? true }
        var start = 0
        while start < wanted.count {
            var end = start
            while end < wanted.count, wanted[end].user == wanted[start].user { end += 1 }
            let goesOn = try wanted[start..<end].withContiguousStorageIfAvailable {
                try body(PersonID(rawValue: wanted[start].user), $0)
            }
            if goesOn == false { return }
            start = end
        }
    }

    package func forEachEvent(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (Fact, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        for fact in self.facts.sorted(by: { $0.row < $1.row })
        where range.contains(fact.time) && names?.contains(fact.name) ?? true {
            guard try self.stored(fact).json.withUnsafeBytes({ try body(fact, $0) }) else { return }
        }
    }

    package func event(for fact: Fact) throws -> StoredEvent? { self.stored(fact) }

    package func facts(of person: PersonID, in range: Range<Int64>, limit: Int) throws -> [Fact] {
        self.facts.filter { $0.user == person.rawValue && range.contains($0.time) }.suffix(limit)
    }

    package func latest(limit: Int, name: Int32?, person: PersonID?) throws -> [StoredEvent] {
        let facts = self.facts.sorted { $0.row > $1.row }.filter {
            (name == nil || $0.name == name) && (person == nil || $0.user == person?.rawValue)
        }
        return facts.prefix(limit).map(self.stored)
    }

    package func timeSpan() throws -> ClosedRange<Int64>? {
        guard let first = self.facts.map(\.time).min(), let last = self.facts.map(\.time).max() else { return nil }
        return first...last
    }

    package func nameID(_ name: String) -> Int32? { self.names.firstIndex(of: name).map { Int32($0 + 1) } }

    package func name(_ id: Int32) -> String? { self.names[Int(id) - 1] }

    package func allNames() -> [EventName] {
        self.names.enumerated().map { index, name in
            EventName(id: Int32(index + 1), name: name, count: Int64(self.entries.count { $0.name == name }))
        }
    }

    package func person(forIdentifier identifier: String) throws -> PersonID? {
        self.users.firstIndex(of: identifier).map { PersonID(rawValue: Int64($0)) }
    }

    package func person(forUser user: Int64) -> PersonID { PersonID(rawValue: user) }

    package func identifiers(of person: PersonID) throws -> [String] { [self.users[Int(person.rawValue)]] }

    package func identifiers(beginningWith prefix: String, limit: Int) throws -> [String] {
        Array(self.users.filter { $0.hasPrefix(prefix) }.prefix(limit))
    }

    package func profile(of person: PersonID) throws -> [ProfileProperty] { [] }

    package func rejects(limit: Int, offset: Int) throws -> [RejectRecord] {
        Array(self.rejected.dropFirst(offset).prefix(limit))
    }

    package func refusedLinks(limit: Int) throws -> [RefusedLink] { [] }

    package func quality() -> QualityCounters {
        var counters = QualityCounters()
        counters.stored = Int64(self.entries.count)
        counters.rejected = Int64(self.rejected.count)
        return counters
    }

    private func stored(_ fact: Fact) -> StoredEvent {
        StoredEvent(
            fact: fact,
            received: fact.time,
            timeSource: .device,
            json: Array(self.entries[Int(fact.row)].json.utf8)
        )
    }

    package func userName(_ person: PersonID) -> String { self.users[Int(person.rawValue)] }

    /// All of time that the calendar tests need.
    package static let always = Int64(0)..<Int64(4_000_000_000_000)
}

/// The instant of a wall-clock time in a zone, in milliseconds.
package func instant(_ text: String, _ zone: String = "UTC") -> Int64 {
    let parts = text.split(whereSeparator: { "-T:. ".contains($0) }).compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    let date = calendar.date(
        from: DateComponents(
            year: parts[0],
            month: parts[1],
            day: parts[2],
            hour: parts.count > 3 ? parts[3] : 0,
            minute: parts.count > 4 ? parts[4] : 0,
            second: parts.count > 5 ? parts[5] : 0
        )
    )
    return Int64((date ?? .distantPast).timeIntervalSince1970) * 1000 + Int64(parts.count > 6 ? parts[6] : 0)
}
