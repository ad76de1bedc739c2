import Spoor

/// A real queue that notes how much CPU the work on it takes; nothing that other queues do counts.
final class MeteredScheduler: Scheduler {
    private let queue: DispatchScheduler
    private let nanoseconds = Locked<UInt64>(0)

    init(label: String) {
        self.queue = DispatchScheduler(label: label)
    }

    /// CPU nanoseconds so far.
    var spent: UInt64 { self.nanoseconds.withLock { $0 } }

    var wallMilliseconds: Int64 { self.queue.wallMilliseconds }
    var uptime: Duration { self.queue.uptime }
    var continuousTime: Duration { self.queue.continuousTime }

    func async(_ work: @escaping @Sendable () -> Void) {
        self.queue.async { self.measure(work) }
    }

    func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        self.queue.run(waitingAtMost: limit) { self.measure(work) }
    }

    func runBeside(_ work: @escaping @Sendable () -> Void) {
        self.queue.runBeside { self.measure(work) }
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        self.queue.schedule(after: delay) { self.measure(work) }
    }

    /// A block of work stays on one thread until it has ended.
    private func measure(_ work: () -> Void) {
        let before = Measures.threadCPU()
        work()
        let after = Measures.threadCPU()
        self.nanoseconds.withLock { $0 += after - before }
    }
}
