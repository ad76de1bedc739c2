import SpoorStore
import SpoorWire

/// What becomes of the records of another version of the app.
extension ChannelWorker {
    /// The name under which a channel's state keeps up to where an upgrade deletes records.
    private static let clearKey = "clear_before"

    /// The name under which a channel's state keeps what the server said of upgrades.
    private static let wordKey = "clears_on_upgrade"

    /// Whether records of another version are deleted: by the document in force, else by what the last one said, else as
    /// it is built in.
    private var clearsOnUpgrade: Bool {
        guard self.configuration.upgradeWord == nil, let said = self.store?.state[Self.wordKey]?.boolValue else {
            return self.configuration.clearsOnUpgrade
        }
        return said
    }

    /// Keeps what the server says of upgrades; its document is of this version and is gone in the next one.
    func keepUpgradeWord() {
        guard let store = self.store, let word = self.configuration.upgradeWord else { return }
        let said: Bool? = if case .said(let clears) = word { clears } else { nil }
        guard store.state[Self.wordKey]?.boolValue != said else { return }
        let change: [String: JSONValue?] = [Self.wordKey: said.map { .bool($0) }]
        store.setState(change, recorded: self.scheduler.wallMilliseconds)
    }

    /// Remembers the version that runs, and what an upgrade deletes.
    ///
    /// Both are one change of state, durable at once: a process that ends before the records are gone deletes the same
    /// ones at its next start, and none of those it recorded since.
    func noteVersion(_ current: AppVersion?) {
        guard let store = self.store else { return }
        let actions = UpgradeRule.decide(
            stored: AppVersion(store.state[AppVersion.stateKey]),
            current: current,
            clearsOnUpgrade: self.clearsOnUpgrade,
            firstSequence: self.firstSequence
        )
        guard !actions.isEmpty else { return }
        var changes: [String: JSONValue?] = [:]
        for action in actions {
            switch action {
            case .clear(let sequence): changes[Self.clearKey] = .number(String(sequence))
            case .store(let version): changes[AppVersion.stateKey] = version.json
            }
        }
        store.setState(changes, recorded: self.scheduler.wallMilliseconds)
    }

    /// Deletes what an upgrade lets go of; tries again where the disk does not let it.
    func clearAfterUpgrade() {
        do {
            try self.carryOutUpgrade()
            self.problems.solved(.upgrade)
        } catch {
            self.say(
                "Records of an earlier version could not be deleted now, it is tried again: \(error)",
                of: .upgrade
            )
            self.retry(after: .seconds(5)) { $0.clearAfterUpgrade() }
        }
    }

    /// Deletes what an upgrade lets go of; every upload calls it first, so that none of it leaves.
    func carryOutUpgrade() throws {
        guard let store = self.store, let mark = store.state[Self.clearKey]?.uint64Value else { return }
        var everything = StoreLimits()
        (everything.records, everything.bytes) = (.max, .max)
        while try store.drain(limits: everything).hasMore {}
        let before = min(mark, self.firstSequence)
        let count = try store.withRecords { records in
            let count = try records.clear(before: before)
            if count > 0 { try records.vacuum() }
            return count
        }
        store.setState([Self.clearKey: nil], recorded: self.scheduler.wallMilliseconds)
        guard count > 0 else { return }
        self.environment.log("\(count) records of an earlier version of the app were deleted: clearsOnUpgrade is on.")
    }
}
