/// How far what scrolls was scrolled when it was told of last: an adapter that looks now and then tells what is new.
///
/// What is looked at for the first time is new wherever it stands, since somebody may have scrolled it before; and all is
/// new once a page came or went, which has a depth of its own at each view.
public struct ScrollBook: Sendable {
    private var offsets: [ObjectIdentifier: Double] = [:]

    /// Makes an empty book.
    public init() {}

    /// Notes where something stands.
    ///
    /// - Parameters:
    ///   - id: what scrolls.
    ///   - offset: how far down.
    /// - Returns: whether that is to be told: it was told of nowhere, or elsewhere.
    public mutating func isNew(_ id: ObjectIdentifier, at offset: Double) -> Bool {
        guard self.offsets[id] != offset else { return false }
        self.offsets[id] = offset
        return true
    }

    /// Forgets what scrolls: it is gone, or another one has its place in memory.
    ///
    /// - Parameter id: what scrolled.
    public mutating func forget(_ id: ObjectIdentifier) { self.offsets[id] = nil }

    /// A page came or went.
    public mutating func pagesChanged() { self.offsets.removeAll(keepingCapacity: true) }
}
