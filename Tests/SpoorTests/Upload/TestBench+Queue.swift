import Foundation
import Spoor
import SpoorChannel
import SpoorSQLite
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// What the upload tests ask of the bench.
extension TestBench {
    /// Asks a tracker something in virtual time.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        let done = Locked<Result<Answer, any Error>?>(nil)
        let task = Task {
            let result: Result<Answer, any Error>
            do { result = .success(try await question()) } catch { result = .failure(error) }
            done.withLock { $0 = result }
        }
        for _ in 0..<100_000 {
            if done.withLock({ $0 != nil }) { break }
            await Task.yield()
            self.scheduler.settle()
        }
        await task.value
        return try #require(done.withLock { $0 }).get()
    }

    /// How a tracker's queue is doing.
    func status(of tracker: Tracker) async throws -> ChannelStatus { try await self.ask { await tracker.status() } }

    /// What a tracker's queue holds.
    func queue(of tracker: Tracker) async throws -> QueueInspection {
        try await self.ask { await tracker.inspectQueue() }
    }

    /// What a tracker has set aside, newest first.
    func letters(of tracker: Tracker) async throws -> [DeadLetterEvent] {
        try await self.ask { await tracker.deadLetters() }
    }

    /// Records events of these names.
    func track(_ names: [String], with tracker: Tracker) {
        for name in names { #expect(tracker.track(name).isRecorded) }
    }

    /// The names in each request so far.
    var sentNames: [[String]] {
        self.transport.requests.map { request in
            (FakeCollector.decode(request) ?? []).map { $0["event"]?.stringValue ?? $0["type"]?.stringValue ?? "" }
        }
    }

    /// The time between each two requests.
    var distances: [Duration] {
        let times = self.transport.requestTimes
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }

    /// The names of what waits in the database, oldest first; for a queue that nobody has open.
    func namesAtRest() throws -> [String] {
        try self.atRest { connection in
            var names: [String] = []
            try connection.query("SELECT bytes FROM meta ORDER BY seq") { row in
                names.append((try? JSONValue(parsing: row.blob(at: 0)))?["event"]?.stringValue ?? "unreadable")
            }
            return names
        }
    }

    /// Works on the database of a queue that nobody has open.
    func atRest<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
        try body(Connection(path: "\(self.folder)/default/records.sqlite"))
    }

    /// Starts a tracker whose storage is set up by the test.
    func start(
        adjusting adjust: @escaping @Sendable (inout ChannelStoreConfiguration) -> Void,
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        let last = self.surroundings.withLock { surroundings in
            let last = surroundings
            surroundings = { environment in
                last(&environment)
                environment.adjustStorage = adjust
            }
            return last
        }
        defer { self.surroundings.withLock { $0 = last } }
        return self.start(change)
    }
}
