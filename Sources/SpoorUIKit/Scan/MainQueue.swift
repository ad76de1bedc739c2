#if canImport(UIKit) && !os(watchOS)
import Foundation

/// Work that only the main thread may do.
enum MainQueue {
    /// Does it now where this is the main thread, else soon; never waits.
    static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
        if Thread.isMainThread {
            MainActor.assumeIsolated(work)
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated(work) }
        }
    }
}
#endif
