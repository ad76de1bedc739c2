/// How much of what an app passes as a meta is looked at: far more than a meta may have, and no more.
///
/// So what a call costs has a bound, whatever is handed in. Counted is what takes at least a byte when it is written.
package struct MetaRoom: Sendable {
    /// The most that is looked at.
    static let most = 4 * ReportComposer.maxMetaBytes
    /// The most fields, and the most elements or members of a value: each takes a byte and a comma.
    package static let mostFields = ReportComposer.maxMetaBytes / 2

    private var left = Self.most

    package init() {}

    /// Whether more was passed.
    package var isExhausted: Bool { self.left < 0 }

    /// Counts what is about to be looked at.
    ///
    /// - Parameter count: bytes, elements or members.
    /// - Returns: whether there is room for it.
    @discardableResult
    package mutating func take(_ count: Int) -> Bool {
        self.left = count > self.left ? -1 : self.left - count
        return !self.isExhausted
    }

    /// Counts a name or a text.
    ///
    /// - Parameter text: the text.
    /// - Returns: whether there is room for it.
    @discardableResult
    package mutating func take(_ text: String) -> Bool { self.take(text.utf8.count) }

    /// Counts a collection that is about to be walked: its brackets, and for each element a comma and a byte at least.
    ///
    /// - Parameter count: how many elements it has.
    /// - Returns: whether there is room for it.
    @discardableResult
    package mutating func take(elements count: Int) -> Bool {
        self.take(count > Self.mostFields ? Self.most + 1 : 2 * count + 1)
    }
}
