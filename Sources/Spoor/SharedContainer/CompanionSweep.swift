import SpoorWire

/// Kinds of collection whose records companions made before the person's last choice; they are let go.
struct CompanionSweep: Equatable, Sendable {
    private(set) var categories: Set<ConsentCategory> = []
    /// The channels whose files were looked through; the tracker's own is the empty name.
    private(set) var done: Set<String> = []
    /// Tells a sweep from the next one of the same kinds.
    private(set) var number = 0

    /// No sweep.
    init() {}

    /// Begins a sweep of further kinds, everywhere.
    mutating func add(_ swept: Set<ConsentCategory>) {
        self.categories.formUnion(swept)
        self.done = []
        self.number += 1
    }

    /// What is let go in the files of a channel.
    func categories(of channel: String) -> Set<ConsentCategory> { self.done.contains(channel) ? [] : self.categories }

    /// Notes that channels were looked through.
    ///
    /// - Parameters:
    ///   - channels: their names.
    ///   - isAll: whether there are no others.
    /// - Returns: whether that is news.
    mutating func end(in channels: Set<String>, isAll: Bool) -> Bool {
        guard isAll || !channels.isSubset(of: self.done) else { return false }
        if isAll { (self.categories, self.done) = ([], []) } else { self.done.formUnion(channels) }
        return true
    }

    /// What is kept over a restart; null where there is no sweep.
    var json: JSONValue {
        guard !self.categories.isEmpty else { return .null }
        return [
            "categories": .categories(self.categories), "done": .array(self.done.sorted().map { .string($0) }),
        ]
    }

    /// Reads what ``json`` wrote.
    init(_ json: JSONValue?) {
        self.categories = json?["categories"]?.categories ?? []
        self.done = Set((json?["done"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
}
