import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
#error("No C library with clock_gettime is known for this platform.")
#endif

/// The real scheduler: a serial dispatch queue of utility quality and the system's clocks.
public final class DispatchScheduler: Scheduler {
    private let queue: DispatchQueue
    private let besideQueue: DispatchQueue

    /// Creates a queue of its own.
    ///
    /// - Parameter label: the queue's name, as debuggers show it.
    public init(label: String) {
        self.queue = DispatchQueue(label: label, qos: .utility)
        self.besideQueue = DispatchQueue(label: label + ".beside", qos: .utility)
    }

    /// The wall clock, in milliseconds since 1970.
    public var wallMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Time since the system started, without the time it slept.
    public var uptime: Duration {
        #if canImport(Darwin)
        // There, unlike on Linux, the monotonic clock counts sleep.
        Self.time(CLOCK_UPTIME_RAW)
        #else
        Self.time(CLOCK_MONOTONIC)
        #endif
    }

    /// Time since the system started, with the time it slept.
    public var continuousTime: Duration {
        #if canImport(Darwin)
        Self.time(CLOCK_MONOTONIC_RAW)
        #else
        Self.time(CLOCK_BOOTTIME)
        #endif
    }

    private static func time(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Runs `work` on the queue.
    public func async(_ work: @escaping @Sendable () -> Void) {
        self.queue.async(execute: work)
    }

    /// Runs `work` on the queue and waits for it, at most `limit`.
    public func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        let done = DispatchSemaphore(value: 0)
        self.queue.async {
            work()
            done.signal()
        }
        return done.wait(timeout: .now() + limit.dispatchInterval) == .success
    }

    /// Runs `work` on a second queue.
    public func runBeside(_ work: @escaping @Sendable () -> Void) {
        self.besideQueue.async(execute: work)
    }

    /// Runs `work` on the queue once `delay` has passed.
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        let item = DispatchedWork(work)
        self.queue.asyncAfter(deadline: .now() + delay.dispatchInterval, execute: item.item)
        return item
    }
}

/// A dispatch work item that can be called off from any thread, as `DispatchWorkItem.cancel` allows.
private final class DispatchedWork: ScheduledWork, @unchecked Sendable {
    let item: DispatchWorkItem

    init(_ work: @escaping @Sendable () -> Void) {
        self.item = DispatchWorkItem(block: work)
    }

    func cancel() {
        self.item.cancel()
    }
}

extension Duration {
    /// The duration as dispatch counts it; negative counts as zero, the far future as a century.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = self.components
        guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
        let century: Int64 = 3_000_000_000
        guard seconds < century else { return .seconds(Int(clamping: century)) }
        // Dispatch counts in `Int`, which has 32 bits on many watches: there nanoseconds reach two seconds far.
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        if let count = Int(exactly: nanoseconds) { return .nanoseconds(count) }
        if let count = Int(exactly: nanoseconds / 1_000_000) { return .milliseconds(count) }
        return .seconds(Int(clamping: seconds))
    }
}
