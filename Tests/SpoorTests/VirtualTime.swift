import SpoorTesting

/// Lets virtual time pass while a task waits for it.
enum VirtualTime {
    /// Advances 100 ms a step until a condition holds.
    ///
    /// Ten minutes pass at once. On a busy machine the task may not even have begun by then, so steps go on, a thousand
    /// yields apart, for two minutes of real time.
    static func pass(on scheduler: ManualScheduler, until isDone: () -> Bool) async {
        for _ in 0..<6_000 {
            if isDone() { return }
            await Task.yield()
            scheduler.advance(by: .milliseconds(100))
        }
        let end = ContinuousClock.now + .seconds(120)
        var turns = 0
        while !isDone(), ContinuousClock.now < end {
            await Task.yield()
            turns += 1
            if turns.isMultiple(of: 1_000) { scheduler.advance(by: .milliseconds(100)) }
        }
    }
}
