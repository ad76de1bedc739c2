import SpoorSQLite

/// The rows of a damaged table, read around its holes.
///
/// SQLite stops at a page that it cannot read. So all keys are read upward to the first such page and downward to the
/// last; what lies between is searched from both ends, in stretches that grow, each of which is halved until nothing in
/// it fails or the looks at it are used up.
struct DamagedRows {
    private let upward: Statement
    private let downward: Statement

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - select: a statement without conditions, whose first column is `key`.
    ///   - key: the table's ascending key, which is above 0.
    ///   - damaged: the database.
    /// - Throws: `SQLiteError` where the database has no such table or column.
    init(_ select: String, by key: String, in damaged: Connection) throws(SQLiteError) {
        let between = "\(select) WHERE \(key) > ? AND \(key) < ? ORDER BY \(key)"
        self.upward = try damaged.prepare(between)
        self.downward = try damaged.prepare("\(between) DESC")
    }

    /// Visits every row that can be read; one beside a damaged key may be visited twice.
    ///
    /// - Parameters:
    ///   - last: about the highest key, where the last page cannot tell it; nil where nobody knows.
    ///   - visit: what to do with a row.
    /// - Throws: what `visit` throws.
    func read(expecting last: Int64?, _ visit: (Statement) throws -> Void) throws {
        var all = KeyStretch(lower: 0, upper: .max)
        if try self.read(&all, visit) { return }
        for piece in all.pieces(around: last) {
            var stretches = [piece]
            var next = 0
            while next < stretches.count, next < KeyStretch.mostLooks {
                var stretch = stretches[next]
                next += 1
                if try !self.read(&stretch, visit) { stretches += stretch.halves }
            }
        }
    }

    /// Reads a stretch from both its ends, and takes what was read out of it.
    ///
    /// - Returns: whether nothing is left of it.
    private func read(_ stretch: inout KeyStretch, _ visit: (Statement) throws -> Void) throws -> Bool {
        if try self.read(&stretch, isUpward: true, visit) { return true }
        return try self.read(&stretch, isUpward: false, visit)
    }

    private func read(
        _ stretch: inout KeyStretch,
        isUpward: Bool,
        _ visit: (Statement) throws -> Void
    ) throws -> Bool {
        let select = isUpward ? self.upward : self.downward
        defer { select.reset() }
        guard (try? select.bind(stretch.lower, at: 1)) != nil, (try? select.bind(stretch.upper, at: 2)) != nil
        else { return false }
        var before = stretch
        while let hasRow = try? select.step() {
            guard hasRow else { return true }
            let key = select.integer(at: 0)
            guard stretch.lower < key, key < stretch.upper else {
                // Keys out of order: this one is damaged, or the one before, which is no end to go on from then.
                stretch = before
                return false
            }
            before = stretch
            if isUpward { stretch.lower = key } else { stretch.upper = key }
            try visit(select)
        }
        return false
    }
}
