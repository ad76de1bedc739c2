import SpoorStore

/// What grows old, and what was lost.
extension ChannelWorker {
    /// How often ages are looked at: records live up to this much longer.
    private static let sweepInterval: Int64 = 3_600_000

    /// How far losses that happen while the app runs are apart in their reports.
    private static let reportInterval: Int64 = 86_400_000

    private static let elapsedKey = "age_elapsed"
    private static let wallKey = "age_wall"
    private static let reportedKey = "losses_reported"

    /// Once an hour, and at the start: notes ages, gives up what waited too long, reports losses of the day.
    func sweepIfDue() {
        do {
            let elapsed = try self.currentAge()
            guard elapsed - (self.lastSweep ?? -Self.sweepInterval) >= Self.sweepInterval else { return }
            self.lastSweep = elapsed
            try self.sweep(elapsed)
        } catch {
            self.say("The age of records cannot be noted now: \(error)", of: .ages)
        }
    }

    private func currentAge() throws -> Int64 {
        guard let store = self.store else { return 0 }
        if self.age == nil {
            self.age = try store.withRecords { records in
                AgeClock(
                    elapsed: try records.number(Self.elapsedKey) ?? 0,
                    savedAt: try records.number(Self.wallKey),
                    now: self.scheduler.wallMilliseconds,
                    uptime: self.scheduler.continuousTime
                )
            }
        }
        self.age?.advance(to: self.scheduler.continuousTime)
        return self.age?.elapsed ?? 0
    }

    private func sweep(_ elapsed: Int64) throws {
        guard let store = self.store else { return }
        let kept = Int64(self.configuration.retentionDays) * 86_400_000
        let lost = try store.withRecords { records in
            try records.expire(madeBy: elapsed - kept)
        }
        self.saveAge()
        let count = lost.values.reduce(0, +)
        if count > 0 {
            self.counters.lost += count
            self.environment.log(
                "\(count) records waited longer than \(self.configuration.retentionDays) days and were given up. "
                    + "See why uploads fail."
            )
        }
        let reported = try store.withRecords { try $0.number(Self.reportedKey) }
        if elapsed - (reported ?? 0) >= Self.reportInterval { self.recordLosses(elapsed) }
    }

    /// Keeps the count of passed time for the next run, and how old what is stored now is at least.
    func saveAge() {
        guard let store = self.store, let elapsed = try? self.currentAge() else { return }
        let numbers = [Self.elapsedKey: elapsed, Self.wallKey: self.scheduler.wallMilliseconds]
        do {
            try store.withRecords { records in
                try records.markAge(elapsed)
                try records.setNumbers(numbers)
            }
            self.problems.solved(.ages)
        } catch {
            self.say("The age of records cannot be noted now: \(error)", of: .ages)
        }
    }

    /// Reports at each start what no report has named yet.
    func reportLossesAtLaunch() {
        guard let elapsed = try? self.currentAge() else { return }
        self.recordLosses(elapsed)
    }

    /// Hands the losses to whoever makes an event of them, and takes off what was recorded.
    ///
    /// A process that ends between the two reports the same losses twice, never not at all.
    private func recordLosses(_ elapsed: Int64) {
        guard let store = self.store, let reportLosses = self.reportLosses else { return }
        do {
            let (losses, others) = try store.withRecords { (try $0.losses(), try $0.untoldOfOthers()) }
            guard !losses.isEmpty || !others.isEmpty else { return }
            if !losses.isEmpty {
                guard reportLosses(LossReport(losses)) else { return }
                try store.withRecords { try $0.removeLosses(losses) }
            }
            // What other channels lost was told by records of this one.
            for (channel, untold) in Dictionary(grouping: others, by: \.value.channel) {
                let sum = untold.reduce(into: [Loss]()) { sum, entry in for loss in entry.value.losses { sum.add(loss) }
                }
                guard reportLosses(LossReport(sum, of: channel)) else { return }
                try store.withRecords { try $0.forgetTold(by: untold.map(\.key)) }
            }
            try store.withRecords { try $0.setNumbers([Self.reportedKey: elapsed]) }
            self.problems.solved(.lossReport)
        } catch {
            self.say("Losses cannot be reported now: \(error)", of: .lossReport)
        }
    }
}
