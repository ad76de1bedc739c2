/// Where events are kept: takes decoded batches, answers once they are safe.
///
/// The embedded store is the default; another store behind the same protocol must give the same answers.
public protocol EventStore: Sendable {
    /// Makes sure that events of a project would be taken, before anything of a request is looked at.
    ///
    /// - Throws: `ProjectError` where they would not.
    func open(project: String) throws(ProjectError)

    /// Decodes and checks a body on the caller's thread; a body that cannot be read at all is kept among the rejects.
    ///
    /// - Throws: `ProjectError` for an unknown project, `BodyFault` for an unreadable body.
    func decode(_ request: IngestRequest) throws -> DecodedBatch

    /// Turns the records of a packet into events and checks them, on the caller's thread; the receipt's positions are
    /// those of the records.
    ///
    /// - Throws: `ProjectError` for an unknown project.
    func decode(_ request: RecordsRequest) throws -> DecodedBatch

    /// Keeps a request that could not be read among the rejects of its project.
    func reject(_ request: IngestRequest, reason: String)

    /// Stores a batch; the completion is called once, when the batch is safe or cannot be stored.
    func ingest(
        _ batch: DecodedBatch,
        completion: @escaping @Sendable (Result<IngestReceipt, IngestFailure>) -> Void
    )

    /// Tries the refused events of a project again; those that are taken now leave the rejects (bug case O-31).
    ///
    /// Waits for the writer; not to be called on a thread that serves others.
    ///
    /// - Throws: `ProjectError` for an unknown project, `IngestFailure` when the store fails on the way.
    func replayRejects(project: String) throws -> ReplayReport

    /// Names of the projects that exist, in order.
    func projectNames() -> [String]

    /// What analyses read of one project.
    ///
    /// - Throws: `ProjectError` when there is no such project.
    func facts(project: String) throws -> any FactSource

    /// What may be read of a project's payloads.
    ///
    /// - Throws: `ProjectError` when there is no such project.
    func payloads(project: String) throws -> any PayloadSource

    /// How the writer is.
    func health() -> StoreHealth
}
