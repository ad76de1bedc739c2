package import SpoorWire

/// Makes a record of what an app passes: checks it, and merges the common fields in.
///
/// The meta comes out as one JSON object without line breaks, since packets separate metas by them, and in a fixed order:
/// `MONITOR_TYPE`, `IS_BIZ`, the common fields, then the own ones by name.
package struct ReportComposer: Sendable {
    /// What an app passes.
    package struct Draft: Sendable {
        /// The type.
        package var type: String
        /// The business line; nil for monitoring.
        package var prefix: String?
        /// The meta's fields; of two with one name the latter counts, and null is no field.
        package var fields: [JSONValue.Member]
        /// The payload.
        package var payload: [UInt8]?
        /// Whether so much was passed that it was not looked at.
        package var isTooLarge = false

        /// Creates a draft.
        package init(
            type: String,
            prefix: String? = nil,
            fields: [JSONValue.Member],
            payload: [UInt8]? = nil
        ) {
            self.type = type
            self.prefix = prefix
            self.fields = fields
            self.payload = payload
        }

        /// Creates a draft of fields by name.
        package init(type: String, prefix: String? = nil, meta: [String: JSONValue], payload: [UInt8]? = nil) {
            self.init(type: type, prefix: prefix, fields: [], payload: payload)
            self.isTooLarge = meta.count > MetaRoom.mostFields
            if !self.isTooLarge { self.fields = meta.map { (key: $0.key, value: $0.value) } }
        }
    }

    /// A record that can be stored.
    package struct Report: Equatable, Sendable {
        /// The full type.
        package var type: String
        /// The meta's JSON; `REPORT_ID` and `CREATE_TIME` come in front of its first member when it is appended.
        package var meta: [UInt8]
        /// The payload; whether it is uploaded is asked when it is, since the rules may have changed by then.
        package var payload: [UInt8]?
        /// Whether it should leave at once.
        package var isRealtime: Bool
        /// The time a crash record names as its own, in milliseconds; it is the `CREATE_TIME` then.
        package var ownTime: Int64?
        /// Whether the common fields named a person.
        package var namesPerson = false
        /// What was left out.
        package var remarks: [ReportRemark]

        /// Whether it goes first in every batch.
        package var isCrash: Bool { ReportType.isCrash(self.type) }
    }

    /// The most bytes of a meta with the common fields; `REPORT_ID` and `CREATE_TIME` do not count.
    package static let maxMetaBytes = 10 * 1024
    /// The most levels of a field's value.
    static let maxDepth = Limits.maxDepth - 2

    private static let typeKey = "MONITOR_TYPE"
    private static let businessKey = "IS_BIZ"
    private static let idKey = "REPORT_ID"
    private static let timeKey = "CREATE_TIME"

    /// What goes with every record.
    package var common: CommonFields
    /// The rules of the channel.
    package var rules: TypeRules
    /// Whether the channel collects.
    package var isCollectionEnabled: Bool
    /// The most bytes of a meta and its payload.
    package var maxBodyBytes: Int

    /// Creates a composer.
    package init(common: CommonFields, rules: TypeRules, isCollectionEnabled: Bool = true, maxBodyBytes: Int) {
        self.common = common
        self.rules = rules
        self.isCollectionEnabled = isCollectionEnabled
        self.maxBodyBytes = maxBodyBytes
    }

    /// Makes a record.
    ///
    /// - Parameter draft: what the app passes.
    /// - Returns: the record.
    /// - Throws: why there is none.
    package func compose(_ draft: Draft) throws(ReportRefusal) -> Report {
        let rule = try self.check(draft)
        let type = ReportType.full(draft.type, prefix: draft.prefix)
        var remarks: [ReportRemark] = []
        guard !draft.isTooLarge else { throw .metaTooLarge(bytes: MetaRoom.most + 1) }
        var own = try Self.writable(draft.fields, &remarks)
        guard !own.isEmpty else { throw .emptyMeta }
        let ownTime = ReportType.isCrash(type) ? own[Self.timeKey]?.int64Value : nil
        let members = self.merge(&own, type: type, isBusiness: draft.prefix != nil, keepsTime: ownTime != nil, &remarks)
        var writer = ByteWriter(capacity: 1024)
        JSONValue.object(members).write(to: &writer)
        let meta = writer.bytes
        guard meta.count <= Self.maxMetaBytes else { throw .metaTooLarge(bytes: meta.count) }
        return Report(
            type: type,
            meta: meta,
            payload: self.payload(of: draft, metaBytes: meta.count, &remarks),
            isRealtime: rule.isRealtime,
            ownTime: ownTime,
            namesPerson: self.common.userID != nil,
            remarks: remarks
        )
    }

    private func check(_ draft: Draft) throws(ReportRefusal) -> TypeRules.Rule {
        guard self.isCollectionEnabled else { throw .collectionDisabled }
        guard ReportType.isValid(type: draft.type) else { throw .invalidType(draft.type) }
        if let prefix = draft.prefix, !ReportType.isValid(prefix: prefix) { throw .invalidPrefix(prefix) }
        guard let rule = self.rules.rule(type: draft.type, prefix: draft.prefix) else {
            throw .typeNotListed(ReportType.full(draft.type, prefix: draft.prefix))
        }
        return rule
    }

    /// The fields that JSON can express, by name.
    private static func writable(
        _ fields: [JSONValue.Member],
        _ remarks: inout [ReportRemark]
    ) throws(ReportRefusal) -> [String: JSONValue] {
        var own: [String: JSONValue] = [:]
        var refused: Set<String> = []
        var room = MetaRoom()
        room.take(elements: fields.count)
        for (name, value) in fields where !value.isNull {
            let isWritable = room.take(name) && value.isWritable(levels: self.maxDepth, &room)
            guard !room.isExhausted else { throw .metaTooLarge(bytes: MetaRoom.most + 1) }
            if isWritable {
                own[name] = value
            } else if refused.insert(name).inserted {
                remarks.append(.unwritableField(name))
            }
        }
        return own
    }

    /// Merges: common fields win, except in a crash record, which knows better how things stood when it was made.
    private func merge(
        _ own: inout [String: JSONValue],
        type: String,
        isBusiness: Bool,
        keepsTime: Bool,
        _ remarks: inout [ReportRemark]
    ) -> [JSONValue.Member] {
        let ownWins = ReportType.isCrash(type)
        var replaced: [String] = []
        var members: [JSONValue.Member] = [
            (key: Self.typeKey, value: .string(type)), (key: Self.businessKey, value: isBusiness ? 1 : 0),
        ]
        for name in [Self.typeKey, Self.businessKey, Self.idKey, Self.timeKey] {
            guard own.removeValue(forKey: name) != nil, name != Self.timeKey || !keepsTime else { continue }
            replaced.append(name)
        }
        for (name, value) in self.common.members {
            let passed = own.removeValue(forKey: name)
            members.append((key: name, value: ownWins ? passed ?? value : value))
            if !ownWins, let passed, passed != value { replaced.append(name) }
        }
        if !replaced.isEmpty { remarks.append(.replacedFields(replaced)) }
        return members + own.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    private func payload(
        of draft: Draft,
        metaBytes: Int,
        _ remarks: inout [ReportRemark]
    ) -> [UInt8]? {
        guard let payload = draft.payload, !payload.isEmpty else { return nil }
        // Together, since together they are sent: a record that can be stored can be sent as well.
        let bytes = metaBytes + payload.count
        guard bytes <= self.maxBodyBytes else {
            remarks.append(.payloadTooLarge(bytes: bytes, limit: self.maxBodyBytes))
            return nil
        }
        return payload
    }
}

extension JSONValue {
    /// Whether the value is within so many levels and the room, and all of its numbers are JSON's.
    fileprivate func isWritable(levels: Int, _ room: inout MetaRoom) -> Bool {
        guard levels > 0 else { return false }
        switch self {
        case .null, .bool: return true
        case .string(let text): return room.take(text)
        case .number(let digits):
            // The reader's grammar, so that whatever is written can be read: neither `nan` nor `1e` nor a line break.
            guard room.take(digits), digits.utf8.allSatisfy({ $0 > 0x20 }),
                case .number = try? JSONValue(parsing: digits)
            else { return false }
            return true
        case .array(let elements):
            guard room.take(elements: elements.count) else { return false }
            for element in elements where !element.isWritable(levels: levels - 1, &room) { return false }
            return true
        case .object(let members):
            guard room.take(elements: members.count) else { return false }
            for (name, value) in members {
                guard room.take(name), value.isWritable(levels: levels - 1, &room) else { return false }
            }
            return true
        }
    }
}
