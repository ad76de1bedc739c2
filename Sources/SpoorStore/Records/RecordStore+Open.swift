import SpoorSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

extension RecordStore {
    /// What a store found when it was opened.
    public enum Origin: Equatable, Sendable {
        /// There was no database.
        case absent
        /// A database that passed its check.
        case intact
        /// A damaged database, set aside under `name`; `salvaged` records could be read out of it.
        case replaced(name: String, salvaged: Int)
    }

    static let fileName = "records.sqlite"

    /// Opens the database in a folder, checks it, and begins a new one where it is damaged.
    ///
    /// - Parameters:
    ///   - folder: the queue's folder.
    ///   - files: how files are reached.
    ///   - noted: what was committed, to tell a database that is an older one than it was; nil where nobody knows.
    /// - Returns: the store, and what was found.
    /// - Throws: `SQLiteError` or `PosixError` when it cannot be read or written now; it is left as it is then.
    static func open(
        folder: String,
        files: any FileAccess,
        noted: RecordStock? = nil
    ) throws -> (RecordStore, Origin) {
        let (store, origin) = try Self.openAlone(folder: folder, files: files, noted: noted)
        if case .replaced = origin { return (store, origin) }
        try store.compare(with: noted)
        return (store, origin)
    }

    private static func openAlone(
        folder: String,
        files: any FileAccess,
        noted: RecordStock?
    ) throws -> (RecordStore, Origin) {
        let path = "\(folder)/\(Self.fileName)"
        try Self.takeRescued(folder: folder, files: files)
        guard try files.probe(path) else {
            // A log without its database would be replayed into the new one.
            for suffix in ["-wal", "-shm"] { try files.remove(path + suffix) }
            return (try Self.connect(path), .absent)
        }
        // Made by a build that left that to SQLite: readable by others.
        for suffix in ["", "-wal", "-shm"] { Posix.makePrivate(path + suffix) }
        do {
            return (try Self.connect(path, isChecked: true), .intact)
        } catch let error as SQLiteError where error.isCorruption {
            return try Self.replace(folder: folder, files: files, noted: noted)
        } catch is MigrationError {
            return try Self.replace(folder: folder, files: files, noted: noted)
        }
    }

    static func replace(
        folder: String,
        files: any FileAccess,
        noted: RecordStock?
    ) throws -> (RecordStore, Origin) {
        // Saved before anything is renamed: a kill or a full disk in between costs nothing that can still be read.
        let saved = try Self.saveDamaged(folder: folder, files: files, noted: noted)
        let name = try Self.setAside(folder: folder, files: files)
        return (try Self.open(saved, folder: folder, files: files), .replaced(name: name, salvaged: saved.count))
    }

    static func connect(_ path: String, isChecked: Bool = false) throws -> RecordStore {
        if isChecked { try FirstPage.check(path) }
        var configuration = ConnectionConfiguration()
        configuration.isIncrementalVacuum = true
        // The folder's lock keeps other instances away; without shared memory a transaction is cheaper.
        configuration.isExclusive = true
        // Making the tables of a new file need not wait for the disk: there is nothing yet to lose.
        if !isChecked { configuration.synchronous = .off }
        // SQLite would make it readable by others, and gives its log the rights of the database.
        if !isChecked { Posix.closeDescriptor(try Posix.open(path, O_RDWR | O_CREAT)) }
        let connection = try Connection(path: path, configuration: configuration)
        try connection.execute("PRAGMA journal_size_limit = 4194304")
        try connection.execute("PRAGMA secure_delete = FAST")
        if isChecked, let finding = try connection.quickCheck().first {
            throw SQLiteError(code: 11, message: finding)
        }
        if isChecked { try RecordSchema.check(connection) }
        try connection.migrate(RecordStore.migrations)
        try connection.execute("PRAGMA synchronous = NORMAL")
        let store = try RecordStore(connection: connection, path: path)
        // At the start, what an earlier run has deleted goes back to the file system.
        if isChecked { try? store.returnSpace() }
        return store
    }

    static let migrations = [
        Migration(
            "records",
            sql: """
                CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
                INSERT INTO meta VALUES('last_seq', 0);
                CREATE TABLE record(seq INTEGER PRIMARY KEY, class INTEGER, recorded INTEGER, bytes BLOB);
                CREATE INDEX record_by_class ON record(class) WHERE class <> 2;
                CREATE TABLE total(class INTEGER PRIMARY KEY, count INTEGER, bytes INTEGER);
                CREATE TABLE in_flight(seq INTEGER PRIMARY KEY, batch INTEGER);
                CREATE TABLE dead_letter(seq INTEGER PRIMARY KEY, class INTEGER, recorded INTEGER, set_aside INTEGER,
                  reason TEXT, status INTEGER, bytes BLOB);
                """
        ),
        Migration(
            "losses and age",
            sql: """
                CREATE TABLE loss(reason TEXT, class INTEGER, count INTEGER, PRIMARY KEY(reason, class)) WITHOUT ROWID;
                CREATE TABLE age_mark(seq INTEGER PRIMARY KEY, elapsed INTEGER);
                CREATE TABLE resent(seq INTEGER PRIMARY KEY);
                """
        ),
        Migration(
            "checksums of rows",
            sql: """
                ALTER TABLE record ADD COLUMN crc INTEGER;
                ALTER TABLE dead_letter ADD COLUMN crc INTEGER;
                """
        ),
        Migration(
            "metas and payloads",
            sql: """
                ALTER TABLE meta RENAME TO mark;
                ALTER TABLE record RENAME TO meta;
                ALTER TABLE meta ADD COLUMN type TEXT;
                ALTER TABLE meta ADD COLUMN report_id TEXT;
                ALTER TABLE meta ADD COLUMN payload_bytes INTEGER;
                ALTER TABLE dead_letter ADD COLUMN type TEXT;
                ALTER TABLE dead_letter ADD COLUMN report_id TEXT;
                ALTER TABLE dead_letter ADD COLUMN payload_bytes INTEGER;
                CREATE INDEX meta_by_type ON meta(type) WHERE type IS NOT NULL;
                CREATE UNIQUE INDEX meta_by_report ON meta(report_id) WHERE report_id IS NOT NULL;
                CREATE INDEX dead_letter_by_report ON dead_letter(report_id) WHERE report_id IS NOT NULL;
                CREATE TABLE payload(report_id TEXT PRIMARY KEY, bytes BLOB, crc INTEGER);
                """
        ),
    ]

    /// Moves a damaged database out of the way, with its log; only the two newest such files are kept.
    static func setAside(folder: String, files: any FileAccess) throws -> String {
        let earlier = try files.names(in: folder).compactMap { name -> Int? in
            guard name.hasPrefix("records.corrupt-"), name.hasSuffix(".sqlite") else { return nil }
            return Int(name.dropFirst("records.corrupt-".count).dropLast(".sqlite".count))
        }
        let number = (earlier.max() ?? 0) + 1
        let name = "records.corrupt-\(number).sqlite"
        // The database first: while its name is free, the next start takes the saved one, and removes the old log.
        for suffix in ["", "-wal", "-shm"] where try files.probe("\(folder)/\(Self.fileName)\(suffix)") {
            try files.rename("\(folder)/\(Self.fileName)\(suffix)", to: "\(folder)/\(name)\(suffix)")
        }
        for old in earlier where old < number - 1 {
            for suffix in ["", "-wal", "-shm"] { try files.remove("\(folder)/records.corrupt-\(old).sqlite\(suffix)") }
        }
        return name
    }

    /// The producer that wrote this database, if one is noted.
    func producer() throws -> String? {
        guard case .text(let producer) = try self.connection.value("SELECT value FROM mark WHERE key = 'producer'")
        else {
            return nil
        }
        return producer
    }

    /// Notes the producer that writes this database.
    func setProducer(_ producer: String) throws {
        try self.connection.run("REPLACE INTO mark(key, value) VALUES('producer', ?)", [.text(producer)])
    }
}
