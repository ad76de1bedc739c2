import Foundation
import Spoor
import SpoorChannel
import SpoorSQLite
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// Storage of which a part cannot be written, and what flushing says about it.
struct StorageFailureTests {
    private let bench = TestBench()

    @Test func aStateFileThatCannotBeWrittenStopsNoUpload() async throws {
        let files = ManualFiles()
        var tracker: Tracker? = self.bench.start(adjusting: { $0.files = files })
        self.bench.scheduler.settle()
        files.lock(["state"])
        do {
            let running = try #require(tracker)
            running.login("u1")
            self.bench.track(["a", "b"], with: running)
            let report = await self.bench.flush(running)
            #expect(report == FlushReport(delivered: 3, rejected: 0, remaining: 0, outcome: .complete))
            #expect(try await self.bench.queue(of: running).problems.contains { $0.contains("state file") })
        }
        // Ends as with kill -9; the next process knows who is logged in.
        self.bench.kill(&tracker)
        files.unlock()
        let heir = self.bench.start()
        self.bench.scheduler.settle()
        #expect(heir.loginID == "u1")
        await self.bench.stop(heir)
    }

    @Test func aFlushTellsThatTheDatabaseTakesNothing() async throws {
        var tracker = self.bench.start()
        await self.bench.stop(tracker)
        try self.bench.atRest { connection in
            try connection.execute(
                "CREATE TRIGGER full BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'no room at all'); END"
            )
        }
        tracker = self.bench.start()
        self.bench.track(["a", "b", "c", "d", "e"], with: tracker)
        self.bench.scheduler.advance(by: .seconds(20))
        let report = await self.bench.flush(tracker)
        #expect(report.delivered == 0 && report.remaining == 5)
        guard case .storageFailure(let reason) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(reason.contains("no room at all"))
        #expect(try await self.bench.status(of: tracker).waiting == 5)
        let problems = try await self.bench.queue(of: tracker).problems
        #expect(problems.count == 1 && problems.first?.contains("database cannot be written") == true)
        // One sentence, and not one each second.
        #expect(self.bench.warnings("Records stay in the journal") == 1)
        await self.bench.stop(tracker)
        try self.bench.atRest { try $0.execute("DROP TRIGGER full") }
        tracker = self.bench.start()
        let late = await self.bench.flush(tracker)
        #expect(late.outcome == .complete && late.remaining == 0)
        #expect(self.bench.collector.names == ["a", "b", "c", "d", "e"])
        await self.bench.stop(tracker)
    }

    @Test func valuesOutOfTheirRangeAreSaidOnce() async {
        let tracker = self.bench.start {
            $0.channel.maxStoredRecords = 10
            $0.channel.maxStoredBytes = 5_000
            $0.journalSegmentBytes = 1
        }
        #expect(self.bench.warnings("journalSegmentBytes 16384") == 1)
        #expect(self.bench.warnings("maxStoredRecords 10 became 100, maxStoredBytes 5000 became 1048576") == 1)
        #expect(self.bench.warnings("outside of their range") == 1)
        await self.bench.stop(tracker)
        let other = self.bench.start()
        #expect(self.bench.warnings("outside of their range") == 1)
        await self.bench.stop(other)
    }

    /// A moment after an opt-out, the folder has no byte of what was recorded: sent, waiting or set aside.
    @Test(arguments: [5, 400])
    func anOptOutLeavesNoBytesBehind(count: Int) async throws {
        let tracker = self.bench.start()
        for number in 0..<count { tracker.track("secret_sent", ["n": number, "text": "secret"]) }
        _ = await self.bench.flush(tracker)
        self.bench.collector.always(.answer(.failure("no network")))
        for number in 0..<count { tracker.track("secret_waits", ["n": number, "text": "secret"]) }
        self.bench.scheduler.advance(by: .seconds(20))
        for number in 0..<count { tracker.track("secret_new", ["n": number, "text": "secret"]) }
        #expect(try self.filesWithSecrets().isEmpty == false)
        tracker.optOut()
        self.bench.scheduler.settle()
        #expect(try self.filesWithSecrets() == [])
        await self.bench.stop(tracker)
        #expect(try self.filesWithSecrets() == [])
    }

    private func filesWithSecrets() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: self.bench.folder).filter { name in
            let data = FileManager.default.contents(atPath: self.bench.folder + "/" + name) ?? Data()
            return data.range(of: Data("secret".utf8)) != nil
        }
    }
}
