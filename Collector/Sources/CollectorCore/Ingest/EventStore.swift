/// Where events are kept: takes decoded batches, answers once they are safe.
///
/// The embedded store is the default; another store behind the same protocol must give the same answers.
public protocol EventStore: Sendable {
    /// Names of the projects that exist, in order.
    func projectNames() -> [String]

    /// What analyses read of one project.
    ///
    /// - Throws: `ProjectError` when there is no such project.
    func facts(project: String) throws -> any FactSource

    /// How the writer is.
    func health() -> StoreHealth
}
