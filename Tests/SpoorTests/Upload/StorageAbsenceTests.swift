import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What asynchronous calls answer while storage cannot be opened.
struct StorageAbsenceTests {
    private let bench = TestBench()

    /// Why storage cannot be opened, and what the answers name of it.
    enum Obstacle: String, CaseIterable {
        case inUse = "is in use"
        case noFolder = "/dev/null/x"
        case stateIsFolder = "state"
        case databaseIsFolder = "records.sqlite"
    }

    /// A tracker whose storage the obstacle keeps shut, and what has it open, if anything has.
    private func start(_ obstacle: Obstacle) throws -> (Tracker, Tracker?) {
        var other: Tracker?
        switch obstacle {
        case .inUse: other = self.bench.start()
        case .noFolder: return (self.bench.start { $0.folder = "/dev/null/x" }, nil)
        case .stateIsFolder, .databaseIsFolder:
            let path = self.bench.folder + "/default/" + obstacle.rawValue + "/inner"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        return (self.bench.start(), other)
    }

    @Test(arguments: Obstacle.allCases)
    func eachCallSaysWhyThereIsNoStorage(obstacle: Obstacle) async throws {
        let (tracker, other) = try self.start(obstacle)
        for _ in 0..<3 { #expect(tracker.track("a") == .held) }
        for _ in 0..<2 {
            let report = await self.bench.flush(tracker)
            guard case .storageFailure(let reason) = report.outcome else {
                Issue.record("\(report)")
                return
            }
            #expect(reason.contains(obstacle.rawValue) && report.remaining == 3 && report.delivered == 0)
            self.bench.scheduler.advance(by: .seconds(30))
        }
        let status = try await self.bench.status(of: tracker)
        #expect(status.waiting == 3 && status.storageProblem?.contains(obstacle.rawValue) == true)
        let problems = try await self.bench.queue(of: tracker).problems
        #expect(problems.count == 1 && problems.first?.contains(obstacle.rawValue) == true)
        try await self.checkLetters(of: tracker)
        await self.bench.stop(tracker)
        // Stopped is another thing.
        #expect(await self.bench.flush(tracker).outcome == .disabled)
        #expect(try await self.bench.status(of: tracker).storageProblem == nil)
        if let other { await self.bench.stop(other) }
    }

    private func checkLetters(of tracker: Tracker) async throws {
        let path = NSTemporaryDirectory() + "spoor-letters-" + UUID().uuidString
        try Data("older".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try await self.bench.letters(of: tracker) == [])
        #expect(try await self.bench.ask { await tracker.resendDeadLetters() } == 0)
        #expect(try await self.bench.ask { await tracker.purgeDeadLetters() } == 0)
        #expect(self.bench.warnings("The dead letters cannot be read or changed now") == 3)
        let error = await #expect(throws: ChannelError.self) {
            try await self.bench.ask { try await tracker.exportDeadLetters(to: path) }
        }
        #expect(error?.description.contains("dead letters cannot be read") == true)
        #expect(FileManager.default.contents(atPath: path) == Data("older".utf8))
    }

    @Test func onceStorageOpensAFlushUploads() async throws {
        let (tracker, other) = try self.start(.inUse)
        #expect(tracker.track("a") == .held)
        _ = await self.bench.flush(tracker)
        if let other { await self.bench.stop(other) }
        self.bench.scheduler.advance(by: .seconds(3))
        let report = await self.bench.flush(tracker)
        #expect(report.outcome == .complete && report.remaining == 0 && self.bench.collector.names == ["a"])
        #expect(try await self.bench.status(of: tracker).storageProblem == nil)
        #expect(try await self.bench.queue(of: tracker).problems == [])
        await self.bench.stop(tracker)
    }

    @Test func aDeviceWhoseIdCannotBeReadYetIsNotComplete() async throws {
        self.bench.vault.isLocked = true
        let tracker = self.bench.start()
        #expect(tracker.track("a") == .held)
        let report = await self.bench.flush(tracker)
        guard case .storageFailure(let reason) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(reason.contains("device's id") && report.remaining == 1)
        #expect(try await self.bench.status(of: tracker).waiting == 1)
        self.bench.vault.isLocked = false
        self.bench.scheduler.advance(by: .seconds(3))
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    @Test func switchedOffIsStillDisabled() async {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        #expect(tracker.track("a").isRecorded)
        let report = await self.bench.flush(tracker)
        #expect(report.outcome == .disabled && report.remaining == 1)
        await self.bench.stop(tracker)
    }
}
