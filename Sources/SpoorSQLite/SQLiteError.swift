import CSQLite

/// Why SQLite refused something.
///
/// Carries the statement's text but never its arguments: those hold personal data.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The extended result code, for example 2067 for a violated unique constraint.
    public let code: Int32
    /// What SQLite says about it, in English.
    public let message: String
    /// The statement that failed, without its arguments.
    public let sql: String?

    /// Creates an error from its parts.
    public init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The result code without its extension.
    public var primaryCode: Int32 { self.code & 0xff }

    /// The file is damaged or no database at all, so opening it again cannot help.
    public var isCorruption: Bool { self.primaryCode == SQLITE_CORRUPT || self.primaryCode == SQLITE_NOTADB }

    /// Another connection holds the lock, so a later attempt may succeed.
    public var isBusy: Bool { self.primaryCode == SQLITE_BUSY || self.primaryCode == SQLITE_LOCKED }

    /// The disk or the permitted size is exhausted.
    public var isFull: Bool { self.primaryCode == SQLITE_FULL }

    /// The file may be well but cannot be read or written at the moment (bug case O-27).
    public var isUnavailable: Bool {
        switch self.primaryCode {
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_IOERR, SQLITE_READONLY, SQLITE_AUTH, SQLITE_NOMEM: true
        default: self.isBusy
        }
    }

    /// The code, the message and the statement in one line.
    public var description: String {
        let statement = self.sql.map { " in \"\($0)\"" } ?? ""
        return "SQLite error \(self.code): \(self.message)\(statement)"
    }
}
