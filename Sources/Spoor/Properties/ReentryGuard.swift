#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
#error("No C library with pthread_self is known for this platform.")
#endif
import SpoorWire

/// Keeps a callback of the app that calls the tracker from being called without end (bug case O-19).
///
/// It counts, for each thread of its own, how deep that thread is in the callback: the first call runs it, nested ones
/// do not, and leaving a nested call does not open the door again. Other threads are unaffected. No lock is held while
/// the callback runs.
final class ReentryGuard: Sendable {
    private let depths = Locked<[UInt: Int]>([:])

    /// Runs a callback unless this thread is inside of it already.
    ///
    /// - Returns: what the callback answered; nil where it was not called.
    func run<Answer>(_ callback: () -> Answer) -> Answer? {
        let thread = Self.thread
        let outer = self.depths.withLock { depths in
            let outer = depths[thread] ?? 0
            depths[thread] = outer + 1
            return outer
        }
        defer { self.depths.withLock { $0[thread] = outer == 0 ? nil : outer } }
        return outer == 0 ? callback() : nil
    }

    /// Whether this thread is inside of the callback.
    var isInside: Bool { self.depths.withLock { $0[Self.thread] != nil } }

    private static var thread: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }
}
