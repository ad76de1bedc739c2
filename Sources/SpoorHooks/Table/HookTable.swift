/// What is hooked: the one place to look it up, for people and for both runtimes.
public struct HookTable: Hashable, Sendable {
    /// Methods of the toolkit's classes.
    public var points: [HookPoint]

    /// Properties that take a delegate.
    public var delegates: [DelegatePoint]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - points: methods of the toolkit's classes.
    ///   - delegates: properties that take a delegate.
    public init(points: [HookPoint], delegates: [DelegatePoint]) {
        self.points = points
        self.delegates = delegates
    }

    /// The names of all its hooks, in order: those that a kill switch may give.
    public var names: [String] { self.points.map(\.name) + self.delegates.map(\.name) }
}
