import SpoorStore
import SpoorWire

/// The way of records into a channel's queue, from any thread; what cannot be recorded yet is held here.
///
/// All of it is under one lock, under which records are copied, not encoded (but for those that waited for storage, or that
/// lose the name of the person), and nobody else's code runs. Whoever holds the tracker's lock may call in; nothing here calls back. What was held is recorded
/// on the channel's queue, a slice at a time: neither whoever tells what the person agreed to nor another call waits for all
/// of it. What is sent meanwhile is held behind it, so that the order stays that of the calls.
final class ReportInlet: Sendable {
    /// What a composer needs to know of the channel, at one moment.
    struct Settings: Sendable {
        var rules: TypeRules
        var isCollectionEnabled: Bool
        var maxBodyBytes: Int
    }

    /// What a call needs to know before it makes a record.
    struct Advice: Sendable {
        var settings: Settings
        var isOpen: Bool
        /// Whether the record may name the person, now or once it has its answer.
        var mayNamePerson: Bool
    }

    fileprivate struct State {
        var settings: Settings
        var permissions = ReportPermissions()
        var store: ChannelStore?
        var producer: [UInt8] = []
        /// Whether nothing new is taken; what is held may still be recorded.
        var isStopping = false
        var isClosed = false
        var held = HeldReports()
        /// The common fields as they were known when storage opened, for what was held before.
        var common = CommonFields()
        var isRealtimeNoted = false
        /// Classes that were withdrawn while storage was not open.
        var withdrawnUnopened: Set<RecordClass> = []
        /// Up to which number records are withdrawn and not deleted yet, by class.
        var withdrawn: [RecordClass: UInt64] = [:]
    }

    /// What came of records that were recorded after they were held.
    struct Released: Sendable {
        /// Whether the worker must be told of a real-time record.
        var tellsWorker = false
        /// About those that cannot be recorded.
        var sentences: [String] = []
        /// Whether more can be recorded now.
        var hasMore = false
    }

    /// What became of one record.
    struct Put: Sendable {
        var answer: SendAnswer
        /// What was lost.
        var losses: [Loss] = []
        /// What was recorded of what was held before it.
        var released = Released()
    }

    private let state: Locked<State>

    init(_ configuration: ChannelConfiguration) {
        self.state = Locked(State(settings: Settings(configuration)))
    }

    /// Follows another configuration; off is off for whatever is sent next, on any thread.
    func take(_ configuration: ChannelConfiguration) {
        self.state.withLock { $0.settings = Settings(configuration) }
    }

    /// What a call needs to know before it makes a record of its class.
    func ask(_ recordClass: RecordClass) -> Result<Advice, SendRefusal> {
        self.state.withLock { state in
            if let refusal = Self.refusal(of: recordClass, state) { return .failure(refusal) }
            let permissions = state.permissions
            let isOpen = permissions[recordClass] == .waiting && permissions.business == .waiting
            return .success(
                Advice(
                    settings: state.settings,
                    isOpen: state.store != nil,
                    mayNamePerson: isOpen || permissions.allowsPerson(in: recordClass)
                )
            )
        }
    }

    /// Records, or holds, one record.
    ///
    /// - Parameters:
    ///   - bytes: the record.
    ///   - draft: what it was made of, where not all common fields were known.
    ///   - isRealtime: whether it should leave at once.
    /// - Returns: what became of it, and of others.
    func put(_ bytes: ReportBytes, madeOf draft: ReportComposer.Draft?, isRealtime: Bool) -> Put {
        self.state.withLock { state in
            let recordClass = bytes.recordClass
            if let refusal = Self.refusal(of: recordClass, state) { return Put(answer: .dropped(refusal)) }
            var put = Put(answer: .held(nil))
            // Nothing is lost for want of room while some can be had.
            while state.hasDue, !state.held.hasRoom(for: bytes.body.count) { Self.release(&state, &put.released) }
            if state.store != nil, state.permissions[recordClass] == .allowed, !state.hasDue {
                let mayName = state.permissions.allowsPerson(in: recordClass)
                put.answer = Self.append(mayName ? bytes : bytes.withoutPerson, state)
                if Self.notes(isRealtime, put.answer, &state) { put.released.tellsWorker = true }
                return put
            }
            let (isHeld, lost) = state.held.hold(HeldReport(bytes: bytes, draft: draft, isRealtime: isRealtime))
            let reason: LossReason = state.store == nil ? .noRoomBeforeOpening : .consentOverflow
            put.losses = lost.map { Loss(reason, $0.key, count: $0.value) }
            if !isHeld { put.answer = .dropped(.storageFull) }
            return put
        }
    }

    /// Takes what the person agreed to.
    ///
    /// Records that were held and are refused are let go of at once; those that are allowed now wait for ``release(_:)``.
    ///
    /// - Parameters:
    ///   - permissions: what may be recorded from now on.
    ///   - classes: which records are withdrawn.
    ///   - now: the wall clock.
    /// - Returns: up to which number records are withdrawn, by class; whether some that were held can be recorded; and those
    ///   that were let go of, whose memory takes its time to be given back.
    func take(
        _ permissions: ReportPermissions,
        withdrawing classes: Set<RecordClass>,
        now: Int64
    ) -> (withdrawn: [RecordClass: UInt64], hasDue: Bool, gone: [HeldReport]) {
        self.state.withLock { state in
            // Those that were recorded before come before those that waited.
            let withdrawn = Self.withdraw(classes, &state, now: now)
            state.permissions = permissions
            state.removeRefusedPerson()
            let gone = state.takeRefused()
            return (withdrawn, state.hasDue, gone)
        }
    }

    /// Records the next of what was held and may be recorded by now; on the channel's queue.
    ///
    /// - Parameter pace: how many slices of it; it follows what came meanwhile.
    /// - Returns: what came of it.
    func release(_ pace: inout SlicePace) -> Released {
        self.state.withLock { state in
            var released = Released()
            let before = state.held.count
            for _ in 0..<pace.slices {
                Self.release(&state, &released)
                guard released.hasMore else { break }
            }
            pace.note(before: before, after: state.held.count)
            return released
        }
    }

    /// The worker has deleted what was withdrawn.
    func withdrawalDone(_ done: [RecordClass: UInt64], now: Int64) {
        self.state.withLock { state in
            let before = state.withdrawn
            for (recordClass, sequence) in done where state.withdrawn[recordClass] == sequence {
                state.withdrawn[recordClass] = nil
            }
            if state.withdrawn != before { Self.keepWithdrawn(state, now: now) }
        }
    }

    private static func withdraw(
        _ classes: Set<RecordClass>,
        _ state: inout State,
        now: Int64
    ) -> [RecordClass: UInt64] {
        guard !classes.isEmpty else { return [:] }
        guard let store = state.store else {
            state.withdrawnUnopened.formUnion(classes)
            return [:]
        }
        let last = store.nextSequence &- 1
        let withdrawn = Dictionary(uniqueKeysWithValues: classes.map { ($0, last) })
        state.withdrawn.merge(withdrawn) { max($0, $1) }
        Self.keepWithdrawn(state, now: now)
        return withdrawn
    }

    private static let withdrawnKey = "withdrawn"

    /// Durable at once: a process that ends before the records are gone deletes them at its next start.
    private static func keepWithdrawn(_ state: State, now: Int64) {
        let marks = state.withdrawn.sorted { $0.key < $1.key }.map { recordClass, sequence in
            (key: String(recordClass.rawValue), value: JSONValue.number(String(sequence)))
        }
        state.store?.setState([Self.withdrawnKey: marks.isEmpty ? nil : .object(marks)], recorded: now)
    }

    /// What the last run was asked to delete; never more than what it recorded.
    private static func keptWithdrawn(_ store: ChannelStore) -> [RecordClass: UInt64] {
        var kept: [RecordClass: UInt64] = [:]
        for (key, value) in store.state[Self.withdrawnKey]?.objectValue ?? [] {
            guard let number = UInt8(key), let recordClass = RecordClass(rawValue: number),
                let sequence = value.uint64Value
            else { continue }
            kept[recordClass] = min(sequence, store.nextSequence &- 1)
        }
        return kept
    }

    /// Storage is open: what was held waits for ``release(_:)``, with the common fields that are known by now.
    ///
    /// - Returns: what is withdrawn.
    func open(_ store: ChannelStore, common: CommonFields, now: Int64) -> [RecordClass: UInt64] {
        self.state.withLock { state in
            guard !state.isClosed else { return [:] }
            state.store = store
            state.producer = Array(store.producer.utf8)
            state.common = common
            state.withdrawn = Self.keptWithdrawn(store)
            _ = Self.withdraw(state.withdrawnUnopened, &state, now: now)
            state.withdrawnUnopened = []
            _ = state.takeRefused()
            return state.withdrawn
        }
    }

    /// How many records wait in memory.
    var heldCount: Int { self.state.withLock { $0.held.count } }

    /// How many records wait in memory because storage is not open.
    var heldUnopened: Int {
        self.state.withLock { $0.store == nil ? $0.held.count : 0 }
    }

    /// Takes nothing new from now on; what is held may still be recorded, until ``close()``.
    func stopTaking() {
        self.state.withLock { $0.isStopping = true }
    }

    /// The channel ends.
    ///
    /// - Returns: how many records were held and are lost.
    func close() -> Int {
        self.state.withLock { state in
            defer { state.held = HeldReports() }
            state.isClosed = true
            state.store = nil
            return state.held.count
        }
    }

    /// The worker looks after real-time records: the next one tells it again.
    func realtimeSeen() {
        self.state.withLock { $0.isRealtimeNoted = false }
    }

    private static func refusal(of recordClass: RecordClass, _ state: State) -> SendRefusal? {
        if state.isClosed || state.isStopping { return .stopped }
        if !state.settings.isCollectionEnabled { return .collectionOff }
        if case .refused(let refusal) = state.permissions[recordClass] { return refusal }
        return nil
    }

    /// Records a slice of those that may be recorded by now.
    private static func release(_ state: inout State, _ released: inout Released) {
        for held in state.takeSlice() {
            do throws(ReportRefusal) {
                let answer = Self.append(try Self.complete(held, state), state)
                if Self.notes(held.isRealtime, answer, &state) { released.tellsWorker = true }
            } catch {
                released.sentences.append("A record that was held is dropped: \(error)")
            }
        }
        released.hasMore = state.hasDue
    }

    /// The record with the common fields that are known by now, and without the person where that needs a consent that is
    /// not given.
    private static func complete(_ held: HeldReport, _ state: State) throws(ReportRefusal) -> ReportBytes {
        let bytes = try Self.composed(held, state)
        return state.permissions.allowsPerson(in: bytes.recordClass) ? bytes : bytes.withoutPerson
    }

    private static func composed(_ held: HeldReport, _ state: State) throws(ReportRefusal) -> ReportBytes {
        guard let draft = held.draft else { return held.bytes }
        // The rules are those of the call: the whitelist was asked then.
        let composer = ReportComposer(common: state.common, rules: .none, maxBodyBytes: state.settings.maxBodyBytes)
        return ReportBytes(try composer.compose(draft), as: held.bytes.recordClass, at: held.bytes.milliseconds)
    }

    /// Whether the worker must be told: not where it was and has not looked yet.
    private static func notes(_ isRealtime: Bool, _ answer: SendAnswer, _ state: inout State) -> Bool {
        guard isRealtime, answer.reportID != nil, !state.isRealtimeNoted else { return false }
        state.isRealtimeNoted = true
        return true
    }

    private static func append(_ bytes: ReportBytes, _ state: State) -> SendAnswer {
        guard let store = state.store else { return .dropped(.stopped) }
        let producer = state.producer
        let result = bytes.body.withUnsafeBytes { body in
            store.appendReport(
                class: bytes.recordClass,
                maxHead: bytes.headRoom(producer: producer),
                body: body
            ) { sequence, target in
                let count = bytes.writeHead(sequence: sequence, producer: producer, into: target)
                return FrameHead(count: count, recorded: bytes.milliseconds)
            }
        }
        switch result {
        case .appended(let sequence, let isDurable):
            let id = EventID.make(producer: store.producer, sequence: sequence)
            return isDurable ? .recorded(id) : .held(id)
        case .full, .tooLarge, .declined: return .dropped(.storageFull)
        case .closed: return .dropped(.stopped)
        }
    }
}

extension ReportInlet.State {
    /// Whether something that was held may be recorded now.
    fileprivate var hasDue: Bool {
        self.store != nil && self.held.contains { self.permissions[$0] == .allowed }
    }

    /// Takes out the next of what may be recorded now.
    fileprivate mutating func takeSlice() -> [HeldReport] {
        guard self.store != nil else { return [] }
        let permissions = self.permissions
        return self.held.takeSlice { permissions[$0] == .allowed }
    }

    /// Takes the person out of what is held, where the consent that this needs was refused.
    fileprivate mutating func removeRefusedPerson() {
        guard case .refused = self.permissions.business else { return }
        self.common.userID = nil
        self.held.removePerson()
    }

    /// Takes out what was held and may not be recorded at all.
    fileprivate mutating func takeRefused() -> [HeldReport] {
        let permissions = self.permissions
        return self.held.removeAll { recordClass in
            if case .refused = permissions[recordClass] { return true }
            return false
        }
    }
}

extension ReportInlet.Settings {
    /// What a configuration says.
    init(_ configuration: ChannelConfiguration) {
        self.rules = configuration.typeRules
        self.isCollectionEnabled = configuration.isCollectionEnabled
        self.maxBodyBytes = configuration.maxBodyBytes
    }
}
