import SpoorStore
import SpoorWire

/// The events that wait in memory for the person's answer, in the order of their calls; what they take of it has a bound.
///
/// What was answered is taken out a slice at a time. Until the last of it is out, whatever is recorded waits behind it.
struct WaitingRecords: Sendable {
    /// The most events that wait, and their most bytes.
    static let maxCount = 1_000
    static let maxBytes = 4 << 20

    /// How much is recorded before others get the lock: so many events, or fewer where they are large.
    static let sliceCount = 64
    static let sliceBytes = 64 << 10

    private var records: [ConsentState.WaitingRecord] = []
    private var bytes = 0

    /// How many of them were answered, and are to be recorded.
    private(set) var answered = 0

    /// How many wait.
    var count: Int { self.records.count }

    /// Whether an event of some bytes finds room as it is.
    func hasRoom(for size: Int) -> Bool {
        self.records.count < Self.maxCount && self.bytes + size <= Self.maxBytes
    }

    /// Takes the answers that are known by now; what is refused is let go.
    mutating func answer(_ status: (RecordClass) -> ConsentStatus) {
        guard !self.records.isEmpty else { return }
        self.records.removeAll { status($0.recordClass) == .denied }
        self.answered = self.records.reduce(0) { $0 + (status($1.recordClass) == .granted ? 1 : 0) }
        self.bytes = self.records.reduce(0) { $0 + $1.size }
    }

    /// Takes out the next events that were answered, as many as may be recorded before somebody else gets the lock.
    ///
    /// - Returns: the events in the order of their calls, whatever their categories; none where none was answered.
    mutating func takeSlice(_ isAllowed: (RecordClass) -> Bool) -> [ConsentState.WaitingRecord] {
        guard self.answered > 0 else { return [] }
        var (slice, size, place): ([ConsentState.WaitingRecord], Int, Int) = ([], 0, 0)
        var others: [ConsentState.WaitingRecord] = []
        while place < self.records.count, slice.count < Self.sliceCount, size < Self.sliceBytes {
            let record = self.records[place]
            place += 1
            guard isAllowed(record.recordClass) else {
                others.append(record)
                continue
            }
            slice.append(record)
            size += record.size
        }
        self.records.replaceSubrange(..<place, with: others)
        self.bytes -= size
        self.answered = slice.isEmpty ? 0 : self.answered - slice.count
        return slice
    }

    /// Takes properties out of the events.
    mutating func removeProperties(_ names: Set<String>) {
        self.records = self.records.map { $0.without(names) }
        self.bytes = self.records.reduce(0) { $0 + $1.size }
    }

    /// Takes the person out of the events that do not need analytics themselves.
    mutating func removePerson() {
        self.records = self.records.map(\.asVisitor)
        self.bytes = self.records.reduce(0) { $0 + $1.size }
    }

    /// Keeps an event, if there is room, or the lowest classes below its own have some to give; oldest first.
    ///
    /// - Parameters:
    ///   - record: the event.
    ///   - isAnswered: whether it only waits for its turn.
    /// - Returns: the classes of the events that are lost for it: its own, where it is not kept.
    mutating func keep(_ record: ConsentState.WaitingRecord, isAnswered: Bool) -> (isKept: Bool, lost: [RecordClass]) {
        guard let leaving = self.places(yieldingTo: record) else { return (false, [record.recordClass]) }
        var lost: [RecordClass] = []
        for place in leaving {
            let other = self.records.remove(at: place)
            self.bytes -= other.size
            lost.append(other.recordClass)
        }
        self.records.append(record)
        self.bytes += record.size
        if isAnswered { self.answered += 1 }
        return (true, lost)
    }

    /// The places of those that have to go for an event, last first; nil where all of them would not do.
    private func places(yieldingTo record: ConsentState.WaitingRecord) -> [Int]? {
        var (excess, excessBytes) = (self.count + 1 - Self.maxCount, self.bytes + record.size - Self.maxBytes)
        guard excess > 0 || excessBytes > 0 else { return [] }
        var leaving: [Int] = []
        for lower in RecordClass.allCases.sorted() where lower < record.recordClass {
            for (place, other) in self.records.enumerated() where other.recordClass == lower {
                guard excess > 0 || excessBytes > 0 else { break }
                leaving.append(place)
                excess -= 1
                excessBytes -= other.size
            }
        }
        return excess > 0 || excessBytes > 0 ? nil : leaving.sorted(by: >)
    }
}

extension ConsentState {
    /// Whether events were answered and wait for their turn; whatever is recorded now comes after them.
    var hasAnswered: Bool { self.waiting.answered > 0 }

    /// Takes the answers up, once all of a person's choices are noted; what is refused is let go.
    mutating func answerWaiting() {
        let statuses = RecordClass.allCases.map { ($0, self.status(of: $0.consentCategory)) }
        let byClass = Dictionary(uniqueKeysWithValues: statuses)
        self.waiting.answer { byClass[$0] ?? .pending }
    }

    /// Takes out the next events that were answered.
    mutating func takeAnswered() -> [WaitingRecord] {
        guard self.hasAnswered else { return [] }
        let allowed = Set(RecordClass.allCases.filter { self.allows($0.consentCategory) })
        return self.waiting.takeSlice { allowed.contains($0) }
    }

    /// Takes properties out of the events that wait.
    mutating func removeProperties(_ names: Set<String>) {
        self.waiting.removeProperties(names)
    }

    /// Takes the person out of the events that wait for an answer about something else than analytics.
    mutating func removePerson() {
        self.waiting.removePerson()
    }

    /// Keeps an encoded event until the person answers, or its turn comes.
    ///
    /// - Returns: whether there was room; what is lost is counted.
    mutating func wait(_ record: WaitingRecord) -> Bool {
        let isAnswered = self.allows(record.recordClass.consentCategory)
        let (isKept, lost) = self.waiting.keep(record, isAnswered: isAnswered)
        for recordClass in lost {
            self.overflowed += 1
            self.lose(Loss(.consentOverflow, recordClass, count: 1))
        }
        return isKept
    }
}
