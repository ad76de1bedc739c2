import Spoor
@testable import SpoorChannel
import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

/// What fails and is tried again every few seconds is said once for each reason, until it works.
struct StandingProblemTests {
    private let bench = TestBench()

    private static let tasks: [(sentence: String, trigger: String, call: @Sendable (Tracker) -> Void)] = [
        (
            "What was taken back could not be deleted", "BEFORE DELETE ON meta",
            { tracker in
                for _ in 0..<5 {
                    tracker.optOut()
                    tracker.optIn()
                }
            }
        ),
        (
            "Losses cannot be counted", "BEFORE INSERT ON loss",
            { tracker in
                var large = Properties()
                for number in 0..<40 { large["k\(number)"] = .string(String(repeating: "x", count: 8_000)) }
                for _ in 0..<3 { tracker.track("x", large) }
            }
        ),
    ]

    @Test("a database that takes no change is told of once, however often it is tried", arguments: tasks.indices)
    func saidOnce(index: Int) async throws {
        let (sentence, trigger, call) = Self.tasks[index]
        let first = self.bench.start { $0.channel.isUploadEnabled = false }
        first.track("waits")
        await self.bench.stop(first)
        try self.bench.atRest { connection in
            try connection.execute("CREATE TRIGGER full \(trigger) BEGIN SELECT RAISE(ABORT, 'no room at all'); END")
        }
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        call(tracker)
        self.bench.scheduler.advance(by: .seconds(120))
        #expect(self.bench.warnings(sentence) == 1)
        await self.bench.stop(tracker)
        try self.bench.atRest { try $0.execute("DROP TRIGGER full") }
    }

    @Test func anotherReasonIsSaidAndSoIsTheSameOnceItHasWorked() {
        var problems = StandingProblems()
        let reasons = ["full", "full", "read only", "full", "full"]
        let first = reasons.map { problems.isNew(.withdrawal, $0) }
        #expect(first == [true, false, true, true, false])
        let other = problems.isNew(.losses, "full")
        problems.solved(.withdrawal)
        let again = [problems.isNew(.withdrawal, "full"), problems.isNew(.losses, "full")]
        #expect(other && again == [true, false])
    }
}
