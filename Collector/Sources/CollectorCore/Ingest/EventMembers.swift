import SpoorWire

/// The top-level members of an event that the collector looks at; a repeated key counts by its last value.
struct EventMembers {
    var type: JSONScanner.Slice?
    var event: JSONScanner.Slice?
    var time: JSONScanner.Slice?
    var distinctID: JSONScanner.Slice?
    var anonymousID: JSONScanner.Slice?
    var loginID: JSONScanner.Slice?
    var originalID: JSONScanner.Slice?
    var identities: JSONScanner.Slice?
    var properties: JSONScanner.Slice?
    var id: JSONScanner.Slice?
    var sequence: JSONScanner.Slice?
    var trackID: JSONScanner.Slice?
    var flushTime: JSONScanner.Slice?
    var clockOffset: JSONScanner.Slice?
    var itemType: JSONScanner.Slice?
    var itemID: JSONScanner.Slice?
    var project: JSONScanner.Slice?

    init(of object: JSONScanner.Slice, in scanner: JSONScanner) {
        var members = scanner.members(of: object)
        while let member = members.next() { self.take(member, scanner) }
    }

    /// Told apart by length first: most keys need one comparison.
    private mutating func take(_ member: JSONScanner.Member, _ scanner: JSONScanner) {
        let key = member.key
        let value = member.value
        switch key.count {
        case 3 where scanner.equals(key, "_id"): self.id = value
        case 4 where scanner.equals(key, "type"): self.type = value
        case 4 where scanner.equals(key, "time"): self.time = value
        case 4 where scanner.equals(key, "_seq"): self.sequence = value
        case 5 where scanner.equals(key, "event"): self.event = value
        case 7 where scanner.equals(key, "item_id"): self.itemID = value
        case 7 where scanner.equals(key, "project"): self.project = value
        case 8 where scanner.equals(key, "login_id"): self.loginID = value
        case 9 where scanner.equals(key, "_track_id"): self.trackID = value
        case 9 where scanner.equals(key, "item_type"): self.itemType = value
        case 10 where scanner.equals(key, "properties"): self.properties = value
        case 10 where scanner.equals(key, "identities"): self.identities = value
        case 11 where scanner.equals(key, "distinct_id"): self.distinctID = value
        case 11 where scanner.equals(key, "original_id"): self.originalID = value
        case 11 where scanner.equals(key, "_flush_time"): self.flushTime = value
        case 12 where scanner.equals(key, "anonymous_id"): self.anonymousID = value
        case 13 where scanner.equals(key, "_clock_offset"): self.clockOffset = value
        default: break
        }
    }
}
