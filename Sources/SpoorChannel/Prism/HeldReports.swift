import SpoorStore
import SpoorWire

/// The records of a channel that wait in memory, in the order of their calls; what they take of it has a bound.
///
/// Records give room to dearer ones, lowest class first, oldest first.
struct HeldReports: Sendable {
    /// A record that waits in memory.
    struct Entry: Sendable {
        var bytes: ReportBytes
        /// What it was made of; nil where all common fields were known then.
        var draft: ReportComposer.Draft?
        var isRealtime: Bool

        fileprivate var size: Int { self.bytes.body.count }
    }

    /// The most records that are held, and their most bytes.
    static let maxCount = 1_000
    static let maxBytes = 4 << 20

    /// How much is recorded before others get the lock: so many records, or fewer where they are large.
    static let sliceCount = 64
    static let sliceBytes = 64 << 10

    private var entries: [Entry] = []
    private var bytes = 0
    private var counts: [RecordClass: Int] = [:]

    /// How many records wait.
    var count: Int { self.entries.count }

    var isEmpty: Bool { self.entries.isEmpty }

    /// Whether a record of some bytes finds room as it is.
    func hasRoom(for size: Int) -> Bool {
        self.entries.count < Self.maxCount && self.bytes + size <= Self.maxBytes
    }

    /// Whether a record waits whose class is one of those.
    func contains(where isOne: (RecordClass) -> Bool) -> Bool {
        !self.entries.isEmpty && self.counts.contains { $0.value > 0 && isOne($0.key) }
    }

    /// Holds a record, if there is room, or lower classes have some to give.
    ///
    /// - Returns: whether it is held, and which records are lost for it: itself, where it is not.
    mutating func hold(_ entry: Entry) -> (isHeld: Bool, lost: [RecordClass: Int]) {
        guard let leaving = self.places(yieldingTo: entry) else { return (false, [entry.bytes.recordClass: 1]) }
        var lost: [RecordClass: Int] = [:]
        for place in leaving {
            let other = self.entries.remove(at: place)
            self.forget(other)
            lost[other.bytes.recordClass, default: 0] += 1
        }
        self.entries.append(entry)
        self.bytes += entry.size
        self.counts[entry.bytes.recordClass, default: 0] += 1
        return (true, lost)
    }

    /// The places of those that have to go for a record, last first; nil where all of them would not do.
    private func places(yieldingTo entry: Entry) -> [Int]? {
        var (excess, excessBytes) = (self.count + 1 - Self.maxCount, self.bytes + entry.size - Self.maxBytes)
        var leaving: [Int] = []
        for lower in RecordClass.allCases.sorted() where lower < entry.bytes.recordClass {
            guard excess > 0 || excessBytes > 0, self.counts[lower, default: 0] > 0 else { continue }
            for (place, other) in self.entries.enumerated() where other.bytes.recordClass == lower {
                guard excess > 0 || excessBytes > 0 else { break }
                leaving.append(place)
                excess -= 1
                excessBytes -= other.size
            }
        }
        return excess > 0 || excessBytes > 0 ? nil : leaving.sorted(by: >)
    }

    /// Takes out the next records of some classes, as many as may be recorded before somebody else gets the lock.
    ///
    /// - Returns: the records in their order; none where none of them waits.
    mutating func takeSlice(where isDue: (RecordClass) -> Bool) -> [Entry] {
        var (slice, size): ([Entry], Int) = ([], 0)
        var others: [Entry] = []
        var place = 0
        while place < self.entries.count, slice.count < Self.sliceCount, size < Self.sliceBytes {
            let entry = self.entries[place]
            place += 1
            guard isDue(entry.bytes.recordClass) else {
                others.append(entry)
                continue
            }
            slice.append(entry)
            size += entry.size
        }
        self.entries.replaceSubrange(..<place, with: others)
        for entry in slice { self.forget(entry) }
        return slice
    }

    /// Takes the records of some classes out.
    mutating func removeAll(where isOne: (RecordClass) -> Bool) -> [Entry] {
        guard self.contains(where: isOne) else { return [] }
        let gone = self.entries.filter { isOne($0.bytes.recordClass) }
        self.entries = gone.count == self.count ? [] : self.entries.filter { !isOne($0.bytes.recordClass) }
        for entry in gone { self.forget(entry) }
        return gone
    }

    /// Takes the person out of the records that do not need that consent themselves.
    mutating func removePerson() {
        for place in self.entries.indices where self.entries[place].bytes.recordClass != .tracked {
            self.entries[place].bytes = self.entries[place].bytes.withoutPerson
        }
        self.bytes = self.entries.reduce(0) { $0 + $1.size }
    }

    private mutating func forget(_ entry: Entry) {
        self.bytes -= entry.size
        self.counts[entry.bytes.recordClass, default: 0] -= 1
    }
}
