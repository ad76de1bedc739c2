import SpoorSQLite
import SpoorWire

extension ChannelStore {
    /// What the folder holds, the journal's part included; for the channel's queue.
    ///
    /// - Parameter hasTypes: whether records are counted by type as well, which reads each of them.
    /// - Returns: the content; where a part cannot be read now, what is wrong is among its problems.
    public func inspect(hasTypes: Bool = false) -> StoreInspection {
        self.confined.withLock { confined in
            var inspection = StoreInspection()
            inspection.producer = self.producer
            inspection.values = self.state
            do {
                if let records = confined.records {
                    try records.describe(into: &inspection)
                    if hasTypes { try records.describeTypes(into: &inspection) }
                }
            } catch {
                inspection.problems.append("The database cannot be read now: \(error)")
            }
            if let reason = confined.drainProblem {
                inspection.problems.append(
                    "Records stay in the journal, the database cannot be written now: \(reason)"
                )
            }
            if let reason = confined.stateProblem {
                inspection.problems.append(
                    "The state file cannot be written now, the database keeps the state meanwhile: \(reason)"
                )
            }
            let known = max(inspection.lastSequence, confined.lastSequence)
            do {
                try self.journal.peek { frame in
                    guard frame.kind.isRecord, frame.sequence > known else { return }
                    inspection.add(
                        inJournal: frame.recordClass,
                        sequence: frame.sequence,
                        recorded: frame.recorded,
                        bytes: frame.payload.count
                    )
                    guard hasTypes, let report = frame.report else { return }
                    inspection.add(type: report.type, payloadBytes: report.payloadBytes)
                }
            } catch {
                // An upper bound, as changes of state are among them: better than to claim that nothing waits.
                let count = Int(clamping: self.journal.nextSequence &- 1 &- known)
                inspection.inJournal = [.tracked: ClassTotal(count: count, bytes: self.journal.pendingBytes)]
                inspection.problems.append(
                    "The journal cannot be read now, up to \(count) records wait in it: \(error)"
                )
            }
            let status = self.journal.status
            inspection.journalBytes = status.pendingBytes
            if case .memory(let reason) = status.backing {
                inspection.memoryReason = reason
                inspection.problems.append(
                    "The journal's files cannot be written now, new records are in memory alone: \(reason)"
                )
            }
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
        try self.connection.query("SELECT seq, recorded FROM meta ORDER BY seq LIMIT 1") { row in
            inspection.noteOldest(sequence: UInt64(bitPattern: row.integer(at: 0)), recorded: row.integer(at: 1))
        }
    }

    /// Counts records by type.
    func describeTypes(into inspection: inout StoreInspection) throws {
        try self.connection.query(
            """
            SELECT type, count(*), count(payload_bytes), sum(payload_bytes) FROM meta WHERE type IS NOT NULL GROUP BY type
            """
        ) { row in
            inspection.types[row.text(at: 0)] = StoreInspection.TypeTotal(
                count: Int(row.integer(at: 1)),
                payloads: Int(row.integer(at: 2)),
                payloadBytes: Int(row.integer(at: 3))
            )
        }
    }
}

extension JournalFrame {
    /// The type and the bytes of the payload of a record of a Prism channel; nil for everything else.
    var report: (type: String, payloadBytes: Int)? {
        guard self.kind == .report, let parts = try? ReportParts(self.payload) else { return nil }
        return (parts.type, parts.payload.count)
    }
}
