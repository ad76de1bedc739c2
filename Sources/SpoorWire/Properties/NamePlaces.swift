/// Which names many properties have, letter case aside: what looks up many names among many takes time with their sum,
/// not with their product.
package struct NamePlaces: Sendable {
    /// Up to here looking at each is faster than a hash table.
    private static let few = 32

    private var places: [String: Int] = [:]

    /// Notes the names of several properties.
    ///
    /// - Parameters:
    ///   - layers: which ones. Where a name stands in more than one, its place means nothing.
    ///   - count: how many names are to be looked up; nil is the answer where there are few on either side.
    package init?(_ layers: [Properties], toFind count: Int) {
        let total = layers.reduce(0) { $0 + $1.count }
        guard count > Self.few, total > Self.few else { return nil }
        self.places.reserveCapacity(total)
        for layer in layers {
            for (index, entry) in layer.entries.enumerated() { self.note(entry.key, at: index) }
        }
    }

    /// Whether a name is one of them.
    package func contains(_ name: String) -> Bool { self.place(of: name) != nil }

    /// Where a name stands among its properties.
    func place(of name: String) -> Int? { Self.isShort(name) ? self.places[name.lowercased()] : nil }

    /// Notes one more name.
    mutating func note(_ name: String, at index: Int) {
        if Self.isShort(name) { self.places[name.lowercased()] = index }
    }

    /// What is too long for a name is refused later, and is not hashed: that has no bound.
    private static func isShort(_ key: String) -> Bool { key.utf8.count <= Limits.maxNameLength }
}
