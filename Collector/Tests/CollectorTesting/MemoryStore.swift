package import CollectorCore

/// A store of projects whose events are given in a test.
package struct MemoryStore: EventStore {
    private let projects: [String: MemoryFacts]

    package init(_ projects: [String: MemoryFacts]) {
        self.projects = projects
    }

    package func projectNames() -> [String] { self.projects.keys.sorted() }

    package func facts(project: String) throws -> any FactSource {
        guard let facts = self.projects[project] else { throw ProjectError.unknown(project) }
        return facts
    }

    package func health() -> StoreHealth { StoreHealth() }
}
