import SpoorSQLite
import SpoorWire

extension ChannelStore {
    /// What the folder holds, the journal's part included; for the channel's queue.
    ///
    /// - Returns: the content; where a part cannot be read now, what is wrong is among its problems.
    public func inspect() -> StoreInspection {
        self.confined.withLock { confined in
            var inspection = StoreInspection()
            inspection.producer = self.producer
            inspection.values = self.state
            do {
                if let records = confined.records { try records.describe(into: &inspection) }
            } catch {
                inspection.problems.append("The database cannot be read now: \(error)")
            }
            let known = max(inspection.lastSequence, confined.lastSequence)
            do {
                try self.journal.peek { frame in
                    guard frame.kind == .event, frame.sequence > known else { return }
                    inspection.add(
                        inJournal: frame.recordClass,
                        sequence: frame.sequence,
                        recorded: frame.recorded,
                        bytes: frame.payload.count
                    )
                }
            } catch {
                inspection.problems.append("The journal cannot be read now: \(error)")
            }
            let status = self.journal.status
            inspection.journalBytes = status.pendingBytes
            if case .memory(let reason) = status.backing { inspection.memoryReason = reason }
            inspection.lastSequence = max(known, self.journal.nextSequence &- 1)
            return inspection
        }
    }
}

extension RecordStore {
    /// Fills in the database's part of an inspection.
    func describe(into inspection: inout StoreInspection) throws {
        inspection.stored = self.totals.filter { $0.value.count > 0 }
        inspection.deadLetters = self.deadLetterCount
        inspection.lastSequence = self.lastSequence
        inspection.losses = try self.losses()
        try self.connection.query("SELECT seq, recorded FROM record ORDER BY seq LIMIT 1") { row in
            inspection.noteOldest(sequence: UInt64(bitPattern: row.integer(at: 0)), recorded: row.integer(at: 1))
        }
    }
}
