/// The dictionaries of a project, whose additions are committed together.
final class DictionaryTables {
    let names: TextDictionary
    let identifiers: TextDictionary
    let producers: ProducerTable
    private let main: MainWriter

    init(main: MainWriter) throws {
        self.main = main
        self.names = try TextDictionary(connection: main.connection, table: "name")
        self.identifiers = try TextDictionary(connection: main.connection, table: "identifier")
        self.producers = try ProducerTable(connection: main.connection)
    }

    /// Opens the transaction that an addition needs, once.
    func begin() throws { try self.main.begin() }

    /// Makes the additions durable; they come before the events that use them.
    ///
    /// - Returns: the event names that are new.
    func commit(_ willCommit: () throws -> Void) throws -> [(id: Int64, text: String)] {
        guard self.main.isInTransaction else { return [] }
        try willCommit()
        try self.main.commit()
        let names = self.names.added
        self.names.commit()
        self.identifiers.commit()
        self.producers.commit()
        return names
    }

    /// Forgets additions that could not be committed.
    func rollBack() {
        self.main.rollBack()
        self.names.rollBack()
        self.identifiers.rollBack()
        self.producers.rollBack()
    }
}
