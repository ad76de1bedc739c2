import Foundation
import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

@testable import CollectorCore

struct ReadingTests {
    private struct Made {
        let user: String
        let name: String
        let time: Int64
        let seq: Int64
        let arrival: Int

        var json: String {
            Sample.event(
                self.name,
                time: self.time,
                user: self.user,
                more: "\"_seq\":\(self.seq),\"n\":\(self.arrival)"
            )
        }
    }

    /// Many days, runs, merges and tails give each person the history that plain sorting gives, before and after ends.
    @Test(arguments: [1, 2] as [UInt64])
    func historiesEqualPlainSorting(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try StoreFixture { settings in
            settings.factsPerRun = 16
            settings.maxOpenDays = 3
        }
        // a1 and a2 belong to u0, a3 to u1; the links come in the middle.
        let links = ["a1": "u0", "a2": "u0", "a3": "u1"]
        let users = ["u0", "u1", "u2", "a1", "a2", "a3", "a4"]
        var made: [Made] = []
        for arrival in 0..<1_500 {
            let user = users[Int(random.next() % 7)]
            let time = StoreFixture.start - Int64(random.next() % 8) * 86_400_000 - Int64(random.next() % 50)
            let name = ["view", "cart", "buy"][Int(random.next() % 3)]
            made.append(Made(user: user, name: name, time: time, seq: Int64(random.next() % 3) + 1, arrival: arrival))
        }
        var sent = 0
        while sent < made.count {
            let count = min(Int(random.next() % 40) + 1, made.count - sent)
            _ = try fixture.send(Sample.batch(made[sent..<sent + count].map(\.json)))
            sent += count
            if sent > 700, sent - count <= 700 {
                for (device, user) in links {
                    let link = #"{"type":"track_signup","time":1,"distinct_id":"\#(user)","original_id":"\#(device)"}"#
                    _ = try fixture.send(link)
                }
            }
        }
        let expected = Dictionary(grouping: made) { links[$0.user] ?? $0.user }.mapValues { events in
            events.sorted { ($0.time, $0.seq, $0.arrival) < ($1.time, $1.seq, $1.arrival) }.map(\.arrival)
        }
        try self.check(fixture, made, expected)
        try self.check(fixture.killed(), made, expected)
        fixture.close()
        let runs = FactFolder(path: "\(fixture.folder)/projects/default/days").runs()
        #expect(runs.values.allSatisfy { $0.count < 2 * Indexer.runsPerMerge })
        try fixture.open()
        try self.check(fixture, made, expected)
        // The index is derived: without it everything is found as before.
        fixture.close()
        for run in runs.values.joined() { unlink(run.path) }
        try fixture.open()
        try self.check(fixture, made, expected)
    }

    private func check(_ fixture: StoreFixture, _ made: [Made], _ expected: [String: [Int]]) throws {
        let facts = try fixture.facts()
        var found: [String: [Int]] = [:]
        let range = 1_000..<Int64.max
        try facts.forEachPerson(in: range, names: nil) { person, events in
            let name = try facts.identifiers(of: person)[0]
            #expect(found[name] == nil)
            found[name] = try events.map { try self.arrival(of: $0, facts) }
            return true
        }
        #expect(found == expected)
        let cart = try #require(facts.nameID("cart"))
        let window = StoreFixture.start - 3 * 86_400_000..<StoreFixture.start - 20
        var filtered: Set<Int> = []
        try facts.forEachPerson(in: window, names: [cart]) { _, events in
            for event in events { filtered.insert(try self.arrival(of: event, facts)) }
            return true
        }
        let wanted = made.filter { window.contains($0.time) && $0.name == "cart" }.map(\.arrival)
        #expect(filtered == Set(wanted))
        var streamed: Set<Int> = []
        try facts.forEachEvent(in: window, names: [cart]) { _, bytes in
            streamed.insert(Int(try JSONValue(parsing: bytes)["n"]?.int64Value ?? -1))
            return true
        }
        #expect(streamed == filtered)
        let person = try #require(try facts.person(forIdentifier: "a2"))
        let timeline = try facts.facts(of: person, in: range, limit: 25).map { try self.arrival(of: $0, facts) }
        #expect(timeline == Array(expected["u0", default: []].suffix(25)))
        #expect(try facts.timeSpan()?.upperBound == made.map(\.time).max())
        #expect(facts.allNames().reduce(0) { $0 + $1.count } == Int64(made.count + 3))
        #expect(facts.quality().stored == Int64(made.count + 3))
        #expect(try facts.identifiers(beginningWith: "a", limit: 3) == ["a1", "a2", "a3"])
    }

    private func arrival(of fact: Fact, _ facts: any FactSource) throws -> Int {
        let event = try #require(try facts.event(for: fact))
        #expect(event.fact == fact)
        return Int(try JSONValue(parsing: event.json)["n"]?.int64Value ?? -1)
    }

    @Test func theLiveViewShowsTheNewestFirst() throws {
        let fixture = try StoreFixture()
        for index in 0..<5 {
            _ = try fixture.send(Sample.event(index % 2 == 0 ? "even" : "odd", id: "p-\(index)", user: "u\(index)"))
        }
        let facts = try fixture.facts()
        let names = try facts.latest(limit: 3, name: nil, person: nil).map { facts.name($0.fact.name) }
        #expect(names == ["even", "odd", "even"])
        #expect(try facts.latest(limit: 9, name: facts.nameID("odd"), person: nil).count == 2)
        let person = try facts.person(forIdentifier: "u1")
        #expect(try facts.latest(limit: 9, name: nil, person: person).count == 1)
    }

    /// O-31: replaying adds at most what was refused, once.
    @Test func refusedEventsCanBeReplayed() throws {
        let fixture = try StoreFixture()
        let ahead = Sample.event("x", more: "\"y\":\"" + String(repeating: "z", count: 20_000) + "\"")
        _ = try fixture.send(Sample.batch([Sample.event("1st", id: "p-1"), Sample.event("good", id: "p-2"), "7"]))
        _ = try fixture.send(Sample.batch([ahead.replacing("\"x\"", with: "\"0x\""), "[\(Sample.event())]"]))
        #expect(throws: BodyFault.self) { try fixture.send("nothing") }
        #expect(try fixture.send("[]").stored == 0)
        let before = try fixture.facts().rejects(limit: 10, offset: 0)
        #expect(before.count == 5)
        var report = ReplayReport()
        report.refused = 3
        report.skipped = 2
        #expect(try fixture.current.replayRejects(project: "default") == report)
        // Nothing was added by the attempt, neither events nor rejects.
        #expect(try fixture.facts().rejects(limit: 10, offset: 0) == before)
        #expect(try fixture.facts().quality().stored == 1)
        // As a later version with a wider rule would find it.
        try fixture.repair(reject: #"{"_id":"p-9","type":"track","event":"late","time":1,"distinct_id":"u1"}"#)
        report.refused = 2
        report.stored = 1
        #expect(try fixture.current.replayRejects(project: "default") == report)
        #expect(try fixture.facts().rejects(limit: 10, offset: 0).count == 4)
        report.stored = 0
        #expect(try fixture.current.replayRejects(project: "default") == report)
        #expect(try fixture.histories()[["u1"]] == ["late", "good"])
    }

    @Test func aSecondCollectorIsKeptOut() throws {
        let fixture = try StoreFixture()
        #expect(throws: (any Error).self) { try EmbeddedStore(settings: StoreSettings(folder: fixture.folder)) }
    }
}

extension StoreFixture {
    /// Puts another text in the place of the first refused one.
    func repair(reject text: String) throws {
        let main = try MainDatabase.open(
            path: "\(self.folder)/projects/default/main.sqlite",
            busyTimeoutMilliseconds: 500
        )
        try main.run(
            "UPDATE reject SET raw = ?, length = ? WHERE id = (SELECT min(id) FROM reject)",
            [.blob(Array(text.utf8)), .integer(Int64(text.utf8.count))]
        )
    }
}
