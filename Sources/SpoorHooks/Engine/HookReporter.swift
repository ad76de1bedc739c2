#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Says each surprise of a hook once, from any thread.
///
/// Safe across threads: `said` is touched under the mutex only.
final class HookReporter: @unchecked Sendable {
    private let report: @Sendable (HookReport) -> Void
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var said: Set<HookReport> = []

    /// More than an app can have delegates' classes worth a sentence.
    private static let maxSaid = 200

    init(_ report: @escaping @Sendable (HookReport) -> Void) {
        self.report = report
        pthread_mutex_init(self.mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(self.mutex)
        self.mutex.deallocate()
    }

    func say(_ point: HookPoint, _ surprise: HookSurprise) {
        let method = "\(point.isClassMethod ? "+" : "-")[\(point.className) \(point.selector)]"
        self.say(HookReport(hook: point.name, method: method, surprise: surprise))
    }

    func say(_ sentence: HookReport) {
        pthread_mutex_lock(self.mutex)
        let isNew = self.said.count < Self.maxSaid && self.said.insert(sentence).inserted
        pthread_mutex_unlock(self.mutex)
        // Nothing of the app's is called with the lock held.
        if isNew { self.report(sentence) }
    }
}
