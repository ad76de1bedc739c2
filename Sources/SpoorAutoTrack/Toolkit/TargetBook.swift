/// Who gets the actions of one object, as a toolkit's calls to add and remove targets say it.
public struct TargetBook: Sendable {
    private struct Entry: Hashable, Sendable {
        let target: ObjectIdentifier
        let action: String
    }

    private var entries: Set<Entry> = []

    /// Makes an empty book.
    public init() {}

    /// Whether nobody is left.
    public var isEmpty: Bool { self.entries.isEmpty }

    /// Notes a target; twice is once.
    ///
    /// - Parameters:
    ///   - target: who.
    ///   - action: what is sent.
    public mutating func add(_ target: ObjectIdentifier, _ action: String) {
        self.entries.insert(Entry(target: target, action: action))
    }

    /// Removes targets.
    ///
    /// - Parameters:
    ///   - target: whose; nil for everybody's.
    ///   - action: which; nil for all.
    public mutating func remove(_ target: ObjectIdentifier?, _ action: String?) {
        self.entries = self.entries.filter { entry in
            !((target == nil || target == entry.target) && (action == nil || action == entry.action))
        }
    }
}
