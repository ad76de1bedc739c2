import Dispatch

/// Waiting for what real processes and connections do.
enum RealTime {
    /// Waits for a condition, at most ten minutes; looks every few milliseconds.
    ///
    /// What it waits for shares few threads with all other tests, so that a busy machine may be late by minutes.
    ///
    /// - Returns: whether the condition held in time.
    @discardableResult
    static func pass(until isDone: () async -> Bool, each: () async -> Void = {}) async -> Bool {
        let start = ContinuousClock.now
        while await !isDone() {
            guard ContinuousClock.now - start < .seconds(600) else { return false }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
            }
            await each()
        }
        return true
    }
}
