import SpoorSQLite

/// What has arrived of one producer.
final class ProducerState {
    let id: UInt32
    var ranges = SequenceRanges()
    /// Whether the snapshot on the disk lags behind.
    var isDirty = false

    init(id: UInt32) {
        self.id = id
    }
}

/// All producers of a project with the sequence numbers that have arrived, exact and without end (bug case O-34).
///
/// In memory, with a snapshot in the main file; what a snapshot lacks is read from the day files at start.
final class ProducerTable {
    private let connection: Connection
    private let add: Statement
    private var byText: [String: ProducerState] = [:]
    private var byID: [UInt32: ProducerState] = [:]
    private var added: [String] = []
    private var dirty: [ProducerState] = []

    init(connection: Connection) throws {
        self.connection = connection
        self.add = try connection.prepare("INSERT INTO producer (text) VALUES (?)")
        try connection.query("SELECT id, text FROM producer") { row in
            let state = ProducerState(id: UInt32(truncatingIfNeeded: row.integer(at: 0)))
            self.byText[row.text(at: 1)] = state
            self.byID[state.id] = state
        }
        try connection.query("SELECT producer, low, high FROM seen ORDER BY producer, low") { row in
            let id = UInt32(truncatingIfNeeded: row.integer(at: 0))
            guard row.integer(at: 1) <= row.integer(at: 2) else { return }
            self.byID[id]?.ranges.insert(row.integer(at: 1)...row.integer(at: 2))
        }
    }

    var count: Int { self.byText.count }

    /// The producer of that name, made when it is new.
    func producer(_ text: String, begin: () throws -> Void) throws -> ProducerState {
        if let state = self.byText[text] { return state }
        try begin()
        try self.add.bind(text, at: 1)
        try self.add.run()
        let state = ProducerState(id: UInt32(truncatingIfNeeded: self.connection.lastInsertedRow))
        self.byText[text] = state
        self.byID[state.id] = state
        self.added.append(text)
        return state
    }

    /// The producer with that number, as the day files name it.
    func producer(id: UInt32) -> ProducerState? { self.byID[id] }

    /// Takes note that what was added is safe.
    func commit() { self.added = [] }

    /// Forgets what was added.
    func rollBack() {
        for text in self.added {
            if let state = self.byText.removeValue(forKey: text) { self.byID[state.id] = nil }
        }
        self.added = []
    }

    /// Writes the ranges that changed since the last snapshot; the caller holds the transaction.
    ///
    /// They count as changed until ``snapshotIsSafe()``.
    func writeSnapshot() throws {
        guard !self.dirty.isEmpty else { return }
        let remove = try self.connection.prepare("DELETE FROM seen WHERE producer = ?")
        let insert = try self.connection.prepare("INSERT INTO seen (producer, low, high) VALUES (?, ?, ?)")
        for state in self.dirty {
            try remove.bind(Int64(state.id), at: 1)
            try remove.run()
            for range in state.ranges.ranges {
                try insert.bind(Int64(state.id), at: 1)
                try insert.bind(range.lowerBound, at: 2)
                try insert.bind(range.upperBound, at: 3)
                try insert.run()
            }
        }
    }

    /// Takes note that the snapshot is committed.
    func snapshotIsSafe() {
        for state in self.dirty { state.isDirty = false }
        self.dirty = []
    }

    /// Takes note that the ranges of a producer changed.
    func markDirty(_ state: ProducerState) {
        guard !state.isDirty else { return }
        state.isDirty = true
        self.dirty.append(state)
    }
}
