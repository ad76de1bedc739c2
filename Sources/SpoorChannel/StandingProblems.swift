/// What fails and is tried again: it is said once for each reason, until it works.
struct StandingProblems: Sendable {
    /// What is tried.
    enum Task: Sendable {
        case withdrawal, upgrade, losses, lossReport, ages
    }

    private var said: [Task: String] = [:]

    /// Notes that something failed.
    ///
    /// - Returns: whether the reason is another one than the last time, or it has worked since.
    mutating func isNew(_ task: Task, _ reason: String) -> Bool {
        defer { self.said[task] = reason }
        return self.said[task] != reason
    }

    /// Notes that something worked.
    mutating func solved(_ task: Task) {
        self.said[task] = nil
    }
}

extension ChannelWorker {
    /// Says that something failed, unless it was said for this reason.
    func say(_ sentence: String, of task: StandingProblems.Task) {
        if self.problems.isNew(task, sentence) { self.environment.log(sentence) }
    }
}
