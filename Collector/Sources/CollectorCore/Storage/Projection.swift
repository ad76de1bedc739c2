import SpoorWire

/// What stored events change besides being stored: ids seen, links, profiles, rejects.
///
/// It is written to the main file after the day files are committed. Were the collector killed between the two, it
/// would be computed anew from the day files at start; so it is exact, and costs no second write to the disk.
struct Projection {
    struct ForeignID {
        let hash: SipHash.Value
        let received: Int64
        let digest: UInt32
    }

    struct ProfileOperation {
        let user: Int64
        let type: EventType
        let json: [UInt8]
    }

    struct Refusal {
        let id: Int64
        let login: Int64
        let time: Int64
    }

    /// Keys of counters that are written with what they count.
    enum Count {
        static let duplicates = "duplicates"
        static let clashes = "clashes"
        static let rejectsNotKept = "rejects_not_kept"
    }

    /// Lets a counter grow.
    mutating func count(_ key: String, _ number: Int64) {
        if number > 0 { self.counts[key, default: 0] += number }
    }

    var foreignIDs: [ForeignID] = []
    var logins: [Int64] = []
    var links: [(id: Int64, login: Int64)] = []
    var separations: [(id: Int64, login: Int64)] = []
    var refusals: [Refusal] = []
    var profiles: [ProfileOperation] = []
    var items: [ProfileOperation] = []
    var rejects: [(received: Int64, source: String, reject: DecodedReject)] = []
    /// Reject records whose events are stored now.
    var resolvedRejects: [Int64] = []
    /// What counters grow by, by their setting's key; they follow from nothing that is stored.
    var counts: [String: Int64] = [:]
    /// For each day touched, its last row.
    var marks: [Int32: Int64] = [:]

    /// Whether there is nothing to write; marks alone can wait for the next snapshot.
    var isEmpty: Bool {
        self.foreignIDs.isEmpty && self.logins.isEmpty && self.links.isEmpty && self.separations.isEmpty
            && self.refusals.isEmpty && self.profiles.isEmpty && self.items.isEmpty && self.rejects.isEmpty
            && self.resolvedRejects.isEmpty && self.counts.isEmpty
    }
}
