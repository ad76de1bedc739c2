package import SpoorStore

/// Something of a class of records that takes memory while it waits.
package protocol WaitingEntry: Sendable {
    /// How dear it is: what is lower gives room to what is higher.
    var recordClass: RecordClass { get }

    /// How many bytes it takes.
    var size: Int { get }
}

/// What waits in memory for storage or a person's answer, in the order of the calls; what it takes of it has a bound.
///
/// Entries give room to dearer ones, lowest class first, oldest first. What may be recorded is taken out a slice at a time,
/// so that whoever else wants the lock gets it in between.
package struct WaitingRoom<Entry: WaitingEntry>: Sendable {
    /// The most entries.
    package static var maxCount: Int { 1_000 }

    /// Their most bytes.
    package static var maxBytes: Int { 4 << 20 }

    /// How many are recorded before others get the lock.
    package static var sliceCount: Int { 64 }

    /// After how many bytes a slice ends, where entries are large.
    package static var sliceBytes: Int { 64 << 10 }

    private var entries: [Entry] = []
    private var bytes = 0
    private var counts: [RecordClass: Int] = [:]

    /// Nothing waits.
    package init() {}

    /// How many wait.
    package var count: Int { self.entries.count }

    /// Whether nothing waits.
    package var isEmpty: Bool { self.entries.isEmpty }

    /// Whether an entry of some bytes finds room as it is.
    package func hasRoom(for size: Int) -> Bool {
        self.count < Self.maxCount && self.bytes + size <= Self.maxBytes
    }

    /// Whether something waits whose class is one of those.
    package func contains(where isOne: (RecordClass) -> Bool) -> Bool {
        !self.isEmpty && self.counts.contains { $0.value > 0 && isOne($0.key) }
    }

    /// Whether an entry waits that is looked for.
    package func hasEntry(where isOne: (Entry) -> Bool) -> Bool { self.entries.contains(where: isOne) }

    /// Holds an entry, if there is room, or lower classes have some to give.
    ///
    /// - Parameter entry: the entry.
    /// - Returns: whether it is held, and how many of which classes are lost for it: itself, where it is not.
    package mutating func hold(_ entry: Entry) -> (isHeld: Bool, lost: [RecordClass: Int]) {
        guard let leaving = self.places(yieldingTo: entry) else { return (false, [entry.recordClass: 1]) }
        var lost: [RecordClass: Int] = [:]
        for place in leaving {
            let other = self.entries.remove(at: place)
            self.forget(other)
            lost[other.recordClass, default: 0] += 1
        }
        self.entries.append(entry)
        self.bytes += entry.size
        self.counts[entry.recordClass, default: 0] += 1
        return (true, lost)
    }

    /// The places of those that have to go for an entry, last first; nil where all of them would not do.
    private func places(yieldingTo entry: Entry) -> [Int]? {
        var (excess, excessBytes) = (self.count + 1 - Self.maxCount, self.bytes + entry.size - Self.maxBytes)
        var leaving: [Int] = []
        for lower in RecordClass.allCases.sorted() where lower < entry.recordClass {
            guard excess > 0 || excessBytes > 0, self.counts[lower, default: 0] > 0 else { continue }
            for (place, other) in self.entries.enumerated() where other.recordClass == lower {
                guard excess > 0 || excessBytes > 0 else { break }
                leaving.append(place)
                excess -= 1
                excessBytes -= other.size
            }
        }
        return excess > 0 || excessBytes > 0 ? nil : leaving.sorted(by: >)
    }

    /// Takes out the next entries of some classes, as many as may be recorded before somebody else gets the lock.
    ///
    /// - Parameter isDue: whether a class may be recorded.
    /// - Returns: the entries in their order; none where none of them waits.
    package mutating func takeSlice(where isDue: (RecordClass) -> Bool) -> [Entry] {
        var (slice, size): ([Entry], Int) = ([], 0)
        var others: [Entry] = []
        var place = 0
        while place < self.entries.count, slice.count < Self.sliceCount, size < Self.sliceBytes {
            let entry = self.entries[place]
            place += 1
            guard isDue(entry.recordClass) else {
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

    /// Takes the entries of some classes out.
    ///
    /// - Parameter isOne: whether a class is one of them.
    /// - Returns: the entries, whose memory takes its time to be given back.
    package mutating func removeAll(where isOne: (RecordClass) -> Bool) -> [Entry] {
        guard self.contains(where: isOne) else { return [] }
        let gone = self.entries.filter { isOne($0.recordClass) }
        self.entries = gone.count == self.count ? [] : self.entries.filter { !isOne($0.recordClass) }
        for entry in gone { self.forget(entry) }
        return gone
    }

    /// Replaces each entry by another one of its class.
    ///
    /// - Parameter replacement: makes the other one.
    package mutating func replaceAll(by replacement: (Entry) -> Entry) {
        self.entries = self.entries.map(replacement)
        self.bytes = self.entries.reduce(0) { $0 + $1.size }
    }

    private mutating func forget(_ entry: Entry) {
        self.bytes -= entry.size
        self.counts[entry.recordClass, default: 0] -= 1
    }
}
