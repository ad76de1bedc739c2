import Foundation
import SpoorWire
import Testing

/// Two real processes on one folder: one owns it, the other's events wait in its memory until it can have it.
@Suite(.serialized)
struct TwoProcessTests {
    /// How the two end.
    enum Way: CaseIterable {
        /// The owner is killed, the other takes over and ends orderly.
        case ownerKilled
        /// The other is killed while it waits, the owner ends orderly.
        case waiterKilled
        /// The owner ends orderly, the other takes over and is killed.
        case successorKilled
    }

    /// One recording process, and what it was answered.
    private struct Recorder {
        let run: Int
        let process: ChildProcess

        init(run: Int, folder: String) throws {
            self.run = run
            self.process = try .spoor(["share", folder, "--run", "\(run)"], printsErrors: run == 1)
        }

        private var words: [UInt64] {
            let bytes = self.process.printed
            return stride(from: 0, to: bytes.count / 8 * 8, by: 8).map { start in
                bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
            }
        }

        var last: Int { Int((self.words.last ?? 0) & 0xFFFF_FFFF) }
        var acknowledged: [Int] { self.words.filter { $0 >> 62 == 0 }.map { Int($0 & 0xFFFF_FFFF) } }
        var held: [Int] { self.words.filter { $0 >> 62 == 2 }.map { Int($0 & 0xFFFF_FFFF) } }
    }

    @Test("Two processes on one folder: what each was promised arrives once, in order", arguments: Way.allCases)
    func twoProcesses(way: Way) async throws {
        let folder = NSTemporaryDirectory() + "spoor-two-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let owner = try Recorder(run: 1, folder: folder)
        try #require(await RealTime.pass { owner.acknowledged.count > 20 })
        let other = try Recorder(run: 2, folder: folder)
        try #require(await RealTime.pass { other.held.count > 50 })
        // Both record: the owner is still answered, the other still held.
        let before = owner.acknowledged.count
        try #require(await RealTime.pass { owner.acknowledged.count > before + 50 })
        #expect(other.acknowledged == [])
        try await self.end(owner, other, way)
        try await self.check(owner, other, way, folder)
    }

    private func end(_ owner: Recorder, _ other: Recorder, _ way: Way) async throws {
        let (killed, orderly) = way == .ownerKilled ? (owner, other) : (other, owner)
        if way == .successorKilled {
            try orderly.process.endInput()
        } else {
            killed.process.kill()
        }
        if way != .waiterKilled { try #require(await RealTime.pass { other.acknowledged.count > 100 }) }
        if way == .successorKilled {
            killed.process.kill()
        } else {
            try orderly.process.endInput()
        }
        #expect(await killed.process.end() == -SIGKILL)
        #expect(await orderly.process.end() == 0)
    }

    /// A third process uploads what the two have left.
    private func check(_ owner: Recorder, _ other: Recorder, _ way: Way, _ folder: String) async throws {
        let server = try FaultServer()
        let third = try ChildProcess.spoor(["upload", folder, "--endpoint", "http://\(server.address)"])
        #expect(await third.end() == 0)
        let events = server.events
        #expect(third.lines == ["\(events.count) 0 0 0"] && server.duplicates == 0)
        #expect(Set(events.map { $0["event"]?.stringValue }) == ["shared"])
        for recorder in [owner, other] {
            let stored = events.filter { $0["properties"]?["run"]?.int64Value == Int64(recorder.run) }
                .compactMap { $0["properties"]?["number"]?.int64Value.map(Int.init) }
            #expect(zip(stored, stored.dropFirst()).allSatisfy { $0 < $1 })
            #expect(Set(recorder.acknowledged).subtracting(stored) == [])
            // One more may have been recorded than the killed one could report.
            #expect(stored.last ?? 0 <= recorder.last + 1)
        }
        let ofOther = events.filter { $0["properties"]?["run"]?.int64Value == 2 }
        if way == .waiterKilled {
            // It never had the folder, and was promised nothing.
            #expect(ofOther.isEmpty && other.acknowledged == [])
        } else {
            // What waited in memory came first, once the folder was free.
            #expect(
                ofOther.prefix(other.held.count).map { $0["properties"]?["number"]?.int64Value }
                    == other.held.map { Int64($0) }
            )
            #expect(events.suffix(ofOther.count) == ofOther)
        }
        self.checkOneDevice(events)
    }

    /// The processes are one app: one visitor, one installation, one count without a number twice.
    private func checkOneDevice(_ events: [JSONValue]) {
        for key in ["distinct_id", "anonymous_id", "_install"] {
            #expect(Set(events.map { $0[key]?.stringValue }).count == 1, "\(key)")
        }
        let producers = Set(events.map { ($0["_id"]?.stringValue ?? "").split(separator: "-").dropLast().joined() })
        #expect(producers.count == 1)
        let sequences = events.compactMap { $0["_seq"]?.int64Value }
        #expect(sequences.count == events.count && zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
    }
}
