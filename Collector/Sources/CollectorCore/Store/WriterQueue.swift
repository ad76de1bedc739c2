import Foundation

/// What waits for the writer's thread: batches from many threads in, all of them out at once.
///
/// Bounded by bytes, so that a slow disk makes senders wait elsewhere than in our memory.
final class WriterQueue: @unchecked Sendable {
    // Everything below `lock` is read and changed only while it is held.
    struct Job: Sendable {
        let batch: DecodedBatch
        let completion: @Sendable (Result<IngestReceipt, IngestFailure>) -> Void
    }

    private let lock = NSCondition()
    private let maxBytes: Int
    private var jobs: [Job] = []
    private var bytes = 0
    private var isClosed = false
    private var isWoken = false

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    /// Adds a batch, or says why not.
    func add(_ job: Job) -> IngestFailure? {
        self.lock.lock()
        defer { self.lock.unlock() }
        if self.isClosed { return .stopping }
        // One batch always fits, however large.
        if self.bytes > 0, self.bytes + job.batch.footprint > self.maxBytes { return .overloaded }
        self.jobs.append(job)
        self.bytes += job.batch.footprint
        self.lock.signal()
        return nil
    }

    /// Waits for batches; all that are there, none after the time has passed or a call of ``wake()``, nil when closed.
    func takeAll(waiting seconds: Double) -> [Job]? {
        self.lock.lock()
        defer { self.lock.unlock() }
        let until = Date(timeIntervalSinceNow: seconds)
        while self.jobs.isEmpty && !self.isClosed && !self.isWoken {
            if !self.lock.wait(until: until) { break }
        }
        self.isWoken = false
        if self.jobs.isEmpty && self.isClosed { return nil }
        let taken = self.jobs
        self.jobs = []
        self.bytes = 0
        return taken
    }

    /// Lets the writer look up without a batch.
    func wake() {
        self.lock.lock()
        self.isWoken = true
        self.lock.signal()
        self.lock.unlock()
    }

    /// Takes nothing more; what waits is still written.
    func close() {
        self.lock.lock()
        self.isClosed = true
        self.lock.broadcast()
        self.lock.unlock()
    }

    var backlog: (batches: Int, bytes: Int) {
        self.lock.lock()
        defer { self.lock.unlock() }
        return (self.jobs.count, self.bytes)
    }
}
