#if canImport(Darwin) && !os(macOS)
import Foundation

/// A little more time for a process that is about to be suspended, where there is no background task.
enum ExpiringActivity {
    /// Asks for it.
    ///
    /// - Parameter reason: what the time is for, for the system's logs.
    /// - Returns: gives the rest of the time back.
    static func begin(_ reason: String) -> @Sendable () -> Void {
        let done = DispatchSemaphore(value: 0)
        // The system runs the block on a thread of its own and keeps the process running until it returns.
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isOver in
            if isOver {
                done.signal()
            } else {
                done.wait()
            }
        }
        return { done.signal() }
    }
}
#endif
