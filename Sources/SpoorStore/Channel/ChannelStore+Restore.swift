import SpoorSQLite

/// Going on where files of the folder are taken away in use: what is still open is saved into new ones.
extension ChannelStore {
    /// Makes anew what was taken away from outside since the queue last worked.
    ///
    /// - Throws: why it cannot be done now; what is open stays open then, and the next call tries again.
    func restore(_ confined: inout Confined) throws {
        guard confined.lock != nil else { return }
        var gone = Set(confined.watch.changes())
        if self.journal.hasLostFiles { gone.insert(FolderWatch.journal) }
        guard !gone.isEmpty || confined.restored.isOwed else { return }
        confined.restored.isOwed = true
        try Posix.createFolder(confined.folder)
        if gone.contains(FolderWatch.lock) {
            // First of all: somebody else may have the folder by now.
            guard let lock = try FolderLock(folder: confined.folder) else {
                throw StoreError.inUse(folder: confined.folder)
            }
            confined.lock = lock
        }
        FolderAttributes.apply(to: confined.folder)
        if gone.contains(FolderWatch.journal) {
            try Posix.createFolder("\(confined.folder)/\(FolderWatch.journal)")
            self.journal.renew()
        }
        if gone.contains(FolderWatch.ledger) { confined.ledger.renew() }
        let missing = try Self.restoreDatabase(&confined, isGone: !gone.isDisjoint(with: FolderWatch.database))
        if !gone.isDisjoint(with: FolderWatch.state), let records = confined.records {
            confined.stateProblem = try Self.note(
                confined.document,
                in: confined.stateStore,
                and: records,
                confined.choices
            )
        }
        confined.restored.names.formUnion(gone)
        confined.restored.missing += missing
        confined.restored.isOwed = false
    }

    /// Saves the records into a new database where the one that is open is not the folder's any more.
    ///
    /// - Returns: how many could not be saved.
    private static func restoreDatabase(_ confined: inout Confined, isGone: Bool) throws -> Int {
        guard isGone, let saved = try Self.save(&confined) else {
            confined.records?.noteStock()
            return 0
        }
        // Closing removes the log by its name, so the old connection goes before the new one gets that name.
        confined.records = nil
        let records = try RecordStore.install(saved, folder: confined.folder, files: confined.files)
        try Self.adopt(records, &confined)
        return records.missing
    }

    /// A function of its own, so that nothing else holds the old connection when it is to be closed.
    @inline(never)
    private static func save(_ confined: inout Confined) throws -> RecordStore.Saved? {
        guard let old = confined.records else { return nil }
        confined.lastSequence = max(confined.lastSequence, old.lastSequence)
        return try old.save(folder: confined.folder, files: confined.files, noted: confined.ledger.stock)
    }
}
