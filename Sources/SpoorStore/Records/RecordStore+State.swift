import SpoorSQLite

/// The state while its own file cannot be written.
extension RecordStore {
    private static let stateKey = "state"

    /// Keeps the state, within the transaction that stores the records which came with its changes.
    func keepState(_ document: StateDocument) throws {
        let bytes = StateStore.encode(document.stored)
        try self.connection.run(
            "REPLACE INTO mark(key, value) VALUES(?, ?)",
            [.text(Self.stateKey), .blob(bytes)]
        )
    }

    /// Lets go of the state: its file has it again.
    func forgetState() throws {
        try self.connection.run("DELETE FROM mark WHERE key = ?", [.text(Self.stateKey)])
    }

    /// The state that is kept here; nil without one, or where it is damaged.
    func keptState() throws -> StateDocument? {
        let value = try self.connection.value("SELECT value FROM mark WHERE key = ?", [.text(Self.stateKey)])
        guard case .blob(let bytes) = value else { return nil }
        return StateStore.decode(bytes).map { StateDocument($0) }
    }
}
