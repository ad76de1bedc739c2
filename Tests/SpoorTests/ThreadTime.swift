#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What work costs the thread that does it: the processor's time, which other processes do not lengthen.
enum ThreadTime {
    /// The least of some runs.
    static func least(of runs: Int = 3, _ work: () -> Void) -> Duration {
        (0..<runs).map { _ in
            let start = self.now
            work()
            return self.now - start
        }.min() ?? .zero
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
