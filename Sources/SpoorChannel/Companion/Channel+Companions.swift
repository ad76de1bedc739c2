package import SpoorStore

/// What the host takes over from its companions.
extension Channel {
    /// Takes over what companions have recorded, counts what they lost, and uploads where enough waits.
    ///
    /// Call it on the channel's scheduler; it reads and writes files.
    ///
    /// - Parameters:
    ///   - place: what the processes share.
    ///   - verdict: what becomes of the records of a class.
    /// - Returns: what came of it; nil where the queue is not open.
    package func importCompanions(
        from place: CompanionPlace,
        verdict: (RecordClass) -> CompanionVerdict
    ) -> CompanionReport? {
        let worker = self.worker
        guard let store = worker.store else { return nil }
        let report = store.importCompanions(from: place, at: self.scheduler.wallMilliseconds, verdict: verdict) {
            worker.drain()
            return worker.drainProblem == nil
        }
        for loss in report.losses { self.lose(loss.reason, loss.recordClass, count: loss.count) }
        for problem in report.problems { self.worker.environment.log(problem) }
        return report
    }
}
