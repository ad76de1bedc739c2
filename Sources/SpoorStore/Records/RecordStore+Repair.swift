import SpoorSQLite

/// Reading a database whose first page is damaged: a copy of it gets the page that it should have.
extension RecordStore {
    private static let repairName = "records.repaired.sqlite"
    private static let templateName = "records.template.sqlite"

    /// Opens a damaged database for reading, by a copy of it where its first page cannot be relied on.
    ///
    /// - Parameters:
    ///   - folder: the queue's folder.
    ///   - files: how files are reached.
    /// - Returns: the connection, nil where SQLite refuses it whole; and whether there is a copy to remove.
    /// - Throws: `PosixError` or `SQLiteError` where the copy cannot be written now.
    static func connectReadable(
        folder: String,
        files: any FileAccess
    ) throws -> (connection: Connection?, isCopy: Bool) {
        let path = "\(folder)/\(Self.fileName)"
        guard let page = try FirstPage.read(path) else { return (Self.connectDamaged(path), false) }
        if page.problem == nil, let damaged = Self.connectDamaged(path), Self.canBeRead(damaged) {
            return (damaged, false)
        }
        try Self.removeRepaired(folder: folder, files: files)
        guard try FolderCopy.copyDatabase(from: folder, to: "\(folder)/\(Self.repairName)") else { return (nil, false) }
        return (try Self.repaired(page, folder: folder, files: files), true)
    }

    /// Removes what ``connectReadable(folder:files:)`` has made.
    static func removeRepaired(folder: String, files: any FileAccess) throws {
        for name in [Self.repairName, Self.templateName] {
            for suffix in ["", "-wal", "-shm", "-journal"] { try files.remove("\(folder)/\(name)\(suffix)") }
        }
    }

    /// Whether the schema says where the tables are, as far as can be told.
    private static func canBeRead(_ connection: Connection) -> Bool {
        guard let differing = try? RecordSchema.differingRoots(of: connection) else { return false }
        return differing != 1
    }

    /// Tries first pages on the copy, from the one that keeps most of its own.
    private static func repaired(_ page: FirstPage, folder: String, files: any FileAccess) throws -> Connection? {
        let path = "\(folder)/\(Self.repairName)"
        let newest = Self.migrations.count
        // The version in the header may be what is damaged.
        let versions = (1..<newest).contains(page.version) ? [page.version, newest] : [newest]
        let templates = try versions.map { try Self.template(version: $0, folder: folder, files: files) }
        for template in templates {
            try template.write(to: path, isWhole: false)
            // The log may hold the first page, sound or damaged: it must be in the file before anything is written there.
            guard let copy = Self.connectDamaged(path), (try? copy.checkpoint(truncating: true)) != nil else {
                continue
            }
            if Self.canBeRead(copy) { return copy }
        }
        // Of a newer build, whose schema nobody knows here.
        if page.version > newest { return Self.connectDamaged("\(folder)/\(Self.fileName)") }
        guard let template = templates.first else { return nil }
        try template.write(to: path, isWhole: true)
        if let copy = Self.connectDamaged(path), Self.canBeRead(copy) { return copy }
        // The log keeps a damaged first page that nobody can read.
        for suffix in ["-wal", "-shm"] { try files.remove(path + suffix) }
        try template.write(to: path, isWhole: true)
        return Self.connectDamaged(path)
    }

    /// The first page of a new database of this version.
    private static func template(version: Int, folder: String, files: any FileAccess) throws -> FirstPage {
        let path = "\(folder)/\(Self.templateName)"
        for suffix in ["", "-journal"] { try files.remove(path + suffix) }
        _ = try Self.makeEmpty(version: version, at: path)
        guard let page = try FirstPage.read(path) else {
            throw SQLiteError(code: 11, message: "no first page was made")
        }
        return page
    }

    /// A new database of this version, as it was made from its beginning.
    static func makeEmpty(version: Int, at path: String) throws -> Connection {
        var configuration = ConnectionConfiguration()
        configuration.isIncrementalVacuum = true
        configuration.journalMode = .memory
        configuration.synchronous = .off
        let connection = try Connection(path: path, configuration: configuration)
        try connection.migrate(Array(Self.migrations.prefix(version)))
        return connection
    }
}
