import Foundation
import SpoorSQLite
import SpoorWire

/// A project's payloads: one SQLite file beside the events, joined to them by report id.
///
/// The rows that wait are the worker's queue, so it survives a restart. One connection writes, and is taken by the
/// collector's writer and by the worker in turns, so that neither finds the file locked by the other.
final class PayloadFile: PayloadSource {
    /// Tries after which a payload is given up: one that ends the process is tried no more then.
    static let maxAttempts: Int64 = 3
    /// Bytes of payloads that are taken at once; one is always taken, however large.
    static let maxTakenBytes = 8 * 1024 * 1024

    private static let givenUp =
        "The payload was tried \(PayloadFile.maxAttempts) times, and each time the collector ended before it was handled."

    private static let migrations = [
        Migration(
            "payloads",
            sql: """
                CREATE TABLE payload (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, report_id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
                    received INTEGER NOT NULL, size INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0,
                    attempts INTEGER NOT NULL DEFAULT 0, reason TEXT, kind TEXT, facts TEXT,
                    compressed INTEGER NOT NULL, bytes BLOB NOT NULL);
                CREATE INDEX payload_queue ON payload (attempts, id) WHERE state = 0;
                CREATE INDEX payload_age ON payload (received);
                """
        )
    ]

    private static let columns = "id, report_id, type, size, received, state, reason, kind, facts"

    private let path: String
    private let busyTimeoutMilliseconds: Int
    private let putAside: @Sendable (String) -> Void
    /// Nil until the next attempt after a fault.
    private let writing: Locked<Connection?>
    private let reading: Locked<Connection?> = Locked(nil)

    /// Opens the file, where there is one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyTimeoutMilliseconds: How long another process may hold it locked.
    ///   - putAside: Gets the path under which a damaged file was put aside.
    /// - Throws: why the file cannot be opened.
    init(path: String, busyTimeoutMilliseconds: Int, putAside: @escaping @Sendable (String) -> Void = { _ in }) throws {
        self.path = path
        self.putAside = putAside
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.writing = Locked(nil)
        guard self.exists else { return }
        try self.writing.withLock { connection in
            do {
                connection = try self.open()
            } catch let error as SQLiteError where error.isCorruption {
                self.setAside()
                connection = try self.open()
            }
        }
    }

    /// A project without payloads has no file.
    private var exists: Bool { access(self.path, F_OK) == 0 }

    private func open() throws -> Connection {
        var configuration = ConnectionConfiguration()
        configuration.synchronous = .full
        configuration.checkpointPages = 1_000
        configuration.cacheKibibytes = 2_048
        configuration.isIncrementalVacuum = true
        configuration.busyTimeoutMilliseconds = self.busyTimeoutMilliseconds
        let connection = try Connection(path: self.path, configuration: configuration)
        try connection.migrate(Self.migrations)
        return connection
    }

    /// Runs a change; after a fault the file is opened anew, and put aside where it is damaged.
    private func change<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try self.writing.withLock { connection in
            let open = try connection ?? self.open()
            connection = open
            do {
                return try body(open)
            } catch {
                connection = nil
                if let error = error as? SQLiteError, error.isCorruption { self.setAside() }
                throw error
            }
        }
    }

    /// Puts a damaged file aside under a new name, so that payloads are taken again.
    private func setAside() {
        var number = 1
        let stem = self.path.hasSuffix(".sqlite") ? String(self.path.dropLast(7)) : self.path
        while FileManager.default.fileExists(atPath: "\(stem).corrupt-\(number)") { number += 1 }
        for suffix in ["", "-wal", "-shm"] { rename("\(self.path)\(suffix)", "\(stem).corrupt-\(number)\(suffix)") }
        self.reading.withLock { $0 = nil }
        self.putAside("\(stem).corrupt-\(number)")
    }

    func close() { self.writing.withLock { $0 = nil } }

    // MARK: Writing

    /// Stores what is not there yet, in one transaction that reaches the disk.
    ///
    /// - Parameters:
    ///   - payloads: Each with the time of its arrival.
    ///   - willCommit: Asked before the commit.
    /// - Returns: How many were new.
    /// - Throws: why the file cannot be written, or what `willCommit` throws.
    func store(_ payloads: [(received: Int64, payload: ReceivedPayload)], willCommit: () throws -> Void) throws -> Int {
        try self.change { connection in
            try connection.transaction {
                let insert = try connection.prepare(
                    """
                    INSERT INTO payload (report_id, type, received, size, compressed, bytes) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (report_id) DO NOTHING
                    """
                )
                var stored = 0
                for (received, payload) in payloads {
                    try insert.bind(payload.reportID, at: 1)
                    try insert.bind(payload.type, at: 2)
                    try insert.bind(received, at: 3)
                    try insert.bind(Int64(payload.size), at: 4)
                    try insert.bind(Int64(payload.isCompressed ? 1 : 0), at: 5)
                    try payload.bytes.withUnsafeBytes { bytes in
                        try insert.bind(borrowing: bytes, at: 6)
                        try insert.run()
                    }
                    stored += connection.changes
                }
                try willCommit()
                return stored
            }
        }
    }

    /// Takes payloads that wait: several that nobody has tried, or one that was tried before.
    ///
    /// The try is noted first, so that a payload that ends the process is given up in the end, and takes no other along.
    func take(limit: Int) throws -> [(record: PayloadRecord, bytes: [UInt8]?)] {
        guard self.exists else { return [] }
        return try self.change { connection in
            try connection.transaction {
                try connection.run(
                    "UPDATE payload SET state = ?, reason = ? WHERE state = 0 AND attempts >= ?",
                    [.integer(PayloadState.failed.number), .text(Self.givenUp), .integer(Self.maxAttempts)]
                )
                let tries = try connection.integer("SELECT min(attempts) FROM payload WHERE state = 0") ?? 0
                let waiting = try connection.prepare(
                    """
                    SELECT \(Self.columns), compressed, bytes FROM payload WHERE state = 0 AND attempts = ?
                    ORDER BY id LIMIT ?
                    """
                )
                try waiting.bind(tries, at: 1)
                try waiting.bind(Int64(tries > 0 ? 1 : limit), at: 2)
                var taken: [(record: PayloadRecord, bytes: [UInt8]?)] = []
                var size = 0
                while size < Self.maxTakenBytes, try waiting.step() {
                    let record = Self.record(waiting)
                    taken.append((record, try? Self.bytes(waiting, compressed: 9, bytes: 10)))
                    size += record.size
                }
                waiting.reset()
                for entry in taken {
                    try connection.run(
                        "UPDATE payload SET attempts = attempts + 1 WHERE id = ?",
                        [.integer(entry.record.id)]
                    )
                }
                return taken
            }
        }
    }

    /// Notes what became of payloads.
    func finish(_ results: [(id: Int64, result: Result<PayloadFinding, PayloadFault>)]) throws {
        try self.change { connection in
            try connection.transaction {
                for (id, result) in results {
                    switch result {
                    case .success(let finding):
                        try connection.run(
                            "UPDATE payload SET state = ?, kind = ?, facts = ? WHERE id = ?",
                            [
                                .integer(PayloadState.handled.number), .text(finding.kind), .text(finding.json),
                                .integer(id),
                            ]
                        )
                    case .failure(let fault):
                        try connection.run(
                            "UPDATE payload SET state = ?, reason = ? WHERE id = ?",
                            [.integer(PayloadState.failed.number), .text(fault.description), .integer(id)]
                        )
                    }
                }
            }
        }
    }

    /// Removes what arrived before a time, some at once so that nobody waits long; returns how many.
    func remove(receivedBefore time: Int64, limit: Int = 200) throws -> Int {
        guard self.exists else { return 0 }
        return try self.change { connection in
            let removed = try connection.run(
                "DELETE FROM payload WHERE id IN (SELECT id FROM payload WHERE received < ? ORDER BY received LIMIT ?)",
                [.integer(time), .integer(Int64(max(0, limit)))]
            )
            if removed > 0 { try connection.incrementalVacuum(pages: 2_000) }
            return removed
        }
    }

    // MARK: Reading

    private func read<Result>(orElse none: Result, _ body: (Connection) throws -> Result) throws -> Result {
        guard self.exists else { return none }
        return try self.reading.withLock { connection in
            var configuration = ConnectionConfiguration()
            configuration.isReadOnly = true
            let open = try connection ?? Connection(path: self.path, configuration: configuration)
            connection = open
            return try body(open)
        }
    }

    func list(state: PayloadState?, before: Int64?, limit: Int) throws -> [PayloadRecord] {
        try self.read(orElse: []) { connection in
            var records: [PayloadRecord] = []
            try connection.query(
                """
                SELECT \(Self.columns) FROM payload WHERE id < ? AND (?2 IS NULL OR state = ?2)
                ORDER BY id DESC LIMIT ?3
                """,
                [
                    .integer(before ?? .max), state.map { .integer($0.number) } ?? .null,
                    .integer(Int64(max(0, limit))),
                ]
            ) { records.append(Self.record($0)) }
            return records
        }
    }

    func counts() throws -> [PayloadState: Int64] {
        try self.read(orElse: [:]) { connection in
            var counts: [PayloadState: Int64] = [:]
            try connection.query("SELECT state, count(*) FROM payload GROUP BY state") { row in
                counts[PayloadState(number: row.integer(at: 0)), default: 0] += row.integer(at: 1)
            }
            return counts
        }
    }

    func record(reportID: String) throws -> PayloadRecord? {
        try self.read(orElse: nil) { connection in
            var found: PayloadRecord?
            try connection.query("SELECT \(Self.columns) FROM payload WHERE report_id = ?", [.text(reportID)]) {
                found = Self.record($0)
            }
            return found
        }
    }

    func bytes(reportID: String) throws -> [UInt8]? {
        try self.read(orElse: nil) { connection in
            var found: [UInt8]?
            try connection.query("SELECT compressed, bytes FROM payload WHERE report_id = ?", [.text(reportID)]) {
                found = try Self.bytes($0, compressed: 0, bytes: 1)
            }
            return found
        }
    }

    private static func record(_ row: Statement) -> PayloadRecord {
        PayloadRecord(
            id: row.integer(at: 0),
            reportID: row.text(at: 1),
            type: row.text(at: 2),
            size: Int(row.integer(at: 3)),
            received: row.integer(at: 4),
            state: PayloadState(number: row.integer(at: 5)),
            reason: row.isNull(at: 6) ? nil : row.text(at: 6),
            kind: row.isNull(at: 7) ? nil : row.text(at: 7),
            facts: row.isNull(at: 8) ? nil : row.text(at: 8)
        )
    }

    private static func bytes(_ row: Statement, compressed: Int, bytes: Int) throws -> [UInt8] {
        guard row.integer(at: compressed) != 0 else { return row.blob(at: bytes) }
        return try Gzip.decompress(row.borrowedBlob(at: bytes), limit: IngestLimits.maxInflatedBytes)
    }
}

extension ReceivedPayload {
    /// Takes a payload, compressed where that pays.
    init(reportID: String, type: String, bytes: [UInt8]) {
        let compressed = bytes.count > 256 ? Gzip.compress(bytes) : nil
        let isSmaller = (compressed?.count ?? .max) < bytes.count
        self.init(
            reportID: reportID,
            type: type,
            size: bytes.count,
            bytes: isSmaller ? compressed ?? bytes : bytes,
            isCompressed: isSmaller
        )
    }
}
