import SpoorSQLite
import SpoorWire

/// Writes projections to the main file; the caller holds the transaction.
final class ProjectionWriter {
    /// Reject records that are kept, the oldest dropped first.
    static let maxRejects = 10_000

    private let connection: Connection
    private let foreign: Statement
    private let mark: Statement
    private let reject: Statement
    private let profiles: ProfileTable

    init(connection: Connection) throws {
        self.connection = connection
        self.foreign = try connection.prepare(
            "INSERT OR IGNORE INTO foreign_id (hash, received, digest) VALUES (?, ?, ?)"
        )
        self.mark = try connection.prepare(
            """
            INSERT INTO mark (day, seen, projected) VALUES (?1, 0, ?2)
            ON CONFLICT (day) DO UPDATE SET projected = max(projected, ?2)
            """
        )
        self.reject = try connection.prepare(
            "INSERT INTO reject (received, place, reason, source, raw, length) VALUES (?, ?, ?, ?, ?, ?)"
        )
        self.profiles = try ProfileTable(connection: connection)
    }

    func write(_ projection: Projection) throws {
        for id in projection.foreignIDs {
            try self.foreign.bind(.blob(id.hash.bytes), at: 1)
            try self.foreign.bind(id.received, at: 2)
            try self.foreign.bind(Int64(id.digest), at: 3)
            try self.foreign.run()
        }
        try self.writeIdentity(projection)
        for operation in projection.profiles { try self.profiles.apply(operation) }
        for operation in projection.items { try self.profiles.applyItem(operation) }
        try self.writeRejects(projection)
        for id in projection.resolvedRejects {
            try self.connection.run("DELETE FROM reject WHERE id = ?", [.integer(id)])
        }
        for (key, number) in projection.counts {
            try self.connection.run(
                """
                INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = value + ?2
                """,
                [.text(key), .integer(number)]
            )
        }
        for (day, row) in projection.marks {
            try self.mark.bind(Int64(day), at: 1)
            try self.mark.bind(row, at: 2)
            try self.mark.run()
        }
    }

    private func writeIdentity(_ projection: Projection) throws {
        for id in projection.logins {
            try self.connection.run("INSERT OR IGNORE INTO login (id) VALUES (?)", [.integer(id)])
        }
        for link in projection.links {
            try self.connection.run(
                "INSERT OR IGNORE INTO link (id, login) VALUES (?, ?)",
                [.integer(link.id), .integer(link.login)]
            )
        }
        for link in projection.separations {
            try self.connection.run(
                "DELETE FROM link WHERE id = ? AND login = ?",
                [.integer(link.id), .integer(link.login)]
            )
        }
        for refusal in projection.refusals {
            try self.connection.run(
                """
                INSERT INTO refused_link (id, login, count, first) VALUES (?, ?, 1, ?)
                ON CONFLICT (id, login) DO UPDATE SET count = count + 1
                """,
                [.integer(refusal.id), .integer(refusal.login), .integer(refusal.time)]
            )
        }
    }

    private func writeRejects(_ projection: Projection) throws {
        guard !projection.rejects.isEmpty else { return }
        for (received, source, reject) in projection.rejects {
            try self.reject.bind(received, at: 1)
            try self.reject.bind(reject.index.map { .integer(Int64($0)) } ?? .null, at: 2)
            try self.reject.bind(reject.reason, at: 3)
            try self.reject.bind(source, at: 4)
            try self.reject.bind(.blob(reject.raw), at: 5)
            try self.reject.bind(Int64(reject.rawLength), at: 6)
            try self.reject.run()
        }
        try self.connection.run(
            "DELETE FROM reject WHERE id <= (SELECT max(id) FROM reject) - ?",
            [.integer(Int64(Self.maxRejects))]
        )
    }
}
