import SpoorWire

/// How the writer is doing, as told by the writer itself (bug case O-35).
final class HealthMonitor: Sendable {
    private struct State {
        var lastCommit: Int64?
        var lastError: String?
        var busySince: Int64?
        var isRunning = true
        var commits: Int64 = 0
        var failures: Int64 = 0
    }

    /// A commit that lasts longer counts as a writer that hangs.
    static let hangMilliseconds: Int64 = 30_000

    private let state: Locked<State>

    init() {
        self.state = Locked(State())
    }

    func began(at time: Int64) { self.state.withLock { $0.busySince = time } }

    func committed(at time: Int64) {
        self.state.withLock {
            $0.lastCommit = time
            $0.lastError = nil
            $0.busySince = nil
            $0.commits += 1
        }
    }

    func failed(_ reason: String) {
        self.state.withLock {
            $0.lastError = reason
            $0.busySince = nil
            $0.failures += 1
        }
    }

    func ended() { self.state.withLock { $0.isRunning = false } }

    var hasError: Bool { self.state.withLock { $0.lastError != nil } }

    func health(now: Int64, backlog: (batches: Int, bytes: Int)) -> StoreHealth {
        let state = self.state.withLock { $0 }
        var health = StoreHealth()
        health.lastCommitAgeMilliseconds = state.lastCommit.map { max(0, now - $0) }
        health.backlogBatches = backlog.batches
        health.backlogBytes = backlog.bytes
        health.commits = state.commits
        health.failedCommits = state.failures
        health.lastError = state.lastError
        if let since = state.busySince, now - since > Self.hangMilliseconds {
            health.lastError = health.lastError ?? "a commit has not ended for \((now - since) / 1_000) seconds"
        }
        if !state.isRunning { health.lastError = health.lastError ?? "the writer has ended" }
        health.isHealthy = health.lastError == nil
        return health
    }
}
