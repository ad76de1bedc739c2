#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SystemZone needs localtime_r.")
#endif

/// The zone in which dates are written.
public protocol ZoneOffsets: Sendable {
    /// Seconds east of Greenwich that clocks show at an instant, in milliseconds since 1970.
    func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int
}

/// A zone that never changes its offset.
public struct FixedZone: ZoneOffsets, Equatable {
    /// Seconds east of Greenwich.
    public let seconds: Int

    /// Greenwich itself.
    public static let gmt = FixedZone(seconds: 0)

    /// Creates a zone `seconds` east of Greenwich.
    public init(seconds: Int) { self.seconds = seconds }

    /// The same offset for every instant.
    public func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int { self.seconds }
}

/// The zone the device is set to, followed while the app runs (bug case O-04).
///
/// The last answer is kept for instants of the same quarter of an hour (offsets change at no other moment) and for one
/// second, after which the system is asked again, so that a user who travels sees the new zone at once.
public final class SystemZone: ZoneOffsets {
    /// The one instance; the zone is the process's.
    public static let shared = SystemZone()

    private struct Answer {
        var quarter = Int64.min
        var askedAt = Int.min
        var seconds = 0
    }

    private let last = Locked(Answer())

    private init() {}

    /// Seconds east of Greenwich at the instant.
    public func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int {
        let quarter = milliseconds.dividedByFloor(900_000).quotient
        let now = Self.monotonicSeconds()
        return self.last.withLock { last in
            if last.quarter == quarter, last.askedAt == now { return last.seconds }
            let seconds = Self.askSystem(milliseconds)
            last = Answer(quarter: quarter, askedAt: now, seconds: seconds)
            return seconds
        }
    }

    /// Forgets the last answer; call it when the system announces a change of zone.
    public func invalidate() {
        self.last.withLock { $0.quarter = .min }
    }

    private static func askSystem(_ milliseconds: Int64) -> Int {
        tzset()  // `localtime_r` alone need not notice that the zone was changed.
        var seconds = time_t(clamping: milliseconds.dividedByFloor(1000).quotient)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return Int(parts.tm_gmtoff)
    }

    private static func monotonicSeconds() -> Int {
        var time = timespec()
        #if canImport(Darwin)
        clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
        #else
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        #endif
        return Int(time.tv_sec)
    }
}
