import SpoorSQLite

/// A project's main file: dictionaries, identity, profiles, seen ids, rejects and settings.
enum MainDatabase {
    static let migrations = [
        Migration(
            "first",
            sql: """
                CREATE TABLE setting (key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
                CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, count INTEGER NOT NULL DEFAULT 0);
                CREATE TABLE identifier (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
                CREATE TABLE producer (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
                CREATE TABLE seen (producer INTEGER, low INTEGER, high INTEGER NOT NULL,
                    PRIMARY KEY (producer, low)) WITHOUT ROWID;
                CREATE TABLE mark (day INTEGER PRIMARY KEY, seen INTEGER NOT NULL, projected INTEGER NOT NULL);
                CREATE TABLE foreign_id (hash BLOB PRIMARY KEY, received INTEGER NOT NULL, digest INTEGER NOT NULL)
                    WITHOUT ROWID;
                CREATE TABLE login (id INTEGER PRIMARY KEY);
                CREATE TABLE link (id INTEGER PRIMARY KEY, login INTEGER NOT NULL);
                CREATE TABLE refused_link (id INTEGER, login INTEGER, count INTEGER NOT NULL, first INTEGER NOT NULL,
                    PRIMARY KEY (id, login)) WITHOUT ROWID;
                CREATE TABLE profile (user INTEGER, key TEXT, json TEXT NOT NULL, PRIMARY KEY (user, key)) WITHOUT ROWID;
                CREATE TABLE item (type TEXT, id TEXT, key TEXT, json TEXT NOT NULL,
                    PRIMARY KEY (type, id, key)) WITHOUT ROWID;
                CREATE TABLE reject (id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, place INTEGER,
                    reason TEXT NOT NULL, source TEXT NOT NULL, raw BLOB NOT NULL, length INTEGER NOT NULL);
                """
        )
    ]

    /// Opens the file for writing, its tables brought up to date.
    static func open(path: String, busyTimeoutMilliseconds: Int) throws -> Connection {
        var configuration = ConnectionConfiguration()
        configuration.pageSize = 4_096
        configuration.checkpointPages = 1_000
        configuration.cacheKibibytes = 8_192
        configuration.synchronous = .full
        // An earlier owner may still be folding its log into the file.
        configuration.busyTimeoutMilliseconds = max(busyTimeoutMilliseconds, 5_000)
        let connection = try Connection(path: path, configuration: configuration)
        try connection.migrate(Self.migrations)
        try connection.execute("PRAGMA busy_timeout = \(busyTimeoutMilliseconds)")
        return connection
    }

    /// Opens the file for reading beside the writer.
    static func openForReading(path: String) throws -> Connection {
        var configuration = ConnectionConfiguration()
        configuration.isReadOnly = true
        configuration.cacheKibibytes = 4_096
        return try Connection(path: path, configuration: configuration)
    }
}
