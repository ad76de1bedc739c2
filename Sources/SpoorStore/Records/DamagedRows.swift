import SpoorSQLite

/// The rows of a damaged table, read around its holes.
///
/// SQLite stops at a page that it cannot read. So each stretch of keys is read upward to the first such page and
/// downward to the last; what lies between is halved, and its halves are read the same way, the widest first.
struct DamagedRows {
    /// Keys, both ends excluded.
    private struct Stretch {
        var lower: Int64
        var upper: Int64

        /// Beyond this width the two ends alone are searched: a damaged key may be of any size.
        private static let widest: Int64 = 1 << 20

        /// Two stretches that make up this one; none where it has room for one row at most.
        var halves: [Self] {
            let width = self.upper - self.lower
            guard width > 2 else { return [] }
            if width > 2 * Self.widest {
                return [
                    Self(lower: self.lower, upper: self.lower + Self.widest),
                    Self(lower: self.upper - Self.widest, upper: self.upper),
                ]
            }
            let middle = self.lower + width / 2
            return [Self(lower: self.lower, upper: middle + 1), Self(lower: middle, upper: self.upper)]
        }
    }

    /// The most stretches to look into: enough to come down to single rows within a few hundred pages.
    private static let mostStretches = 10_000

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

    /// Visits every row that can be read, some of them twice.
    ///
    /// - Parameters:
    ///   - last: the highest key that is expected; higher ones are found unless they lie between holes.
    ///   - visit: what to do with a row.
    /// - Throws: what `visit` throws.
    func read(expecting last: Int64?, _ visit: (Statement) throws -> Void) throws {
        var stretches = [Stretch(lower: 0, upper: .max)]
        var next = 0
        while next < stretches.count, next < Self.mostStretches {
            var stretch = stretches[next]
            next += 1
            if try self.read(&stretch, upward: true, visit) { continue }
            if try self.read(&stretch, upward: false, visit) { continue }
            // Nothing was read from above.
            if stretch.upper == .max, let last, last >= stretch.lower, last < .max { stretch.upper = last + 1 }
            stretches += stretch.halves
        }
    }

    /// Reads a stretch upward or downward, and takes what was read out of it.
    ///
    /// - Returns: whether its other end was reached.
    private func read(_ stretch: inout Stretch, upward: Bool, _ visit: (Statement) throws -> Void) throws -> Bool {
        let select = upward ? self.upward : self.downward
        defer { select.reset() }
        guard (try? select.bind(stretch.lower, at: 1)) != nil, (try? select.bind(stretch.upper, at: 2)) != nil
        else { return false }
        while let hasRow = try? select.step() {
            guard hasRow else { return true }
            let key = select.integer(at: 0)
            // In a damaged tree keys may stand in any order, and a walk may go round.
            guard key > stretch.lower, key < stretch.upper else { return false }
            if upward { stretch.lower = key } else { stretch.upper = key }
            try visit(select)
        }
        return false
    }
}
