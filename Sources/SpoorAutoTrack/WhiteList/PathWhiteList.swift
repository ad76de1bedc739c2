public import SpoorWire

/// The elements whose events are recorded, and no others (003).
///
/// Compiled once from the server's list; whether an event is on it costs the same with ten entries and with ten thousand.
public struct PathWhiteList: Sendable {
    /// How many entries there are.
    public let count: Int

    private var index = PathIndex()

    /// The entries that were not taken: they leave parts open in more ways than ``SpoorWire/PathShapes`` allow.
    public var refused: [PathPattern] { self.index.refused }

    /// Compiles a list.
    ///
    /// - Parameter patterns: paths in any of the forms that events carry, or the ids of elements.
    public init(_ patterns: [PathPattern]) {
        self.count = patterns.count
        for pattern in patterns { self.index.insert(pattern, 0) }
    }

    /// Whether any of an element's names is on the list.
    ///
    /// - Parameter names: the element's paths and its id.
    /// - Returns: whether its events are recorded.
    public func allows(_ names: some Sequence<String>) -> Bool {
        names.contains { self.index.contains($0) }
    }
}
