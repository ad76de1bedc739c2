/// Who waits for a flush, and what has happened since they asked.
///
/// Confined to the channel's scheduler.
final class FlushWaiters {
    private struct Waiter {
        var through: UInt64
        var delivered: Int
        var rejected: Int
        var completion: @Sendable (FlushReport) -> Void
    }

    private var waiters: [Waiter] = []

    /// Whether anybody waits.
    var isEmpty: Bool { self.waiters.isEmpty }

    /// Adds somebody who waits until everything up to `through` is gone.
    ///
    /// - Parameters:
    ///   - through: the last sequence number that counts.
    ///   - counters: the channel's counters now.
    ///   - completion: gets the report, once.
    func add(
        through: UInt64,
        counters: ChannelStatus,
        completion: @escaping @Sendable (FlushReport) -> Void
    ) {
        self.waiters.append(
            Waiter(
                through: through,
                delivered: counters.delivered,
                rejected: counters.rejected,
                completion: completion
            )
        )
    }

    /// Answers those whose records are all gone, although later ones may wait.
    ///
    /// - Parameters:
    ///   - sequence: records leave in order, and this was the last that did.
    ///   - counters: the channel's counters now.
    func answerDone(through sequence: UInt64, counters: ChannelStatus) {
        let done = self.waiters.filter { $0.through <= sequence }
        self.waiters.removeAll { $0.through <= sequence }
        Self.answer(done, .complete, counters)
    }

    /// Answers everybody: the run ended.
    func answerAll(_ outcome: UploadOutcome, counters: ChannelStatus) {
        let all = self.waiters
        self.waiters = []
        Self.answer(all, outcome, counters)
    }

    private static func answer(_ waiters: [Waiter], _ outcome: UploadOutcome, _ counters: ChannelStatus) {
        for waiter in waiters {
            waiter.completion(
                FlushReport(
                    delivered: counters.delivered - waiter.delivered,
                    rejected: counters.rejected - waiter.rejected,
                    remaining: counters.waiting,
                    outcome: outcome
                )
            )
        }
    }
}
