/// Where a cell stands in its list.
public struct CellPosition: Hashable, Sendable {
    /// The section, from 0.
    public var section: Int

    /// The row or item in the section, from 0; nil for a header or footer.
    public var row: Int?

    /// Makes a position.
    ///
    /// - Parameters:
    ///   - section: the section, from 0.
    ///   - row: the row or item, from 0; nil for a header or footer.
    public init(section: Int, row: Int?) {
        self.section = section
        self.row = row
    }
}
