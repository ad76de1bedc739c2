import SpoorSQLite

/// What a database's schema must be, to the letter.
///
/// SQLite's own check passes a schema whose text was changed: a table then keeps its name and means another one.
struct RecordSchema {
    private struct Entry: Equatable {
        var type: String
        var name: String
        var table: String
        var sql: String?
    }

    private let entries: [Entry]
    /// The pages at which their trees begin, in the same order.
    private let roots: [Int64]

    /// The schema of the newest version; nil where SQLite has no memory for it.
    private static let newest = try? Self(version: RecordStore.migrations.count)

    /// The schema that a database has.
    init(of connection: Connection) throws {
        var (entries, roots): ([Entry], [Int64]) = ([], [])
        // What else stands there changes nothing of what is read.
        let select = """
            SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE type IN ('table', 'index')
            ORDER BY type, name
            """
        try connection.query(select) { row in
            let sql: String? = if case .text(let sql) = row.value(at: 4) { sql } else { nil }
            entries.append(Entry(type: row.text(at: 0), name: row.text(at: 1), table: row.text(at: 2), sql: sql))
            roots.append(row.integer(at: 3))
        }
        (self.entries, self.roots) = (entries, roots)
    }

    /// The schema that a database of this version should have.
    private init(version: Int) throws {
        try self.init(of: RecordStore.makeEmpty(version: version, at: ":memory:"))
    }

    /// Compares a database's schema with the one of its version.
    ///
    /// Where the tables begin is not compared: SQLite's check finds a tree that is not in its place.
    ///
    /// - Throws: `SQLiteError` of corruption where they differ.
    static func check(_ connection: Connection) throws {
        guard try Self.differingRoots(of: connection) == nil else { return }
        throw SQLiteError(code: 11, message: "its schema is not the one of version \(try connection.userVersion)")
    }

    /// How many tables and indexes begin elsewhere than in a new database; nil where the schema is another one.
    ///
    /// Tables are never moved in a database that vacuums step by step, so that one alone is in a damaged place. One that
    /// was made otherwise has them anywhere.
    static func differingRoots(of connection: Connection) throws -> Int? {
        let version = try connection.userVersion
        guard (0...RecordStore.migrations.count).contains(version),
            let expected = try version == RecordStore.migrations.count ? Self.newest : Self(version: version)
        else { return nil }
        let found = try Self(of: connection)
        guard found.entries == expected.entries else { return nil }
        return zip(found.roots, expected.roots).count { $0 != $1 }
    }
}
