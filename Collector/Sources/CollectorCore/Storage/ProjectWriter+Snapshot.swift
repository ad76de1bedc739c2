import SpoorSQLite
import SpoorWire

extension ProjectWriter {
    /// Writes what is kept in memory, so that the next start has less to read.
    func snapshot() throws {
        guard !self.dirtyDays.isEmpty else { return }
        try self.flushProjection()
        let (names, quality) = self.state.withLock { ($0.names, $0.quality) }
        try self.inMainTransaction {
            try self.tables.producers.writeSnapshot()
            let mark = try self.main.connection.prepare(
                "INSERT OR REPLACE INTO mark (day, seen, projected) VALUES (?1, ?2, ?2)"
            )
            for (day, row) in self.dirtyDays {
                try mark.bind(Int64(day), at: 1)
                try mark.bind(row, at: 2)
                try mark.run()
            }
            let count = try self.main.connection.prepare("UPDATE name SET count = ?2 WHERE id = ?1 AND count <> ?2")
            for name in names {
                try count.bind(Int64(name.id), at: 1)
                try count.bind(name.count, at: 2)
                try count.run()
            }
            try self.write(quality)
            try self.settings.gate(.projection)
        }
        self.tables.producers.snapshotIsSafe()
        self.dirtyDays = [:]
    }

    /// Snapshots and marks the files as complete, so that the next start need not look into the day files.
    func close() throws {
        try self.snapshot()
        try self.setClean(true)
        self.days.closeAll()
    }

    func setClean(_ isClean: Bool) throws(SQLiteError) {
        try self.main.connection.run(
            "INSERT OR REPLACE INTO setting (key, value) VALUES ('clean', ?)",
            [.integer(isClean ? 1 : 0)]
        )
    }

    /// Shows that the store can commit again, after a fault and without an event to store.
    func probe() throws {
        try self.flushProjection()
        try self.inMainTransaction {
            try self.main.connection.run(
                "INSERT OR REPLACE INTO setting (key, value) VALUES ('probe', ?)",
                [.integer(self.settings.now())]
            )
            try self.settings.gate(.projection)
        }
    }

    private func write(_ quality: QualityCounters) throws(SQLiteError) {
        let counters = [
            "stored": quality.stored, "times_replaced": quality.timesReplaced,
        ]
        for (key, value) in counters {
            try self.main.connection.run(
                "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)",
                [.text(key), .integer(value)]
            )
        }
    }

    func readQuality() throws(SQLiteError) -> QualityCounters {
        func setting(_ key: String) throws(SQLiteError) -> Int64 {
            try self.main.connection.integer("SELECT value FROM setting WHERE key = ?", [.text(key)]) ?? 0
        }
        var quality = QualityCounters()
        quality.stored = try setting("stored")
        // These are written with what they count.
        quality.duplicates = try setting(Projection.Count.duplicates)
        quality.clashes = try setting(Projection.Count.clashes)
        quality.timesReplaced = try setting("times_replaced")
        // These two follow from tables.
        quality.rejected =
            try self.main.connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'reject'") ?? 0
        quality.rejected += try setting(Projection.Count.rejectsNotKept)
        quality.linksRefused = try self.main.connection.integer("SELECT sum(count) FROM refused_link") ?? 0
        return quality
    }
}
