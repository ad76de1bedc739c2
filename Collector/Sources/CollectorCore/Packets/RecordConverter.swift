import SpoorWire

/// Writes a record of a packet as the event that it becomes.
///
/// MONITOR_TYPE is the event's name, CREATE_TIME its time, REPORT_ID its `_id`. APP_UID says who, else `_anonymous_id`,
/// which is the visitor's in the tracker's events, else SYS_DEVICE_ID.
/// Everything else becomes properties.
struct RecordConverter {
    /// The longest report id, in bytes.
    static let maxReportIDBytes = 256
    static let namespaceProperty = "_namespace"
    private static let anonymousKey = "_anonymous_id"

    /// What the collector looks at in a meta.
    struct Event {
        /// Its name.
        let type: String
        /// Where it stands in the writer.
        let range: Range<Int>
    }

    private typealias Member = (key: String, value: JSONScanner.Slice)

    let namespace: String?

    /// Appends the event of a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - writer: Gets the event; nothing on an error.
    /// - Returns: The event's name and place.
    /// - Throws: ``RecordFault``.
    func append(_ record: PacketRecord, to writer: inout ByteWriter) throws(RecordFault) -> Event {
        guard record.meta.count <= Limits.maxEventBytes else { throw .tooLarge(bytes: record.meta.count) }
        return try record.meta.withUnsafeBufferPointer { buffer throws(RecordFault) in
            let scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
            let slice: JSONScanner.Slice
            do throws(JSONError) {
                slice = try scanner.value()
            } catch {
                throw .json(error)
            }
            guard slice.kind == .object else { throw .noObject }
            return try self.append(record.reportID, Self.members(of: slice, in: scanner), scanner, to: &writer)
        }
    }

    private func append(
        _ reportID: String,
        _ members: [Member],
        _ scanner: JSONScanner,
        to writer: inout ByteWriter
    ) throws(RecordFault) -> Event {
        func value(_ key: String) -> JSONScanner.Slice? {
            members.last { $0.key == key }?.value
        }
        guard value("REPORT_ID") != nil else { throw .missing("REPORT_ID") }
        guard (1...Self.maxReportIDBytes).contains(reportID.utf8.count) else { throw .identifier("REPORT_ID") }
        guard let typeSlice = value("MONITOR_TYPE") else { throw .missing("MONITOR_TYPE") }
        guard let type = scanner.string(typeSlice), !type.isEmpty else { throw .identifier("MONITOR_TYPE") }
        let time = try Self.time(value("CREATE_TIME"), scanner)
        let user =
            Self.identifier(value("APP_UID"), scanner) ?? Self.identifier(value(Self.anonymousKey), scanner)
            ?? Self.identifier(value("SYS_DEVICE_ID"), scanner) ?? EventID.parse(reportID)?.producer ?? reportID
        let name = PropertyNames.allowed(type)

        let start = writer.count
        writer.append("{\"_id\":")
        writer.append(jsonString: reportID)
        writer.append(",\"type\":\"track\",\"event\":")
        writer.append(jsonString: name)
        writer.append(",\"time\":")
        writer.append(json: time)
        writer.append(",\"distinct_id\":")
        writer.append(jsonString: user)
        writer.append(",\"properties\":{")
        self.append(members, scanner, keepsType: name != type, to: &writer)
        writer.append("}}")
        return Event(type: name, range: start..<writer.count)
    }

    /// Appends what is no field of the event itself, under names that the rules allow.
    private func append(_ members: [Member], _ scanner: JSONScanner, keepsType: Bool, to writer: inout ByteWriter) {
        var own: Set<String> = ["REPORT_ID", "CREATE_TIME", Self.anonymousKey]
        if !keepsType { own.insert("MONITOR_TYPE") }
        if self.namespace != nil { own.insert(Self.namespaceProperty) }
        let kept = members.filter { !own.contains($0.key) && $0.value.kind != .null }
        // Names that are good as they are come first, so that no other takes them.
        let good = Set(kept.lazy.map(\.key).filter { Naming.check(name: $0) == nil })
        var names = PropertyNames(taken: good.union(self.namespace == nil ? [] : [Self.namespaceProperty]))
        var isFirst = true
        func begin(_ name: String) {
            if !isFirst { writer.append(",") }
            isFirst = false
            writer.append(jsonString: name)
            writer.append(":")
        }
        if let namespace = self.namespace {
            begin(Self.namespaceProperty)
            writer.append(jsonString: namespace)
        }
        for member in kept {
            begin(good.contains(member.key) ? member.key : names.legal(member.key))
            let raw = scanner.raw(member.value.range)
            if Self.isNested(member.value, scanner) {
                writer.append(jsonString: String(decoding: raw, as: UTF8.self))
            } else {
                writer.append(bytes: raw)
            }
        }
    }

    /// The members in their order; a repeated key counts by its last value.
    private static func members(of object: JSONScanner.Slice, in scanner: JSONScanner) -> [Member] {
        var members: [Member] = []
        var places: [String: Int] = [:]
        var list = scanner.members(of: object)
        while let member = list.next() {
            let key = scanner.text(ofKey: member)
            if let place = places[key] {
                members[place].value = member.value
            } else {
                places[key] = members.count
                members.append((key, member.value))
            }
        }
        return members
    }

    /// The time, as a number or as the text of one, which older clients send.
    private static func time(_ slice: JSONScanner.Slice?, _ scanner: JSONScanner) throws(RecordFault) -> Int64 {
        guard let slice, slice.kind != .null else { throw .missing("CREATE_TIME") }
        let time = scanner.integral(slice) ?? scanner.string(slice).flatMap { Int64($0) }
        guard let time else { throw .time(String(decoding: scanner.raw(slice.range), as: UTF8.self)) }
        // A clock that stands before 1970 is no fault of the record's.
        return max(0, time)
    }

    /// Who, as a text or a number; nil where it says nothing.
    private static func identifier(_ slice: JSONScanner.Slice?, _ scanner: JSONScanner) -> String? {
        guard let slice else { return nil }
        let text =
            slice.kind == .number
            ? String(decoding: scanner.raw(slice.range), as: UTF8.self) : scanner.string(slice)
        guard let text, text.utf8.count <= Limits.maxIdentifierBytes, text.contains(where: { $0 != " " }) else {
            return nil
        }
        return text
    }

    /// Whether a value must become text: an object, or a list of other than texts.
    private static func isNested(_ slice: JSONScanner.Slice, _ scanner: JSONScanner) -> Bool {
        switch slice.kind {
        case .object: return true
        case .array:
            var elements = JSONScanner(scanner.raw(slice.range)).elements()
            while let element = elements.next() {
                guard case .value(let value) = element, value.kind == .string else { return true }
            }
            return false
        default: return false
        }
    }
}
