import SpoorSQLite

/// The writing side of a project's main file.
final class MainWriter {
    let connection: Connection

    init(connection: Connection) {
        self.connection = connection
    }

    var isInTransaction: Bool { self.connection.isInTransaction }

    func begin() throws {
        if !self.connection.isInTransaction { try self.connection.execute("BEGIN IMMEDIATE") }
    }

    func commit() throws { try self.connection.execute("COMMIT") }

    func rollBack() {
        // A failed commit or a full disk may have rolled back already.
        if self.connection.isInTransaction { try? self.connection.execute("ROLLBACK") }
    }
}
