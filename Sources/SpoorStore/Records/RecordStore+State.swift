import SpoorSQLite

/// The state while its own file cannot be written, and what the person chose in any case.
extension RecordStore {
    private static let stateKey = "state"
    private static let choicesKey = "choices"

    /// Keeps the state, within the transaction that stores the records which came with its changes.
    func keepState(_ document: StateDocument) throws {
        try self.keep(document, as: Self.stateKey)
    }

    /// Keeps what the person chose, where damage to the state file does not reach it.
    func keepChoices(_ document: StateDocument) throws {
        try self.keep(document, as: Self.choicesKey)
    }

    private func keep(_ document: StateDocument, as key: String) throws {
        let bytes = StateStore.encode(document.stored)
        try self.connection.run(
            "REPLACE INTO mark(key, value) VALUES(?, ?)",
            [.text(key), .blob(bytes)]
        )
    }

    /// Lets go of the state: its file has it again.
    func forgetState() throws {
        try self.connection.run("DELETE FROM mark WHERE key = ?", [.text(Self.stateKey)])
    }

    /// The state that is kept here; nil without one, or where it is damaged.
    func keptState() throws -> StateDocument? { try self.kept(Self.stateKey) }

    /// What the person chose; nil where nothing is kept of it, or it is damaged.
    func keptChoices() throws -> StateDocument? { try self.kept(Self.choicesKey) }

    private func kept(_ key: String) throws -> StateDocument? {
        let value = try self.connection.value("SELECT value FROM mark WHERE key = ?", [.text(key)])
        guard case .blob(let bytes) = value else { return nil }
        return StateStore.decode(bytes).map { StateDocument($0) }
    }
}
