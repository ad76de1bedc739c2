public import SpoorWire

/// What the host does with a companion's record.
public enum CompanionVerdict: Sendable {
    /// It becomes the host's.
    case take
    /// It is deleted: the person does not agree to its kind.
    case letGo
    /// It stays until the person has answered.
    case leave
}

/// What taking over the companions' records came to.
public struct CompanionReport: Equatable, Sendable {
    /// Records that are the host's now.
    public internal(set) var imported = 0
    /// Records that were let go because the person does not agree to their kind.
    public internal(set) var refused = 0
    /// What companions lost, and what damage has cost.
    public internal(set) var losses: [Loss] = []
    /// Changes of state that companions made, oldest first.
    public internal(set) var changes: [[String: JSONValue]] = []
    /// Whether a companion may still be writing.
    public internal(set) var isOneOpen = false
    /// Whether the host's journal had no room for all.
    public internal(set) var isFull = false
    /// What could not be read or deleted now, a sentence each.
    public internal(set) var problems: [String] = []

    /// Creates a report of nothing.
    public init() {}

    mutating func lose(_ reason: LossReason, _ recordClass: RecordClass, count: Int) {
        guard count > 0 else { return }
        self.losses.append(Loss(reason, recordClass, count: count))
    }

    /// Takes a companion's change of state in; its losses are no state.
    mutating func take(change payload: UnsafeRawBufferPointer) {
        guard let members = (try? JSONValue(parsing: payload))?.objectValue else { return }
        var values = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
        for loss in (values.removeValue(forKey: ChannelStore.lossesKey)?.arrayValue ?? []).compactMap({ Loss($0) }) {
            self.lose(loss.reason, loss.recordClass, count: loss.count)
        }
        if !values.isEmpty { self.changes.append(values) }
    }
}
