import SpoorSQLite
import SpoorWire

/// What profile and item operations leave behind: one JSON value per property.
final class ProfileTable {
    private let connection: Connection
    private let get: Statement
    private let put: Statement
    private let remove: Statement

    init(connection: Connection) throws {
        self.connection = connection
        self.get = try connection.prepare("SELECT json FROM profile WHERE user = ? AND key = ?")
        self.put = try connection.prepare("INSERT OR REPLACE INTO profile (user, key, json) VALUES (?, ?, ?)")
        self.remove = try connection.prepare("DELETE FROM profile WHERE user = ? AND key = ?")
    }

    /// Applies one `profile_…` event.
    func apply(_ operation: Projection.ProfileOperation) throws {
        if operation.type == .profileDelete {
            try self.connection.run("DELETE FROM profile WHERE user = ?", [.integer(operation.user)])
            return
        }
        for (key, value) in Self.properties(operation) {
            if operation.type == .profileUnset {
                try self.remove.bind(operation.user, at: 1)
                try self.remove.bind(key, at: 2)
                try self.remove.run()
                continue
            }
            let old = try self.value(operation.user, key)
            guard let new = ProfileRule.value(of: operation.type, old: old, given: value), new != old else { continue }
            try self.put.bind(operation.user, at: 1)
            try self.put.bind(key, at: 2)
            try self.put.bind(new.jsonText, at: 3)
            try self.put.run()
        }
    }

    /// Applies one `item_…` event.
    func applyItem(_ operation: Projection.ProfileOperation) throws {
        guard let event = try? JSONValue(parsing: operation.json), let type = event["item_type"]?.stringValue,
            let id = event["item_id"]?.stringValue
        else { return }
        if operation.type == .itemDelete {
            try self.connection.run("DELETE FROM item WHERE type = ? AND id = ?", [.text(type), .text(id)])
            return
        }
        for (key, value) in event["properties"]?.objectValue ?? [] {
            try self.connection.run(
                "INSERT OR REPLACE INTO item (type, id, key, json) VALUES (?, ?, ?, ?)",
                [.text(type), .text(id), .text(key), .text(value.jsonText)]
            )
        }
    }

    private func value(_ user: Int64, _ key: String) throws -> JSONValue? {
        defer { self.get.reset() }
        try self.get.bind(user, at: 1)
        try self.get.bind(key, at: 2)
        guard try self.get.step() else { return nil }
        return try? JSONValue(parsing: self.get.text(at: 0))
    }

    private static func properties(_ operation: Projection.ProfileOperation) -> [JSONValue.Member] {
        // Checked when it was decoded; what cannot be read now changes nothing.
        let event = try? JSONValue(parsing: operation.json)
        return event?["properties"]?.objectValue ?? []
    }
}

/// What one property becomes under one kind of operation.
enum ProfileRule {
    /// The new value; nil when the operation changes nothing.
    static func value(of type: EventType, old: JSONValue?, given: JSONValue) -> JSONValue? {
        if given.isNull { return nil }
        switch type {
        case .profileSet: return given
        case .profileSetOnce: return old == nil ? given : nil
        case .profileIncrement: return Self.sum(old, given)
        case .profileAppend: return Self.union(old, given)
        default: return nil
        }
    }

    private static func sum(_ old: JSONValue?, _ given: JSONValue) -> JSONValue? {
        let start = old ?? .integer(0)
        if let left = start.int64Value, let right = given.int64Value {
            let (sum, overflows) = left.addingReportingOverflow(right)
            if !overflows { return .integer(sum) }
        }
        guard let left = start.doubleValue, let right = given.doubleValue, (left + right).isFinite else { return nil }
        return .double(left + right)
    }

    private static func union(_ old: JSONValue?, _ given: JSONValue) -> JSONValue? {
        var list = old.map { $0.arrayValue ?? [$0] } ?? []
        for value in given.arrayValue ?? [given] where !list.contains(value) { list.append(value) }
        return .array(list)
    }
}
