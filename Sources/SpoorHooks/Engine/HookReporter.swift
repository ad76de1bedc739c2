/// Says each surprise of a hook once, from any thread, and so many at most.
final class HookReporter: Sendable {
    private let report: @Sendable (HookReport) -> Void
    private let said = Guarded<Set<HookReport>>([])

    /// More than an app can have delegates' classes worth a sentence.
    private static let maxSaid = 200

    init(_ report: @escaping @Sendable (HookReport) -> Void) {
        self.report = report
    }

    func say(_ point: HookPoint, _ surprise: HookSurprise) {
        let method = "\(point.isClassMethod ? "+" : "-")[\(point.className) \(point.selector)]"
        self.say(HookReport(hook: point.name, method: method, surprise: surprise))
    }

    func say(_ sentence: HookReport) {
        let isNew = self.said.withLock { $0.count < Self.maxSaid && $0.insert(sentence).inserted }
        // Nothing of the app's is called with the lock held.
        if isNew { self.report(sentence) }
    }
}
