import SpoorSQLite

/// The records that wait to be uploaded, in a SQLite database.
///
/// A store belongs to one serial queue. Records are known by their sequence number and deleted by it, never by position
/// (bug case O-11).
public final class RecordStore {
    let connection: Connection
    /// The file of the database.
    public let path: String
    /// The highest sequence number that has ever been stored here: it outlives the records.
    public internal(set) var lastSequence: UInt64
    /// Numbers and sizes of what is stored, by class; dead letters not included.
    public internal(set) var totals: [RecordClass: ClassTotal]
    /// How many dead letters there are.
    public internal(set) var deadLetterCount: Int
    /// Called between the steps that a test may want to end the process at.
    package var point: @Sendable (StorePoint) -> Void = { _ in }

    /// How many records were gone when the database was opened or begun anew.
    public internal(set) var missing = 0

    /// Where commits are noted; nil where nobody asks for that.
    var ledger: CommitLedger?
    /// What is kept, by commit.
    var stock = RecordStock(last: 0, total: 0)

    /// Whether the totals have been counted since the store was opened, and not only read.
    var isCounted = false
    var inFlight: [Int64: [RecordBatch.Row]] = [:]
    var lastBatch: Int64 = 0

    /// Frames of the last ``insert(_:beforeCommit:)`` that could not be taken apart.
    var unreadable = 0
    /// Records whose payload was gone, found when the database was opened; they go without it.
    var lostPayloads = 0
    /// The records that tell losses and were not delivered; nil where that is to be read.
    var reports: Set<UInt64>?
    /// How many dead letters there were when the bytes of their payloads were last looked at.
    var deadLetterPayloads = 0

    private let insertRecord: Statement
    private let insertReport: Statement
    private let insertPayload: Statement
    let deletePayload: Statement
    let selectPayload: Statement
    let updateSequence: Statement
    let updateTotal: Statement
    let selectBySequence: Statement
    let selectCrashes: Statement
    let selectOthers: Statement
    let mark: Statement

    /// Takes over an open database whose tables are up to date; marks of an earlier run count no more.
    init(connection: Connection, path: String) throws {
        self.connection = connection
        self.path = path
        // Marks end with the run that made them, so they lie in memory, before the table of older builds: uploading what
        // waits needs no room on the disk.
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("CREATE TEMP TABLE in_flight(seq INTEGER PRIMARY KEY, batch INTEGER)")
        self.insertRecord = try connection.prepare(
            "INSERT OR IGNORE INTO meta(seq, class, recorded, bytes, crc) VALUES(?, ?, ?, ?, ?)"
        )
        self.insertReport = try connection.prepare(
            "INSERT OR IGNORE INTO meta(seq, class, recorded, \(RowChecksum.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        )
        self.insertPayload = try connection.prepare("REPLACE INTO payload(report_id, bytes, crc) VALUES(?, ?, ?)")
        self.deletePayload = try connection.prepare(
            "DELETE FROM payload WHERE report_id = (SELECT report_id FROM meta WHERE seq = ?)"
        )
        self.selectPayload = try connection.prepare("SELECT report_id, bytes, crc FROM payload WHERE report_id = ?")
        self.updateSequence = try connection.prepare("UPDATE mark SET value = ? WHERE key = 'last_seq'")
        self.updateTotal = try connection.prepare("REPLACE INTO total(class, count, bytes) VALUES(?, ?, ?)")
        self.selectBySequence = try connection.prepare(Self.selection(.all))
        self.selectCrashes = try connection.prepare(Self.selection(.crashes))
        self.selectOthers = try connection.prepare(Self.selection(.others))
        self.mark = try connection.prepare("INSERT INTO in_flight(seq, batch) VALUES(?, ?)")
        let last = try connection.integer("SELECT value FROM mark WHERE key = 'last_seq'") ?? 0
        let highest = try Self.highestSequence(connection)
        self.lastSequence = UInt64(max(last, highest, 0))
        self.deadLetterCount = Int(try connection.integer("SELECT count(*) FROM dead_letter") ?? 0)
        var totals: [RecordClass: ClassTotal] = [:]
        try connection.query("SELECT class, count, bytes FROM total") { row in
            guard let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 0))) else { return }
            totals[recordClass] = Self.total(row, at: 1)
        }
        self.totals = totals
        self.stock = RecordStock(last: self.lastSequence, total: self.count + self.deadLetterCount)
    }

    /// The number of the last row, unless that row was changed: records would be lost below a number that was never given.
    static func highestSequence(_ connection: Connection) throws -> Int64 {
        var highest: Int64 = 0
        let newest = "SELECT seq, class, recorded, \(RowChecksum.columns) FROM meta ORDER BY seq DESC LIMIT 1"
        try connection.query(newest) { row in
            if RowChecksum.fits(row, bytes: 3) { highest = row.integer(at: 0) }
        }
        return highest
    }

    /// Numbers from two columns of a row, kept in a range where no damage to them can overflow a sum.
    static func total(_ row: Statement, at column: Int) -> ClassTotal {
        let most = Int64(Int.max / 16)
        return ClassTotal(
            count: Int(clamping: min(max(row.integer(at: column), 0), most)),
            bytes: Int(clamping: min(max(row.integer(at: column + 1), 0), most))
        )
    }

    /// How many records are stored.
    public var count: Int { self.totals.values.reduce(0) { $0 &+ $1.count } }

    /// How many bytes of payload are stored.
    public var bytes: Int { self.totals.values.reduce(0) { $0 &+ $1.bytes } }

    /// Runs `body` in one transaction; when it fails, the totals are as before, like the tables.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        let (totals, sequence, dead, flights) = (self.totals, self.lastSequence, self.deadLetterCount, self.inFlight)
        let stock = self.stock
        do {
            let result = try self.connection.transaction {
                let result = try body()
                try self.saveTotals(changedFrom: totals)
                return result
            }
            self.noteStock()
            return result
        } catch {
            (self.totals, self.lastSequence, self.deadLetterCount, self.inFlight) = (totals, sequence, dead, flights)
            self.stock = stock
            self.reports = nil
            throw error
        }
    }

    private func saveTotals(changedFrom before: [RecordClass: ClassTotal]) throws {
        for (recordClass, total) in self.totals where before[recordClass] != total {
            try self.updateTotal.bind(Int64(recordClass.rawValue), at: 1)
            try self.updateTotal.bind(Int64(total.count), at: 2)
            try self.updateTotal.bind(Int64(total.bytes), at: 3)
            try self.updateTotal.run()
        }
    }

    /// Stores what `source` hands over, and the highest sequence number seen, in one transaction.
    ///
    /// - Parameters:
    ///   - source: calls its argument once per record, in ascending order. Records up to ``lastSequence`` are known
    ///     already and skipped. Bytes are borrowed only during the call.
    ///   - beforeCommit: runs last in the transaction; when it throws, nothing is stored.
    /// - Returns: the number of records that are new.
    /// - Throws: `SQLiteError`, and what the arguments throw.
    @discardableResult
    public func insert(
        _ source: ((JournalFrame) throws -> Void) throws -> Void,
        beforeCommit: () throws -> Void = {}
    ) throws -> Int {
        try self.write {
            var new = 0
            self.unreadable = 0
            var highest = self.lastSequence
            let known = self.lastSequence
            var added = [ClassTotal](repeating: ClassTotal(), count: RecordClass.allCases.count)
            try source { frame in
                guard frame.sequence > known else { return }
                highest = max(highest, frame.sequence)
                guard frame.kind.isRecord, let bytes = try self.add(frame) else { return }
                new += 1
                added[Int(frame.recordClass.rawValue)].count += 1
                added[Int(frame.recordClass.rawValue)].bytes += bytes
            }
            for statement in [self.insertRecord, self.insertReport, self.insertPayload] { statement.clearBindings() }
            for recordClass in RecordClass.allCases where added[Int(recordClass.rawValue)].count > 0 {
                self.totals[recordClass, default: .init()].count += added[Int(recordClass.rawValue)].count
                self.totals[recordClass, default: .init()].bytes += added[Int(recordClass.rawValue)].bytes
            }
            try self.raiseSequence(to: highest)
            self.stock.add(new, through: highest)
            try beforeCommit()
            return new
        }
    }

    /// Stores a frame's record, within a transaction.
    ///
    /// - Returns: how many bytes it has; nil where nothing was stored.
    private func add(_ frame: JournalFrame) throws -> Int? {
        if frame.kind == .report { return try self.addReport(frame) }
        try self.bind(frame, frame.payload, to: self.insertRecord)
        try self.insertRecord.bind(Self.checksum(of: frame, frame.payload), at: 5)
        try self.insertRecord.run()
        return self.connection.changes > 0 ? frame.payload.count : nil
    }

    /// Takes a report apart and stores its parts; one that cannot be is counted.
    private func addReport(_ frame: JournalFrame) throws -> Int? {
        guard let parts = try? ReportParts(frame.payload), let id = parts.reportID else {
            self.unreadable += 1
            return nil
        }
        let payloadBytes = parts.payload.isEmpty ? nil : Int64(parts.payload.count)
        var type = parts.type
        let checksum = type.withUTF8 { type in
            RowChecksum.of(
                report: Self.checksum(of: frame, parts.meta),
                type: UnsafeRawBufferPointer(type),
                reportID: id,
                payloadBytes: payloadBytes
            )
        }
        let reportID = String(decoding: id, as: UTF8.self)
        try self.bind(frame, parts.meta, to: self.insertReport)
        try self.insertReport.bind(checksum, at: 5)
        try self.insertReport.bind(parts.type, at: 6)
        try self.insertReport.bind(reportID, at: 7)
        try self.insertReport.bind(payloadBytes.map { .integer($0) } ?? .null, at: 8)
        try self.insertReport.run()
        guard self.connection.changes > 0 else {
            self.unreadable += 1
            return nil
        }
        guard payloadBytes != nil else { return parts.meta.count }
        try self.insertPayload.bind(reportID, at: 1)
        try self.insertPayload.bind(borrowing: parts.payload, at: 2)
        try self.insertPayload.bind(RowChecksum.of(payload: parts.payload, reportID: id), at: 3)
        try self.insertPayload.run()
        return parts.meta.count + parts.payload.count
    }

    private func bind(_ frame: JournalFrame, _ bytes: UnsafeRawBufferPointer, to statement: Statement) throws {
        try statement.bind(Int64(bitPattern: frame.sequence), at: 1)
        try statement.bind(Int64(frame.recordClass.rawValue), at: 2)
        try statement.bind(frame.recorded, at: 3)
        try statement.bind(borrowing: bytes, at: 4)
    }

    private static func checksum(of frame: JournalFrame, _ bytes: UnsafeRawBufferPointer) -> Int64 {
        RowChecksum.of(
            sequence: Int64(bitPattern: frame.sequence),
            recordClass: Int64(frame.recordClass.rawValue),
            recorded: frame.recorded,
            bytes: bytes
        )
    }

    /// Writes the high-water mark, within a transaction.
    func raiseSequence(to sequence: UInt64) throws {
        guard sequence > self.lastSequence else { return }
        self.lastSequence = sequence
        try self.updateSequence.bind(Int64(bitPattern: sequence), at: 1)
        try self.updateSequence.run()
    }
}
