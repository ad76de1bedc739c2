import SpoorSQLite
import SpoorWire

/// Losses that a record tells, and of what.
public struct ToldLosses: Equatable, Sendable {
    /// The channel that lost them; empty where it is that of the record.
    public var channel: String
    /// What was lost.
    public var losses: [Loss]
    /// Whether the record that tells it is damaged: it lies in the dead letters, and is never delivered.
    var isDamaged = false

    /// Notes losses.
    ///
    /// - Parameters:
    ///   - channel: the channel that lost them; empty where it is that of the record.
    ///   - losses: what was lost.
    public init(channel: String = "", losses: [Loss]) {
        self.channel = channel
        self.losses = losses
    }

    /// Reads what ``json`` wrote.
    init?(_ json: JSONValue) {
        guard let channel = json["channel"]?.stringValue, let entries = json["losses"]?.arrayValue else { return nil }
        self.init(channel: channel, losses: entries.compactMap { Loss($0) })
        self.isDamaged = json["damaged"] == .bool(true)
    }

    var json: JSONValue {
        .object([
            (key: "channel", value: .string(self.channel)),
            (key: "losses", value: .array(self.losses.map(\.json))),
            (key: "damaged", value: .bool(self.isDamaged)),
        ])
    }
}

extension Loss {
    /// Reads what ``json`` wrote; nil where it is no count of a known reason and class.
    init?(_ json: JSONValue) {
        guard let parts = json.arrayValue, parts.count == 3,
            let reason = parts[0].stringValue.flatMap(LossReason.init),
            let recordClass = parts[1].int64Value.flatMap({ UInt8(exactly: $0) }).flatMap(RecordClass.init),
            let count = parts[2].int64Value
        else { return nil }
        self.init(reason, recordClass, count: Int(clamping: count))
    }

    /// The count as it is kept.
    var json: JSONValue {
        .array([
            .string(self.reason.rawValue), .integer(self.recordClass.rawValue), .integer(max(0, self.count)),
        ])
    }
}

/// A report of losses is lost like any record: what it tells is kept beside it until it is delivered, so that it can be told
/// again.
extension RecordStore {
    private static let prefix = "told."

    /// Where the notes are among the marks.
    private static let range = "key >= 'told.' AND key < 'told/'"

    /// Keeps what a record tells, until it is delivered.
    ///
    /// - Parameters:
    ///   - told: what it tells.
    ///   - sequence: its number; it may still be in the journal.
    /// - Throws: `SQLiteError`; nothing has changed then.
    public func keepTold(_ told: ToldLosses, by sequence: UInt64) throws {
        try self.write { try self.put(told, by: sequence) }
    }

    private func put(_ told: ToldLosses, by sequence: UInt64) throws {
        self.reports = nil
        try self.connection.run(
            "REPLACE INTO mark(key, value) VALUES(?, ?)",
            [.text("\(Self.prefix)\(sequence)"), .text(told.json.jsonText)]
        )
    }

    private func told(by sequence: UInt64) throws -> ToldLosses? {
        let key = SQLiteValue.text("\(Self.prefix)\(sequence)")
        guard case .text(let text)? = try self.connection.value("SELECT value FROM mark WHERE key = ?", [key]) else {
            return nil
        }
        return (try? JSONValue(parsing: Array(text.utf8))).flatMap { ToldLosses($0) }
    }

    /// What other channels lost and nobody will tell, because the records that told it are gone undelivered, by their
    /// numbers.
    public func untoldOfOthers() throws -> [UInt64: ToldLosses] {
        try self.untold().filter { !$0.value.channel.isEmpty }
    }

    /// Forgets what records told, because it was told anew.
    public func forgetTold(by sequences: some Sequence<UInt64>) throws {
        try self.write { try self.deleteTold(by: sequences) }
    }

    /// What records told that are gone, although nothing delivered them.
    func untold() throws -> [UInt64: ToldLosses] {
        var untold: [UInt64: ToldLosses] = [:]
        for sequence in try self.reportSequences() where sequence <= self.lastSequence {
            guard let told = try self.told(by: sequence) else { continue }
            let number = SQLiteValue.integer(Int64(bitPattern: sequence))
            let isThere =
                try self.connection.integer("SELECT 1 FROM meta WHERE seq = ?", [number])
                ?? self.connection.integer("SELECT 1 FROM dead_letter WHERE seq = ?", [number])
            if isThere == nil || told.isDamaged { untold[sequence] = told }
        }
        return untold
    }

    /// Counts anew what this queue's own reports told that are gone, within a transaction.
    func countUntold() throws {
        let untold = try self.untold().filter(\.value.channel.isEmpty)
        for told in untold.values { try self.note(told.losses) }
        try self.deleteTold(by: untold.keys)
    }

    /// Forgets what records told that were delivered, within a transaction.
    func noteDelivered(_ rows: [RecordBatch.Row]) throws {
        let reports = try self.reportSequences()
        guard !reports.isEmpty else { return }
        try self.deleteTold(by: rows.lazy.map(\.sequence).filter(reports.contains))
    }

    /// Notes that records which tell losses are damaged, within a transaction.
    func noteDamaged(_ letters: [DeadLetterReason]) throws {
        for letter in letters where letter.isDamaged {
            guard var told = try self.told(by: letter.sequence) else { continue }
            told.isDamaged = true
            try self.put(told, by: letter.sequence)
        }
    }

    /// The numbers of the records that tell losses and were not delivered; such a record's own end is no loss, as what
    /// it tells is told again.
    func reportSequences() throws -> Set<UInt64> {
        if let reports = self.reports { return reports }
        var found: Set<UInt64> = []
        try self.connection.query("SELECT key FROM mark WHERE \(Self.range)") { row in
            if let sequence = UInt64(row.text(at: 0).dropFirst(Self.prefix.count)) { found.insert(sequence) }
        }
        self.reports = found
        return found
    }

    /// The same as a list for SQL.
    func reportList() throws -> String {
        try self.reportSequences().map { String(Int64(bitPattern: $0)) }.joined(separator: ", ")
    }

    private func deleteTold(by sequences: some Sequence<UInt64>) throws {
        for sequence in sequences {
            self.reports = nil
            try self.connection.run("DELETE FROM mark WHERE key = ?", [.text("\(Self.prefix)\(sequence)")])
        }
    }
}
