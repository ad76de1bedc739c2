import SpoorWire

/// Decodes and checks the events of one body: the step between receiving and storing.
///
/// Each event is judged alone: a bad one is set aside with its place and a reason, and its neighbours are stored (bug
/// case O-31).
struct EventDecoder {
    private let scanner: JSONScanner
    private let hash: SipHash
    private var batch: DecodedBatch
    private var texts = TextTable()

    /// Decodes a body: an array of events, or one event.
    ///
    /// - Throws: ``BodyFault`` when the body is neither, or has more elements than one body may have.
    static func decode(into batch: DecodedBatch, hash: SipHash) throws(BodyFault) -> DecodedBatch {
        var decoder = EventDecoder(batch: batch, hash: hash)
        try decoder.run()
        return decoder.finish()
    }

    private init(batch: DecodedBatch, hash: SipHash) {
        self.batch = batch
        self.hash = hash
        self.scanner = JSONScanner(batch.body.bytes)
    }

    private mutating func finish() -> DecodedBatch {
        self.batch.texts = self.texts.texts
        return self.batch
    }

    private mutating func run() throws(BodyFault) {
        switch self.scanner.kind() {
        case .array: break
        case .object:
            do throws(JSONError) {
                self.take(try self.scanner.value(), index: 0)
            } catch {
                self.reject(0..<self.batch.body.count, index: 0, error.description)
            }
            return
        default: throw .noEvents
        }
        var elements = self.scanner.elements()
        var index = 0
        while let element = elements.next() {
            // Read no further than what is taken: a small compressed body can hold millions of elements.
            guard index < IngestLimits.maxEvents else { throw .tooManyEvents }
            switch element {
            case .value(let slice): self.take(slice, index: index)
            case .broken(let range, let error): self.reject(range, index: index, error.description)
            }
            index += 1
        }
    }

    private mutating func take(_ slice: JSONScanner.Slice, index: Int) {
        do throws(EventFault) {
            guard slice.kind == .object else { throw .noObject }
            guard slice.range.count <= Limits.maxEventBytes else { throw .tooLarge(bytes: slice.range.count) }
            try self.decode(slice, index: index)
        } catch {
            self.reject(slice.range, index: index, error.description)
        }
    }

    private mutating func reject(_ range: Range<Int>, index: Int, _ reason: String) {
        self.batch.refuse(index: index, reason: reason, raw: self.scanner.raw(range))
    }

    private mutating func decode(_ slice: JSONScanner.Slice, index: Int) throws(EventFault) {
        let members = EventMembers(of: slice, in: self.scanner)
        if let project = members.project.flatMap({ self.scanner.string($0) }),
            self.batch.isStray(slice, index: index, naming: project)
        {
            return
        }
        let type = try self.type(members.type)
        let time = try self.time(members)
        if let properties = members.properties, properties.kind != .object, properties.kind != .null {
            throw .properties
        }
        var event = DecodedEvent(
            index: Int32(truncatingIfNeeded: index),
            offset: Int32(truncatingIfNeeded: slice.range.lowerBound),
            length: Int32(truncatingIfNeeded: slice.range.count),
            time: time.milliseconds,
            timeSource: time.source,
            type: type
        )
        if type.isTracked { event.name = try self.name(members.event, type) }
        if type.isItem {
            try self.checkItemType(members.itemType)
            _ = try self.requiredIdentifier(members.itemID, "item_id")
        } else {
            event.user = try self.requiredIdentifier(members.distinctID, "distinct_id")
            try self.link(&event, members)
        }
        self.identify(&event, members)
        event.digest = self.digest(slice, members.flushTime)
        self.batch.events.append(event)
    }

    private func type(_ slice: JSONScanner.Slice?) throws(EventFault) -> EventType {
        guard let slice else { throw .missing("type") }
        // Nearly every event is of this type.
        if slice.kind == .string,
            self.scanner.equals(slice.range.lowerBound + 1..<slice.range.upperBound - 1, "track")
        {
            return .track
        }
        guard let text = self.scanner.string(slice), let type = EventType(rawValue: text) else {
            throw .unknownType(String(decoding: self.scanner.raw(slice.range), as: UTF8.self))
        }
        return type
    }

    private func time(_ members: EventMembers) throws(EventFault) -> EventTime {
        guard let slice = members.time, slice.kind != .null else { throw .missing("time") }
        // A clock that stands before 1970 is no fault of the event's.
        guard let time = self.scanner.integral(slice) else {
            throw .time(String(decoding: self.scanner.raw(slice.range), as: UTF8.self))
        }
        let offset = members.clockOffset.flatMap { self.scanner.integral($0) }
        return EventTime(device: time, offset: offset, received: self.batch.received)
    }

    private mutating func name(_ slice: JSONScanner.Slice?, _ type: EventType) throws(EventFault) -> Int32 {
        guard let slice, slice.kind != .null else {
            switch type {
            case .trackSignup: return self.texts.index(ofBuilt: "$SignUp")
            case .trackIDBind: return self.texts.index(ofBuilt: "$BindID")
            case .trackIDUnbind: return self.texts.index(ofBuilt: "$UnbindID")
            default: throw .missing("event")
            }
        }
        if let bytes = self.scanner.plainBytes(slice), Naming.isValid(bytes) { return self.texts.index(of: bytes) }
        guard let text = self.scanner.string(slice) else {
            throw .name("The value of 'event' is no text; send the event's name.")
        }
        if let problem = Naming.check(name: text) { throw .name(problem.description) }
        return self.texts.index(ofBuilt: text)
    }

    /// The type of an item follows the rules of names (sensors protocol, 2.4); its text is not kept apart.
    private func checkItemType(_ slice: JSONScanner.Slice?) throws(EventFault) {
        guard let slice, slice.kind != .null else { throw .missing("item_type") }
        guard let text = self.scanner.string(slice) else { throw .identifier("item_type") }
        if let problem = Naming.check(name: text) { throw .name("In 'item_type': \(problem.description)") }
    }
}

// MARK: - Who

extension EventDecoder {
    private mutating func requiredIdentifier(
        _ slice: JSONScanner.Slice?,
        _ key: String
    ) throws(EventFault) -> Int32 {
        guard let slice, slice.kind != .null else { throw .missing(key) }
        let index = try self.identifier(slice, key)
        guard index != DecodedEvent.none else { throw .identifier(key) }
        return index
    }

    /// The text of an id; none for an absent, empty or blank one, which clients send where they know nobody.
    ///
    /// An id of the wrong kind refuses the event even where it is optional: without it the event would go to the wrong
    /// person, and a refused event can be sent again.
    private mutating func identifier(_ slice: JSONScanner.Slice?, _ key: String) throws(EventFault) -> Int32 {
        guard let slice, slice.kind != .null else { return DecodedEvent.none }
        guard slice.kind == .string, slice.range.count - 2 <= Limits.maxIdentifierBytes else { throw .identifier(key) }
        let inner = self.scanner.raw(slice.range.lowerBound + 1..<slice.range.upperBound - 1)
        guard inner.contains(where: { $0 != 0x20 }) else { return DecodedEvent.none }
        if let bytes = self.scanner.plainBytes(slice) { return self.texts.index(of: bytes) }
        guard let text = self.scanner.string(slice) else { throw .identifier(key) }
        return self.texts.index(ofBuilt: text)
    }

    private mutating func link(_ event: inout DecodedEvent, _ members: EventMembers) throws(EventFault) {
        switch event.type {
        case .trackSignup:
            event.login = event.user
            event.anonymous = try self.identifier(members.originalID, "original_id")
            if event.anonymous == DecodedEvent.none {
                event.anonymous = try self.identifier(members.anonymousID, "anonymous_id")
            }
        default:
            event.login = try self.identifier(members.loginID, "login_id")
            event.anonymous = try self.identifier(members.anonymousID, "anonymous_id")
        }
        guard let identities = members.identities, identities.kind == .object else { return }
        // A login's own event carries what was bound while nobody was logged in.
        let isBinding = event.type != .track && event.type.isTracked
        guard isBinding || event.login == DecodedEvent.none || event.anonymous == DecodedEvent.none else { return }
        var list = self.scanner.members(of: identities)
        while let member = list.next() {
            let text = try self.identifier(member.value, "identities")
            guard text != DecodedEvent.none else { continue }
            if self.scanner.equals(member.key, "$identity_login_id") {
                if event.login == DecodedEvent.none { event.login = text }
            } else if self.scanner.equals(member.key, "$identity_anonymous_id")
                || self.scanner.equals(member.key, "$identity_cookie_id")
            {
                if event.anonymous == DecodedEvent.none { event.anonymous = text }
            } else if isBinding, !IdentityKey.device.contains(self.scanner.text(ofKey: member)) {
                let key = "\(self.scanner.text(ofKey: member))+\(self.texts.texts[Int(text)])"
                let bound = self.texts.index(ofBuilt: key)
                self.batch.bindings.append(DecodedBinding(event: self.batch.events.count, text: bound))
            }
        }
    }
}

// MARK: - Which

extension EventDecoder {
    /// Finds out by what the event is told from others: a Spoor id, an id of another maker, or Sensors' `_track_id`.
    private mutating func identify(_ event: inout DecodedEvent, _ members: EventMembers) {
        if let sequence = members.sequence.flatMap({ self.scanner.int64($0) }), sequence > 0 { event.seq = sequence }
        if let id = members.id, id.kind == .string, id.range.count > 2 {
            if let bytes = self.scanner.plainBytes(id), let parts = EventID.parse(bytes) {
                event.producer = self.texts.index(of: UnsafeRawBufferPointer(rebasing: bytes[parts.producer]))
                event.seq = Int64(parts.sequence)
            } else {
                // A length and a kind in front keep the two families of keys apart.
                event.foreign = self.key(kind: 1, [Array((self.scanner.string(id) ?? "").utf8)])
            }
        } else if let trackID = members.trackID, trackID.kind == .number || trackID.kind == .string, !event.type.isItem
        {
            let name = event.name == DecodedEvent.none ? event.type.rawValue : self.texts.texts[Int(event.name)]
            event.foreign = self.key(
                kind: 2,
                [
                    Array(self.texts.texts[Int(event.user)].utf8),
                    members.time.map { [UInt8](self.scanner.raw($0.range)) } ?? [],
                    [UInt8](self.scanner.raw(trackID.range)),
                    Array(name.utf8),
                ]
            )
        }
    }

    private func key(kind: UInt8, _ parts: [[UInt8]]) -> SipHash.Value {
        var bytes: [UInt8] = [kind]
        for part in parts {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: part.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part)
        }
        return bytes.withUnsafeBytes { self.hash.hash($0) }
    }

    /// Leaves out `_flush_time`, which a client sets anew each time it sends.
    private func digest(_ slice: JSONScanner.Slice, _ flushTime: JSONScanner.Slice?) -> UInt32 {
        var digest = ContentDigest()
        guard let flushTime else {
            digest.add(self.scanner.raw(slice.range))
            return digest.value
        }
        digest.add(self.scanner.raw(slice.range.lowerBound..<flushTime.range.lowerBound))
        digest.add(self.scanner.raw(flushTime.range.upperBound..<slice.range.upperBound))
        return digest.value
    }
}
