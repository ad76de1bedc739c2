import SpoorChannel
import SpoorStore
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
            // The mark is kept with the choice, so that a process that ends before the purge purges at its next start.
            let last = state.store?.nextSequence ?? .max
            self.persist(
                [
                    (key: StateKey.optedOut, value: .bool(true)),
                    (key: StateKey.purge, value: PurgeMark(producer: state.producer.name, through: last).json),
                ],
                in: state
            )
            self.channel.purge(through: last)
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

/// Up to where an opt-out took back what was recorded; sequence numbers count per producer.
struct PurgeMark: Equatable, Sendable {
    var producer: String
    var through: UInt64

    /// The mark as the state file keeps it.
    var json: JSONValue {
        .object([(key: "producer", value: .string(self.producer)), (key: "through", value: .number("\(self.through)"))])
    }

    init(producer: String, through: UInt64) {
        self.producer = producer
        self.through = through
    }

    /// Reads what ``json`` wrote; nil where it is not there or makes no sense.
    init?(_ json: JSONValue?) {
        guard let producer = json?["producer"]?.stringValue, case .number(let digits)? = json?["through"],
            let through = UInt64(digits)
        else { return nil }
        self.init(producer: producer, through: through)
    }
}
