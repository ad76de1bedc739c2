/// Where the keys of many properties stand: what looks up many keys among many takes time with their sum, not with their
/// product.
package struct KeyPlaces: Sendable {
    /// Up to here looking at each is faster than a hash table.
    private static let few = 32

    private var places: [String: Int] = [:]

    /// Notes where keys stand.
    ///
    /// - Parameters:
    ///   - properties: which ones.
    ///   - count: how many keys are to be looked up; nil is the answer where there are few on either side.
    package init?(_ properties: Properties, toFind count: Int) {
        guard count > Self.few, properties.count > Self.few else { return nil }
        self.places.reserveCapacity(properties.count)
        self.add(properties)
    }

    private mutating func add(_ properties: Properties) {
        for (index, entry) in properties.entries.enumerated() where Self.isShort(entry.key) {
            self.places[entry.key] = index
        }
    }

    /// Where a key stands in the properties this was made of, which may have grown since.
    func index(of key: String, in properties: Properties) -> Int? {
        // What is too long for a name is refused later, and is not hashed: that has no bound.
        Self.isShort(key) ? self.places[key] : properties.index(of: key)
    }

    private static func isShort(_ key: String) -> Bool { key.utf8.count <= Limits.maxNameLength }
}
