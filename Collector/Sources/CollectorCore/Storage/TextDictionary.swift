import SpoorSQLite

/// Numbers for texts that repeat in every event, kept in a table of the main file.
///
/// The texts used last are in memory, others are looked up. New numbers count only when the transaction around them is
/// committed, so the owner must call ``rollBack()`` when it is not.
final class TextDictionary {
    private let find: Statement
    private let add: Statement
    private let connection: Connection
    private let capacity: Int
    // Two generations: when the young one is full it becomes the old one, and what is used moves back.
    private var young: [String: Int64] = [:]
    private var old: [String: Int64] = [:]

    /// Texts added since the last commit.
    private(set) var added: [(id: Int64, text: String)] = []

    init(connection: Connection, table: String, capacity: Int = 200_000) throws {
        self.connection = connection
        self.find = try connection.prepare("SELECT id FROM \(table) WHERE text = ?")
        self.add = try connection.prepare("INSERT INTO \(table) (text) VALUES (?)")
        self.capacity = capacity
    }

    /// The number of a text, made when it is new; `begin` opens the transaction that a new one needs.
    func id(of text: String, begin: () throws -> Void) throws -> Int64 {
        if let id = self.young[text] { return id }
        if let id = self.old[text] {
            self.remember(text, id)
            return id
        }
        if let id = try self.lookUp(text) {
            self.remember(text, id)
            return id
        }
        try begin()
        try self.add.bind(text, at: 1)
        try self.add.run()
        let id = self.connection.lastInsertedRow
        self.added.append((id, text))
        self.remember(text, id)
        return id
    }

    /// Takes note that what was added is safe.
    func commit() { self.added = [] }

    /// Forgets what was added, and all else in memory that may be wrong now.
    func rollBack() {
        self.added = []
        self.young = [:]
        self.old = [:]
    }

    private func lookUp(_ text: String) throws -> Int64? {
        defer { self.find.reset() }
        try self.find.bind(text, at: 1)
        return try self.find.step() ? self.find.integer(at: 0) : nil
    }

    private func remember(_ text: String, _ id: Int64) {
        if self.young.count >= self.capacity {
            self.old = self.young
            self.young = [:]
        }
        self.young[text] = id
    }
}
