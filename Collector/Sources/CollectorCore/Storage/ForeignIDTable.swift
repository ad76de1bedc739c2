import SpoorSQLite

/// Ids of other makers, remembered for a window of days as hashes of 128 bits (bug case O-34).
final class ForeignIDTable {
    /// How long an id is remembered.
    static let windowDays: Int64 = 60

    private let connection: Connection
    private let find: Statement
    // Staged or committed to day files, but not yet to the main file.
    private var pending: [SipHash.Value: UInt32] = [:]
    private var sweepSlice = 0

    init(connection: Connection) throws {
        self.connection = connection
        self.find = try connection.prepare("SELECT digest FROM foreign_id WHERE hash = ?")
    }

    /// The digest of the event that came first under this id; nil when none has.
    func digest(of hash: SipHash.Value) throws -> UInt32? {
        if let digest = self.pending[hash] { return digest }
        defer { self.find.reset() }
        try self.find.bind(.blob(hash.bytes), at: 1)
        return try self.find.step() ? UInt32(truncatingIfNeeded: self.find.integer(at: 0)) : nil
    }

    /// Remembers an id until it is in the table.
    func stage(_ hash: SipHash.Value, digest: UInt32) { self.pending[hash] = digest }

    /// Forgets an id whose event could not be stored.
    func unstage(_ hash: SipHash.Value) { self.pending[hash] = nil }

    /// Takes note that all that was staged is in the table.
    func commit() { self.pending = [:] }

    /// Removes the expired ids of one of 256 slices, so that no sweep holds up the writer.
    func sweep(now: Int64) throws {
        let slice = UInt8(truncatingIfNeeded: self.sweepSlice)
        self.sweepSlice += 1
        let upper: SQLiteValue = slice == 255 ? .blob([UInt8](repeating: 255, count: 17)) : .blob([slice + 1])
        try self.connection.run(
            "DELETE FROM foreign_id WHERE hash >= ? AND hash < ? AND received < ?",
            [.blob([slice]), upper, .integer(now - Self.windowDays * Day.milliseconds)]
        )
    }
}
