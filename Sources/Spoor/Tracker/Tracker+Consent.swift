import SpoorChannel
import SpoorWire

/// Whether anything may be recorded at all.
extension Tracker {
    /// Whether the user opted out; kept across restarts.
    public var isOptedOut: Bool {
        self.state.withLock { $0.isOptedOut }
    }

    /// Stops recording and deletes everything that waits on this device, dead letters included.
    ///
    /// Calls of `track` are answered ``DropReason/optedOut`` until ``optIn()``. The choice survives a restart.
    public func optOut() {
        _ = self.whenReady { state in
            guard !state.isOptedOut else { return .dropped(.unchanged) }
            state.isOptedOut = true
            let sequence = self.persist([(key: StateKey.optedOut, value: .bool(true))], in: state)
            self.channel.purge(through: sequence ?? .max)
            return .dropped(.unchanged)
        }
    }

    /// Begins to record again after ``optOut()``.
    public func optIn() {
        _ = self.whenReady { state in
            guard state.isOptedOut else { return .dropped(.unchanged) }
            state.isOptedOut = false
            self.persist([(key: StateKey.optedOut, value: .bool(false))], in: state)
            return .dropped(.unchanged)
        }
    }
}
