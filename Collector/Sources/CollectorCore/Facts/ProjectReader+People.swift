import SpoorSQLite
import SpoorWire

extension ProjectReader {
    func nameID(_ name: String) -> Int32? { self.state.withLock { $0.nameIDs[name] } }

    func name(_ id: Int32) -> String? {
        self.state.withLock { state in
            let index = Int(id) - 1
            return state.names.indices.contains(index) ? state.names[index].name : nil
        }
    }

    func allNames() -> [EventName] { self.state.withLock { $0.names }.filter { !$0.name.isEmpty } }

    func quality() -> QualityCounters { self.state.withLock { $0.quality } }

    func person(forUser user: Int64) -> PersonID { self.state.withLock { $0.identity.person(of: user) } }

    func person(forIdentifier identifier: String) throws -> PersonID? {
        let id = try self.main.withLock { main in
            try main.integer("SELECT id FROM identifier WHERE text = ?", [.text(identifier)])
        }
        return id.map { self.person(forUser: $0) }
    }

    func identifiers(of person: PersonID) throws -> [String] {
        let ids = self.state.withLock { $0.identity.identifiers(of: person) }
        return try self.main.withLock { main in
            try ids.compactMap { try Self.identifier($0, main) }
        }
    }

    func identifiers(beginningWith prefix: String, limit: Int) throws -> [String] {
        try self.main.withLock { main in
            var found: [String] = []
            // The last scalar there is ends the part of the index that begins with the prefix.
            try main.query(
                "SELECT text FROM identifier WHERE text >= ? AND text < ? ORDER BY text LIMIT ?",
                [.text(prefix), .text(prefix + "\u{10FFFF}"), .integer(Int64(max(0, limit)))]
            ) { found.append($0.text(at: 0)) }
            return found
        }
    }

    func profile(of person: PersonID) throws -> [ProfileProperty] {
        let ids = self.state.withLock { $0.identity.identifiers(of: person) }
        return try self.main.withLock { main in
            var values: [String: String] = [:]
            // The login id comes last, so that its values stand.
            for id in ids.reversed() {
                try main.query("SELECT key, json FROM profile WHERE user = ?", [.integer(id)]) { row in
                    values[row.text(at: 0)] = row.text(at: 1)
                }
            }
            return values.sorted { $0.key < $1.key }.map { ProfileProperty(key: $0.key, json: $0.value) }
        }
    }

    func rejects(limit: Int, offset: Int) throws -> [RejectRecord] {
        try self.main.withLock { main in
            var found: [RejectRecord] = []
            try main.query(
                """
                SELECT id, received, place, reason, source, raw, length FROM reject ORDER BY id DESC LIMIT ? OFFSET ?
                """,
                [.integer(Int64(max(0, limit))), .integer(Int64(offset))]
            ) { row in
                found.append(
                    RejectRecord(
                        id: row.integer(at: 0),
                        received: row.integer(at: 1),
                        index: row.isNull(at: 2) ? nil : Int(row.integer(at: 2)),
                        reason: row.text(at: 3),
                        source: row.text(at: 4),
                        raw: row.blob(at: 5),
                        rawLength: Int(row.integer(at: 6))
                    )
                )
            }
            return found
        }
    }

    func refusedLinks(limit: Int) throws -> [RefusedLink] {
        var rows: [(id: Int64, login: Int64, count: Int64, first: Int64)] = []
        return try self.main.withLock { main in
            try main.query(
                "SELECT id, login, count, first FROM refused_link ORDER BY first DESC LIMIT ?",
                [.integer(Int64(max(0, limit)))]
            ) { row in
                rows.append((row.integer(at: 0), row.integer(at: 1), row.integer(at: 2), row.integer(at: 3)))
            }
            return try rows.map { row in
                let owner = self.person(forUser: row.id).rawValue
                return RefusedLink(
                    identifier: try Self.identifier(row.id, main) ?? "",
                    login: try Self.identifier(row.login, main) ?? "",
                    owner: owner == row.id ? nil : try Self.identifier(owner, main),
                    count: row.count,
                    firstTime: row.first
                )
            }
        }
    }

    private static func identifier(_ id: Int64, _ main: Connection) throws -> String? {
        guard case .text(let text) = try main.value("SELECT text FROM identifier WHERE id = ?", [.integer(id)]) else {
            return nil
        }
        return text
    }
}
