import SpoorWire

/// What was taken back of the records that wait.
public struct Withdrawal: Equatable, Sendable {
    /// The last sequence number to delete, by class.
    public private(set) var records: [RecordClass: UInt64] = [:]

    /// The last sequence number from whose records a property must be removed, by the property's name.
    public private(set) var properties: [String: UInt64] = [:]

    /// Creates a withdrawal of nothing.
    public init() {}

    /// Whether nothing was taken back.
    public var isEmpty: Bool { self.records.isEmpty && self.properties.isEmpty }

    /// Adds records: all of a class up to a number.
    public mutating func add(_ records: [RecordClass: UInt64]) {
        self.records.merge(records) { max($0, $1) }
    }

    /// Adds properties: they are removed from the records up to a number.
    public mutating func add(properties names: Set<String>, through sequence: UInt64) {
        for name in names { self.properties[name] = max(self.properties[name] ?? 0, sequence) }
    }

    /// Takes out what `done` has carried out; what was added meanwhile stays.
    public mutating func remove(_ done: Withdrawal) {
        for (recordClass, sequence) in done.records where self.records[recordClass] == sequence {
            self.records[recordClass] = nil
        }
        for (name, sequence) in done.properties where self.properties[name] == sequence {
            self.properties[name] = nil
        }
    }
}

extension ChannelStore {
    /// Deletes records, waiting or stored, and dead letters of some classes, and properties of the others; for the
    /// channel's queue.
    ///
    /// - Parameter withdrawal: what was taken back.
    /// - Throws: as ``drain(maxBytes:limits:)``; what was carried out until then stays so.
    public func withdraw(_ withdrawal: Withdrawal) throws {
        guard !withdrawal.isEmpty else { return }
        var drained = StoreLimits()
        (drained.records, drained.bytes) = (.max, .max)
        while try self.drain(limits: drained).hasMore {}
        try self.withRecords { records in
            try records.erasing {
                try records.purge(withdrawal.records)
                try records.removeProperties(withdrawal.properties)
            }
        }
        try self.scrub()
    }

    /// Takes the bytes of what was deleted out of the journal's files, and removes damaged files that were set aside:
    /// what was taken back may lie in them.
    func scrub() throws {
        self.journal.scrub()
        // What came since the last drain lay in the same file; that goes once they are moved.
        var drained = StoreLimits()
        (drained.records, drained.bytes) = (.max, .max)
        while try self.drain(limits: drained).hasMore {}
        try self.confined.withLock { confined in
            guard confined.lock != nil else { throw StoreError.closed }
            let prefixes = ["records.corrupt-", "state.corrupt-"]
            for name in try confined.files.names(in: confined.folder) where prefixes.contains(where: name.hasPrefix) {
                try confined.files.remove("\(confined.folder)/\(name)")
            }
        }
    }
}
