public import CollectorCore

/// The part of a store that analyses need: which projects there are, and what may be read of each.
public struct ProjectAccess: Sendable {
    let names: @Sendable () -> [String]
    let facts: @Sendable (String) throws -> any FactSource

    /// Creates access through two functions.
    ///
    /// - Parameters:
    ///   - names: The names of the projects, in order.
    ///   - facts: What may be read of a project; throws `ProjectError` when there is none.
    public init(
        names: @escaping @Sendable () -> [String],
        facts: @escaping @Sendable (String) throws -> any FactSource
    ) {
        self.names = names
        self.facts = facts
    }

    /// Creates access to a store.
    public init(_ store: any EventStore) {
        self.init(names: { store.projectNames() }, facts: { try store.facts(project: $0) })
    }
}
