import SpoorChannel
import SpoorStore
import SpoorWire

/// The calls that wait for storage, in their order; what they take of memory has a bound.
///
/// Events give room to dearer ones, oldest first. Changes of state have room of their own, so that no crowd of events
/// costs one; where it is used up, only what takes consent back still finds some.
struct HeldCalls: Sendable {
    /// A call, carried out with the tracker's lock held.
    typealias Call = @Sendable (inout TrackerState) -> TrackAnswer

    /// What a call does, which decides about its room.
    enum Kind: Hashable, Sendable {
        /// Records an event of this class.
        case event(RecordClass)
        /// Changes state, and may record an event with it.
        case change(recording: RecordClass?)
        /// Takes these consents back, and may forget the person or the visitor, too.
        case withdrawal(Set<ConsentCategory>, forgetsPerson: Bool, forgetsVisitor: Bool)
    }

    /// What became of a call that asked for room.
    enum Answer: Equatable {
        case held
        /// An earlier call that is held does all that this one would.
        case needless
        case noRoom
    }

    private struct Entry {
        let call: Call
        let kind: Kind
        let bytes: Int

        var isEvent: Bool {
            if case .event = self.kind { true } else { false }
        }
    }

    private struct Total {
        var count = 0
        var bytes = 0
    }

    /// The most events that are held, and their most bytes; of changes of state the same again.
    ///
    /// A launch may track thousands of events before a slow disk has opened the queue; this is far beyond that.
    static let maxCount = 20_000
    static let maxBytes = 4 << 20

    /// What a call takes beside its texts.
    static let callBytes = 100

    /// How much is carried out before others get the lock: some 64 events, or 8 changes of state, or less where they are
    /// large.
    private static let sliceWeight = 64 << 10

    /// In the order of the calls; nil where one has given its room up.
    private var entries: ContiguousArray<Entry?> = []
    /// The first that was not carried out.
    private var first = 0
    private var events: [RecordClass: Total] = [:]
    private var changes = Total()
    /// Before these places no event of the class waits any more.
    private var searched: [RecordClass: Int] = [:]
    /// Whether there was no room for a change of state.
    private var isFull = false
    /// The withdrawals since then.
    private var lastWithdrawals: Set<Kind> = []

    /// How many calls that take consent to analytics back are held and not carried out.
    private(set) var refusals = 0

    /// Events that found no room or gave it up.
    private(set) var lost: [Loss] = []
    /// Changes of state that found no room.
    private(set) var lostChanges = 0

    /// How many calls wait.
    var count: Int { self.eventTotal.count + self.changes.count }

    var isEmpty: Bool { self.count == 0 }

    private var eventTotal: Total {
        self.events.values.reduce(into: Total()) { sum, total in
            sum.count += total.count
            sum.bytes += total.bytes
        }
    }

    /// Holds a call, if there is room.
    ///
    /// - Parameters:
    ///   - kind: what it does.
    ///   - bytes: how much it keeps in memory.
    ///   - call: the call.
    /// - Returns: what became of it; what is lost is counted.
    mutating func hold(_ kind: Kind, bytes: Int = 0, _ call: @escaping Call) -> Answer {
        let bytes = bytes + Self.callBytes
        switch kind {
        case .event(let recordClass):
            guard self.makeRoom(for: recordClass, bytes) else {
                self.lost.add(Loss(.noRoomBeforeOpening, recordClass, count: 1))
                return .noRoom
            }
            self.events[recordClass, default: Total()].count += 1
            self.events[recordClass, default: Total()].bytes += bytes
        case .change(let recorded):
            // One that is too large alone is nobody's else matter: no id or property of that size is taken.
            let isTooLarge = bytes > Limits.maxEventBytes + Self.callBytes
            guard !isTooLarge, self.hasRoomForChange(bytes) else {
                self.lostChanges += 1
                self.isFull = self.isFull || !isTooLarge
                if let recorded { self.lost.add(Loss(.noRoomBeforeOpening, recorded, count: 1)) }
                return .noRoom
            }
            self.countChange(bytes)
        case .withdrawal:
            // No consent is given any more where there is no room: the same withdrawal again would change nothing.
            if !self.hasRoomForChange(bytes) {
                self.isFull = true
                guard self.lastWithdrawals.insert(kind).inserted else { return .needless }
            }
            self.countChange(bytes)
        }
        self.entries.append(Entry(call: self.noted(call, kind), kind: kind, bytes: bytes))
        return .held
    }

    /// The call, which takes note of a refusal: from here to where it is carried out, nothing is recorded of the person
    /// that will be recorded for good.
    private mutating func noted(_ call: @escaping Call, _ kind: Kind) -> Call {
        guard case .withdrawal(let categories, _, _) = kind, categories.contains(.analytics) else { return call }
        self.refusals += 1
        return { state in
            state.held.refusals -= 1
            state.consent.isRefusalAhead = state.held.refusals > 0
            return call(&state)
        }
    }

    /// Whether a change of state is taken.
    ///
    /// Once one was not, none is until all is carried out: a later one may build on it.
    private func hasRoomForChange(_ bytes: Int) -> Bool {
        !self.isFull && self.changes.count < Self.maxCount && self.changes.bytes + bytes <= Self.maxBytes
    }

    private mutating func countChange(_ bytes: Int) {
        self.changes.count += 1
        self.changes.bytes += bytes
    }

    /// Counts an event that is larger than events may be.
    mutating func refuseTooLarge(_ recordClass: RecordClass) {
        self.lost.add(Loss(.tooLarge, recordClass, count: 1))
    }

    /// Makes room for an event.
    ///
    /// The oldest of the lowest classes below its own give theirs up; where all of them would not do, none does.
    private mutating func makeRoom(for recordClass: RecordClass, _ bytes: Int) -> Bool {
        let total = self.eventTotal
        var (excess, excessBytes) = (total.count + 1 - Self.maxCount, total.bytes + bytes - Self.maxBytes)
        guard excess > 0 || excessBytes > 0 else { return true }
        let lower = RecordClass.allCases.sorted().filter { $0 < recordClass }
        let free = lower.compactMap { self.events[$0] }
        guard free.reduce(0, { $0 + $1.count }) >= excess, free.reduce(0, { $0 + $1.bytes }) >= excessBytes else {
            return false
        }
        for other in lower {
            while excess > 0 || excessBytes > 0, let freed = self.giveUpOldest(of: other) {
                excess -= 1
                excessBytes -= freed
            }
        }
        self.compact()
        return true
    }

    /// - Returns: how many bytes are free now; nil where no event of the class waits.
    private mutating func giveUpOldest(of recordClass: RecordClass) -> Int? {
        guard self.events[recordClass].map({ $0.count > 0 }) == true else { return nil }
        var place = max(self.first, self.searched[recordClass] ?? 0)
        while place < self.entries.count {
            if let entry = self.entries[place], entry.kind == .event(recordClass) {
                self.entries[place] = nil
                self.searched[recordClass] = place + 1
                self.release(entry)
                self.lost.add(Loss(.noRoomBeforeOpening, recordClass, count: 1))
                return entry.bytes
            }
            place += 1
        }
        return nil
    }

    /// How many places are taken, those that are empty by now among them.
    var places: Int { self.entries.count }

    /// How many places may be empty beside as many as are not.
    static let spare = 1_000

    /// Lets go of the places that are empty, where they are many.
    private mutating func compact() {
        guard self.entries.count > 2 * self.count + Self.spare else { return }
        self.entries = ContiguousArray(self.entries[self.first...].lazy.filter { $0 != nil })
        self.first = 0
        self.searched = [:]
    }

    private mutating func release(_ entry: Entry) {
        switch entry.kind {
        case .event(let recordClass):
            self.events[recordClass]?.count -= 1
            self.events[recordClass]?.bytes -= entry.bytes
        case .change, .withdrawal:
            self.changes.count -= 1
            self.changes.bytes -= entry.bytes
        }
    }

    /// Takes out the next calls, as many as may be carried out before somebody else gets the lock.
    ///
    /// - Returns: the calls in their order; none where none waits.
    mutating func takeSlice() -> [Call] {
        var (calls, weight): ([Call], Int) = ([], 0)
        while weight < Self.sliceWeight, self.first < self.entries.count {
            if let entry = self.entries[self.first] {
                self.entries[self.first] = nil
                self.release(entry)
                calls.append(entry.call)
                weight += entry.bytes + (entry.isEvent ? 1 << 10 : 8 << 10)
            }
            self.first += 1
        }
        if self.isEmpty { (self.entries, self.first, self.searched) = ([], 0, [:]) }
        self.compact()
        return calls
    }
}

extension HeldCalls {
    /// Takes out what was lost, once all else is carried out.
    mutating func takeLost() -> (events: [Loss], changes: Int) {
        defer { self = HeldCalls() }
        return (self.lost, self.lostChanges)
    }
}
