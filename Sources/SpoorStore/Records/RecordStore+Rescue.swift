import SpoorSQLite

/// Saving records out of a database that is damaged, or whose file was taken away while it is open.
extension RecordStore {
    /// Where records are saved to until the old database is closed.
    private static let rescueName = "records.rescued.sqlite"

    /// What must go on in the new database.
    struct Saved {
        /// How many records were saved.
        var count: Int
        /// How many records could not be read any more.
        var missing: Int
        /// How many payloads could not be read any more.
        var lostPayloads: Int
        /// The highest number that was ever committed, by the note or by what was read.
        var last: UInt64
        /// Batches that are under way.
        var inFlight: [Int64: [RecordBatch.Row]] = [:]
        /// The number of the last batch.
        var lastBatch: Int64 = 0
    }

    /// Copies all that this connection can still read into a database beside it; this one stays as it is.
    ///
    /// - Parameters:
    ///   - folder: the queue's folder.
    ///   - files: how files are reached.
    ///   - noted: what was committed.
    /// - Returns: what ``install(_:folder:files:)`` needs.
    /// - Throws: `SQLiteError` or `PosixError` where it cannot be written now.
    func save(folder: String, files: any FileAccess, noted: RecordStock?) throws -> Saved {
        var saved = try Self.save(from: self.connection, folder: folder, files: files, noted: noted)
        saved.inFlight = self.inFlight
        saved.lastBatch = self.lastBatch
        return saved
    }

    /// Copies all that can still be read of the folder's database into one beside it.
    ///
    /// A function of its own, so that nothing else holds the old connection when its files are renamed: closing it later
    /// would remove the log of the new one.
    @inline(never)
    static func saveDamaged(folder: String, files: any FileAccess, noted: RecordStock?) throws -> Saved {
        let (damaged, isCopy) = try Self.connectReadable(folder: folder, files: files)
        let saved = try Self.save(from: damaged, folder: folder, files: files, noted: noted)
        if isCopy { try Self.removeRepaired(folder: folder, files: files) }
        return saved
    }

    /// Copies what a connection can still read; without one, nothing.
    private static func save(
        from damaged: Connection?,
        folder: String,
        files: any FileAccess,
        noted: RecordStock?
    ) throws -> Saved {
        let path = "\(folder)/\(Self.rescueName)"
        for suffix in ["", "-wal", "-shm"] { try files.remove(path + suffix) }
        let copy = try Self.connect(path)
        let count = try copy.salvage(from: damaged, noted: noted)
        // Into the file itself: then one renaming gives it all its place.
        try copy.connection.checkpoint(truncating: true)
        return Saved(count: count, missing: copy.missing, lostPayloads: copy.lostPayloads, last: copy.stock.last)
    }

    /// Puts the saved database in its place, once the old one is closed.
    ///
    /// - Parameters:
    ///   - saved: what ``save(folder:files:noted:)`` has answered.
    ///   - folder: the queue's folder.
    ///   - files: how files are reached.
    /// - Returns: the store.
    /// - Throws: `SQLiteError` or `PosixError` where that cannot be done now; opening the folder does it later.
    static func install(_ saved: Saved, folder: String, files: any FileAccess) throws -> RecordStore {
        let path = "\(folder)/\(Self.fileName)"
        if try files.probe(path) { _ = try Self.setAside(folder: folder, files: files) }
        let store = try Self.open(saved, folder: folder, files: files)
        try store.resume(saved)
        return store
    }

    /// Opens the saved database under the name that is free now.
    static func open(_ saved: Saved, folder: String, files: any FileAccess) throws -> RecordStore {
        try Self.takeRescued(folder: folder, files: files)
        let store = try Self.connect("\(folder)/\(Self.fileName)", isChecked: true)
        store.missing = saved.missing
        store.lostPayloads += saved.lostPayloads
        store.stock.last = max(store.stock.last, saved.last)
        return store
    }

    /// Gives a saved database its name, where there is one and the name is free.
    static func takeRescued(folder: String, files: any FileAccess) throws {
        let path = "\(folder)/\(Self.fileName)"
        guard try !files.probe(path), try files.probe("\(folder)/\(Self.rescueName)") else { return }
        // A log of the old database would be replayed; that of the saved one is empty.
        for suffix in ["-wal", "-shm"] {
            try files.remove(path + suffix)
            try files.remove("\(folder)/\(Self.rescueName)\(suffix)")
        }
        try files.rename("\(folder)/\(Self.rescueName)", to: path)
    }

    /// Goes on with the batches that are under way, so that what the server has answered is not sent again.
    private func resume(_ saved: Saved) throws {
        try self.write {
            for (id, rows) in saved.inFlight {
                for row in rows {
                    try self.mark.bind(Int64(bitPattern: row.sequence), at: 1)
                    try self.mark.bind(id, at: 2)
                    try self.mark.run()
                }
            }
            try self.connection.execute("DELETE FROM in_flight WHERE seq NOT IN (SELECT seq FROM meta)")
            let left = try self.marked()
            self.inFlight = saved.inFlight.mapValues { rows in rows.filter { left.contains($0.sequence) } }
        }
        self.lastBatch = saved.lastBatch
    }

    private func marked() throws -> Set<UInt64> {
        var marked: Set<UInt64> = []
        try self.connection.query("SELECT seq FROM in_flight") { row in
            marked.insert(UInt64(bitPattern: row.integer(at: 0)))
        }
        return marked
    }
}
