/// The rows for which an element was marked: that of its own list, and those of the lists around it.
///
/// A mark belongs to all of them, so that it never tells the former row's data when any of the lists uses its cell
/// again. They are noted when the element is marked, as far as it stands in a window by then; what is not known yet is
/// taken from the first look at it.
struct MarkedRows: Sendable {
    /// The rows, from the outermost list's to the innermost's.
    private(set) var rows: [CellPosition]

    /// The row of the innermost list that the app named; nil for none.
    private let own: CellPosition?

    /// Whether all rows are known.
    private var isComplete = false

    /// Begins with what is known while the element is marked.
    ///
    /// - Parameters:
    ///   - rows: the rows in which it is, from the outermost list's on.
    ///   - own: the row of the innermost list, where the app named it; it may still have another.
    init(rows: [CellPosition], own: CellPosition?) {
        self.rows = own == nil ? rows : rows.dropLast()
        self.own = own
    }

    /// Takes the rows in which the element is now for those of the mark where these are not known; false where it was
    /// marked for others.
    mutating func take(_ now: [CellPosition]) -> Bool {
        // Out of lists nothing is used again.
        guard !now.isEmpty else { return true }
        guard self.fits(now) else { return false }
        self.rows = now
        self.isComplete = true
        return true
    }

    /// Whether the element may be where it was marked for.
    func fits(_ now: [CellPosition]) -> Bool {
        guard let last = now.last else { return true }
        if let own = self.own, own != last { return false }
        // A list further out may come to know its cell only later.
        return self.isComplete ? now.suffix(self.rows.count) == self.rows[...] : now.starts(with: self.rows)
    }
}

extension Element {
    /// The rows of the lists in which it is, from the outermost one's to its own or that of the cell around it.
    var enclosingRows: [CellPosition] {
        var rows: [CellPosition] = []
        for around in ElementAncestors.path(from: self) {
            if let position = around.cellPosition { rows.append(position) }
        }
        return rows.reversed()
    }

    /// The rows as a mark may rely on them while it is made: none where the element is in no window yet, and those
    /// around a cell of which its list does not know yet where it goes.
    var rowsWhileMarked: [CellPosition] {
        var rows: [CellPosition] = []
        var isInWindow = false
        for around in ElementAncestors.path(from: self) {
            if let position = around.cellPosition {
                rows.append(position)
            } else if around.kind == .cell {
                rows.removeAll()
            }
            isInWindow = isInWindow || around.kind == .window
        }
        return isInWindow ? rows.reversed() : []
    }
}
