/// Collects the fields of one event and judges them; the working state of ``EventCheck``.
struct EventFieldReader {
    private typealias Slice = JSONScanner.Slice

    private let scanner: JSONScanner
    private var fields = EventFields(type: .track, time: 0)
    private var type: Slice?
    private var time: Slice?

    init(scanner: JSONScanner) { self.scanner = scanner }

    /// Notes a member of the event; of repeated keys the last one counts, as for parsers that build a tree.
    mutating func take(_ member: JSONScanner.Member) {
        // A key with an escape in it is none of ours: no client writes them so.
        guard !member.keyHasEscapes, !member.key.isEmpty else { return }
        let value = member.value
        switch self.scanner.base[member.key.lowerBound] {
        case UInt8(ascii: "_"): self.takeOwn(member.key, value)
        case UInt8(ascii: "t"):
            if self.scanner.equals(member.key, "type") {
                self.type = value
            } else if self.scanner.equals(member.key, "time") {
                self.time = value
            } else if self.scanner.equals(member.key, "token") {
                self.fields.token = self.text(value, "token")
            }
        case UInt8(ascii: "i"):
            if self.scanner.equals(member.key, "identities") {
                self.fields.identities = self.object(value, "identities")
            } else if self.scanner.equals(member.key, "item_id") {
                self.fields.itemID = value
            } else if self.scanner.equals(member.key, "item_type") {
                self.fields.itemType = value
            }
        default: self.takeOther(member.key, value)
        }
    }

    private mutating func takeOwn(_ key: Range<Int>, _ value: JSONScanner.Slice) {
        if self.scanner.equals(key, "_id") {
            self.fields.id = self.identifier(value, "_id")
        } else if self.scanner.equals(key, "_seq") {
            self.fields.sequence = self.whole(value, "_seq").flatMap { $0 >= 0 ? $0 : nil }
        } else if self.scanner.equals(key, "_track_id") {
            self.fields.trackID = self.whole(value, "_track_id")
        } else if self.scanner.equals(key, "_flush_time") {
            self.fields.flushTime = self.whole(value, "_flush_time")
        } else if self.scanner.equals(key, "_clock_offset") {
            self.fields.clockOffset = self.whole(value, "_clock_offset")
        } else if self.scanner.equals(key, "_session") {
            self.fields.session = self.text(value, "_session")
        } else if self.scanner.equals(key, "_install") {
            self.fields.install = self.text(value, "_install")
        }
    }

    private mutating func takeOther(_ key: Range<Int>, _ value: JSONScanner.Slice) {
        if self.scanner.equals(key, "event") {
            self.fields.name = value
        } else if self.scanner.equals(key, "distinct_id") {
            self.fields.distinctID = value
        } else if self.scanner.equals(key, "properties") {
            self.fields.properties = value
        } else if self.scanner.equals(key, "anonymous_id") {
            self.fields.anonymousID = self.identifier(value, "anonymous_id")
        } else if self.scanner.equals(key, "login_id") {
            self.fields.loginID = self.identifier(value, "login_id")
        } else if self.scanner.equals(key, "original_id") {
            self.fields.originalID = self.identifier(value, "original_id")
        } else if self.scanner.equals(key, "lib") {
            self.fields.lib = self.object(value, "lib")
        } else if self.scanner.equals(key, "project") {
            self.fields.project = self.text(value, "project")
        }
    }

    /// The judgement, once all members were taken.
    consuming func verdict() -> EventCheck.Verdict {
        var faults: [EventFault] = []
        self.checkType(&faults)
        self.checkTime(&faults)
        self.checkSubject(&faults)
        self.checkProperties(&faults)
        return faults.isEmpty ? .accepted(self.fields) : .refused(faults)
    }

    private mutating func checkType(_ faults: inout [EventFault]) {
        guard let slice = self.type, slice.kind == .string else {
            faults.append(Self.missing("type", as: "one of the text types such as 'track'", self.type))
            return
        }
        if self.scanner.equals(slice.range.lowerBound + 1..<slice.range.upperBound - 1, "track") {
            self.fields.type = .track  // Nearly all of them: no text is made.
            return
        }
        let text = self.scanner.string(slice) ?? ""
        guard let type = EventType(rawValue: text) else {
            let known = EventType.allCases.map(\.rawValue).joined(separator: ", ")
            let shown = Limits.truncated(text, limit: 64)
            faults.append(EventFault(field: "type", reason: "The type '\(shown)' is unknown; use one of \(known)."))
            return
        }
        self.fields.type = type
    }

    private mutating func checkTime(_ faults: inout [EventFault]) {
        guard let slice = self.time, slice.kind == .number else {
            faults.append(Self.missing("time", as: "milliseconds since 1970", self.time))
            return
        }
        guard let time = self.scanner.integral(slice), time >= 0, time <= WireDate.latest else {
            let shown = Limits.truncated(String(decoding: self.scanner.raw(slice.range), as: UTF8.self), limit: 32)
            let reason = "The time \(shown) is not a whole number of milliseconds between the years 1970 and 9999."
            faults.append(EventFault(field: "time", reason: reason))
            return
        }
        self.fields.time = time
    }

    /// The names of what happened, to whom or to what.
    private mutating func checkSubject(_ faults: inout [EventFault]) {
        let type = self.fields.type
        if type.isTracked {
            self.checkName(self.fields.name, "event", &faults)
        } else {
            self.fields.name = nil
        }
        if type.isItem {
            self.checkName(self.fields.itemType, "item_type", &faults)
            self.checkIdentifier(self.fields.itemID, "item_id", &faults)
        } else {
            self.fields.itemType = nil
            self.fields.itemID = nil
            self.checkIdentifier(self.fields.distinctID, "distinct_id", &faults)
        }
    }

    private func checkName(_ slice: JSONScanner.Slice?, _ field: String, _ faults: inout [EventFault]) {
        guard let slice, slice.kind == .string else {
            faults.append(Self.missing(field, as: "a name", slice))
            return
        }
        let inner = self.scanner.raw(slice.range.lowerBound + 1..<slice.range.upperBound - 1)
        // An escape in it fails as well: a backslash is no character of a name, and no client escapes letters.
        guard let fault = Naming.fault(in: inner) else { return }
        let problem = NameProblem(name: self.scanner.string(slice) ?? "", fault: fault)
        faults.append(EventFault(field: field, reason: "In '\(field)': \(problem.description)"))
    }

    private func checkIdentifier(_ slice: JSONScanner.Slice?, _ field: String, _ faults: inout [EventFault]) {
        guard let slice, slice.kind == .string else {
            faults.append(Self.missing(field, as: "a text", slice))
            return
        }
        if let reason = Self.identifierFault(self.scanner, slice, field) {
            faults.append(EventFault(field: field, reason: reason))
        }
    }

    private mutating func checkProperties(_ faults: inout [EventFault]) {
        guard let slice = self.fields.properties, slice.kind != .null else {
            self.fields.properties = nil
            return
        }
        guard slice.kind == .object else {
            faults.append(Self.missing("properties", as: "an object", slice))
            return
        }
        var members = self.scanner.members(of: slice)
        while let member = members.next() {
            if let fault = Naming.fault(in: self.scanner.raw(member.key)) {
                let key = self.scanner.text(ofKey: member)
                self.repair(key, NameProblem(name: key, fault: fault).description)
            } else if member.value.kind == .number, self.isBeyondDouble(member.value) {
                let key = self.scanner.text(ofKey: member)
                self.repair(key, "The number of '\(key)' is larger than any double; send it as text.")
            }
        }
    }

    private func isBeyondDouble(_ slice: JSONScanner.Slice) -> Bool {
        // Without an exponent it takes more than 308 digits.
        guard slice.range.count > 308 || self.scanner.raw(slice.range).contains(where: { $0 | 0x20 == 0x65 }) else {
            return false
        }
        return self.scanner.double(slice) == nil
    }

    private mutating func repair(_ field: String, _ reason: String) {
        guard self.fields.repairs.count < EventCheck.maxRepairs else { return }
        self.fields.repairs.append(EventFault(field: Limits.truncated(field, limit: 100), reason: reason))
    }

    private mutating func identifier(_ slice: JSONScanner.Slice, _ field: String) -> JSONScanner.Slice? {
        guard let slice = self.text(slice, field) else { return nil }
        guard let reason = Self.identifierFault(self.scanner, slice, field) else { return slice }
        self.repair(field, reason)
        return nil
    }

    private mutating func text(_ slice: JSONScanner.Slice, _ field: String) -> JSONScanner.Slice? {
        if slice.kind == .string { return slice }
        if slice.kind != .null { self.repair(field, Self.missing(field, as: "a text", slice).reason) }
        return nil
    }

    private mutating func object(_ slice: JSONScanner.Slice, _ field: String) -> JSONScanner.Slice? {
        if slice.kind == .object { return slice }
        if slice.kind != .null { self.repair(field, Self.missing(field, as: "an object", slice).reason) }
        return nil
    }

    private mutating func whole(_ slice: JSONScanner.Slice, _ field: String) -> Int64? {
        if let value = self.scanner.integral(slice) { return value }
        if slice.kind != .null { self.repair(field, Self.missing(field, as: "a whole number", slice).reason) }
        return nil
    }

    private static func identifierFault(
        _ scanner: JSONScanner,
        _ slice: JSONScanner.Slice,
        _ field: String
    ) -> String? {
        let inner = scanner.raw(slice.range.lowerBound + 1..<slice.range.upperBound - 1)
        guard inner.count <= Limits.maxIdentifierBytes else {
            return "The '\(field)' has \(inner.count) bytes; at most \(Limits.maxIdentifierBytes) are kept."
        }
        guard inner.contains(where: { $0 != 0x20 }) else { return "The '\(field)' is empty; send who it was." }
        return nil
    }

    private static func missing(_ field: String, as what: String, _ slice: JSONScanner.Slice?) -> EventFault {
        guard let slice else { return EventFault(field: field, reason: "The '\(field)' is missing; send \(what).") }
        let kind = EventCheck.name(slice.kind)
        return EventFault(field: field, reason: "The '\(field)' is \(kind); send \(what).")
    }
}
