import Testing

@testable import CollectorCore

struct PersonStreamTests {
    @Test(arguments: [1, 7, 50, 100_000])
    func blocksGiveTheSameHistoriesAsSortingEverything(blockSize: Int) throws {
        var random = Steps(state: UInt64(blockSize))
        for _ in 0..<30 {
            let sources = (0..<Int.random(in: 1...6, using: &random)).map { day in
                Self.source(day: Int32(day / 2), rows: Int.random(in: 0...40, using: &random), &random)
            }
            var identity = IdentityMap()
            for _ in 0..<6 {
                _ = identity.join(.random(in: 1...30, using: &random), to: .random(in: 1...30, using: &random))
            }
            let names: Set<Int32>? = Bool.random(using: &random) ? [1, 3] : nil
            let range: Range<Int64> = 20..<80
            var found: [PersonID: [Fact]] = [:]
            let buffers = sources.map { facts in
                let buffer = UnsafeMutableBufferPointer<Fact>.allocate(capacity: facts.count)
                _ = buffer.initialize(from: facts)
                return buffer
            }
            defer { for buffer in buffers { buffer.deallocate() } }
            var stream = PersonStream(
                sources: buffers.map { .init(facts: UnsafeBufferPointer($0), day: $0.first?.day ?? 0) },
                range: range,
                names: names,
                identity: identity,
                blockSize: blockSize
            )
            try stream.run { person, facts in
                #expect(found[person] == nil, "a person comes once")
                found[person] = Array(facts)
                return true
            }
            let wanted = sources.joined().filter { range.contains($0.time) && names?.contains($0.name) ?? true }
            let expected = Dictionary(grouping: wanted) { identity.person(of: $0.user) }
                .mapValues { $0.sorted { $0.precedes($1) } }
            #expect(found == expected)
        }
    }

    @Test func aStreamStopsWhenItsReaderHasEnough() throws {
        var random = Steps(state: 1)
        let facts = Self.source(day: 0, rows: 60, &random)
        try facts.withUnsafeBufferPointer { buffer in
            var stream = PersonStream(
                sources: [.init(facts: buffer, day: 0)],
                range: 0..<100,
                names: nil,
                identity: IdentityMap(),
                blockSize: 5
            )
            var people = 0
            try stream.run { _, _ in
                people += 1
                return people < 3
            }
            #expect(people == 3)
        }
    }

    private static func source(day: Int32, rows: Int, _ random: inout Steps) -> [Fact] {
        (0..<rows).map { row in
            Fact(
                user: .random(in: 1...30, using: &random),
                time: .random(in: 0..<100, using: &random),
                seq: .random(in: 0...2, using: &random),
                // Rows differ over all sources, so that no two facts are equal in order.
                row: Int64(row) * 1000 + .random(in: 0..<1000, using: &random),
                name: .random(in: 1...4, using: &random),
                day: day
            )
        }.sorted(by: Fact.isBefore)
    }
}

/// A generator with a fixed course.
private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        self.state = self.state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return self.state ^ (self.state >> 29)
    }
}
