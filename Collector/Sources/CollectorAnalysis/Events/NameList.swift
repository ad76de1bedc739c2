public import CollectorCore

/// Lists the event names of a project, the most frequent first.
public struct NameList: Sendable {
    private let source: any FactSource

    /// Creates a list over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// The names with their counts; names of equal counts in order.
    public func run() -> [EventName] {
        self.source.allNames().sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
