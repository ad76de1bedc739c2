/// One step in the history of a database's tables.
///
/// Steps are appended and never changed: their number is kept in the database's `user_version`.
public struct Migration: Sendable {
    /// A name for people, unique in its list.
    public let name: String
    let apply: @Sendable (Connection) throws -> Void

    /// Creates a step out of statements separated by semicolons.
    public init(_ name: String, sql: String) {
        self.name = name
        self.apply = { connection in try connection.execute(sql) }
    }

    /// Creates a step that computes what it does.
    public init(_ name: String, apply: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// Why a database's tables could not be brought up to date.
public struct MigrationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The version found in the file.
    public let found: Int
    /// The newest version known.
    public let known: Int

    /// What to do about it.
    public var description: String {
        if self.found < 0 { return "The database is damaged: \(self.found) is no version." }
        return "The database is of version \(self.found), newer than \(self.known) known here: a newer build opens it."
    }
}

extension Connection {
    /// The number of migrations that the database has gone through.
    public var userVersion: Int {
        get throws(SQLiteError) { Int(try self.integer("PRAGMA user_version") ?? 0) }
    }

    /// Applies the migrations that the database has not yet seen, each in a transaction of its own.
    ///
    /// - Throws: `MigrationError` when the version is newer than the list or none, `SQLiteError` otherwise.
    public func migrate(_ migrations: [Migration]) throws {
        let found = try self.userVersion
        let known = 0...migrations.count
        guard known.contains(found) else { throw MigrationError(found: found, known: migrations.count) }
        for (offset, migration) in migrations.enumerated().dropFirst(found) {
            try self.transaction {
                try migration.apply(self)
                try self.execute("PRAGMA user_version = \(offset + 1)")
            }
        }
    }
}
