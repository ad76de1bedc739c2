import SpoorHooks
import Synchronization

/// What an engine reported, from any thread.
final class ReportCollector: Sendable {
    private let all = Mutex<[HookReport]>([])

    var reports: [HookReport] { self.all.withLock { $0 } }

    func add(_ report: HookReport) { self.all.withLock { $0.append(report) } }
}
