/// Moments at which a test may want the process to end.
package enum StorePoint: String, CaseIterable, Sendable {
    /// A drain has inserted its records, and has not committed them.
    case beforeCommit
    /// A drain has written changed state, and has not committed.
    case afterStateWrite
    /// A drain has committed, and has not given its segments back.
    case afterCommitBeforeRecycle
    /// A drain is done.
    case afterRecycle
    /// The server has answered, and nothing is deleted yet.
    case beforeSettle
    /// What was uploaded is deleted.
    case afterSettle
    /// A companion's records are in the journal, and nothing notes that.
    case afterCompanionAppend
    /// A companion's records are noted as taken over, and their file is still there.
    case afterCompanionNote
    /// A companion's file is deleted.
    case afterCompanionDelete
}
