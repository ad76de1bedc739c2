extension StoreInspection {
    /// What became of reading the database.
    enum Database {
        case absent
        case read
        case unreadable
    }

    /// Names what a database lacks that was once committed, as the next start will find it.
    ///
    /// Call it when the database's part is filled in, before the journal's.
    ///
    /// - Parameters:
    ///   - database: what became of reading it; of one that cannot be read, nothing can be said.
    ///   - noted: what was committed, by the note beside the database; nil where there is none.
    ///   - pending: the numbers of the records in the journal: what the database lost may still be there.
    ///   - hasState: whether the folder is known to have had a database.
    mutating func compare(
        _ database: Database,
        with noted: RecordStock?,
        pending: some Sequence<UInt64>,
        hasState: Bool
    ) {
        guard database != .unreadable else { return }
        let last = self.lastSequence
        var lost = 0
        if let noted {
            let kept = self.stored.values.reduce(0) { $0 + $1.count } + self.deadLetters
            let recovered = pending.reduce(0) { $0 + (last < $1 && $1 <= noted.last ? 1 : 0) }
            lost = max(0, noted.missing(after: last, besides: kept) - recovered)
        }
        let records = lost == 1 ? "1 record that it held is" : "\(lost) records that it held are"
        switch (database, noted, lost) {
        case (.absent, nil, _) where hasState:
            self.problems.append(
                "The database is missing, and nothing tells what it held. The next start makes a new one."
            )
        case (.absent, .some, 0):
            self.problems.append("The database is missing; it held nothing. The next start makes a new one.")
        case (.absent, .some, _):
            self.problems.append(
                "The database is missing: \(records) lost. The next start makes a new one, and counts and reports them."
            )
        case (_, _, 1...):
            self.problems.append(
                "The database or its log was damaged, or changed from outside: \(records) lost. The next start goes on "
                    + "without them, and counts and reports them."
            )
        default: break
        }
    }
}
