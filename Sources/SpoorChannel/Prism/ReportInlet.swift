import SpoorStore
import SpoorWire

/// The way of records into a channel's queue, from any thread; what cannot be recorded yet is held here.
///
/// All of it is under one lock, under which records are copied, not encoded (but for those that waited for storage), and
/// nobody else's code runs. Whoever holds the tracker's lock may call in; nothing here calls back.
final class ReportInlet: Sendable {
    /// What a composer needs to know of the channel, at one moment.
    struct Settings: Sendable {
        var rules: TypeRules
        var isCollectionEnabled: Bool
        var maxBodyBytes: Int
    }

    /// A record that waits in memory.
    private struct Held: Sendable {
        var bytes: ReportBytes
        /// What it was made of; nil where all common fields were known then.
        var draft: ReportComposer.Draft?
        var isRealtime: Bool

        var size: Int { self.bytes.body.count }
    }

    private struct State {
        var settings: Settings
        var permissions = ReportPermissions()
        var store: ChannelStore?
        var producer: [UInt8] = []
        /// Whether nothing new is taken; what is held may still be recorded.
        var isStopping = false
        var isClosed = false
        var held: [Held] = []
        var heldBytes = 0
        var isRealtimeNoted = false
        /// Classes that were withdrawn while storage was not open.
        var withdrawnUnopened: Set<RecordClass> = []
        /// Up to which number records are withdrawn and not deleted yet, by class.
        var withdrawn: [RecordClass: UInt64] = [:]
    }

    /// The most records held in memory, and their most bytes.
    static let maxHeld = 1_000
    static let maxHeldBytes = 4 << 20

    private let state: Locked<State>

    init(_ configuration: ChannelConfiguration) {
        self.state = Locked(State(settings: Settings(configuration)))
    }

    /// Follows another configuration; off is off for whatever is sent next, on any thread.
    func take(_ configuration: ChannelConfiguration) {
        self.state.withLock { $0.settings = Settings(configuration) }
    }

    /// What a call needs to know before it makes a record of its class.
    func ask(_ recordClass: RecordClass) -> Result<(settings: Settings, isOpen: Bool), SendRefusal> {
        self.state.withLock { state in
            if let refusal = Self.refusal(of: recordClass, state) { return .failure(refusal) }
            return .success((state.settings, state.store != nil))
        }
    }

    /// Records, or holds, one record.
    ///
    /// - Parameters:
    ///   - bytes: the record.
    ///   - draft: what it was made of, where not all common fields were known.
    ///   - isRealtime: whether it should leave at once.
    /// - Returns: what became of it, what was lost, and whether the worker must be told of a real-time record.
    func put(
        _ bytes: ReportBytes,
        madeOf draft: ReportComposer.Draft?,
        isRealtime: Bool
    ) -> (answer: SendAnswer, loss: LossReason?, tellsWorker: Bool) {
        self.state.withLock { state in
            if let refusal = Self.refusal(of: bytes.recordClass, state) { return (.dropped(refusal), nil, false) }
            let permission = state.permissions[bytes.recordClass]
            guard state.store != nil, permission == .allowed else {
                let isOpen = state.store != nil
                let hasRoom =
                    state.held.count < Self.maxHeld && state.heldBytes + bytes.body.count <= Self.maxHeldBytes
                guard hasRoom else {
                    let refusal: SendRefusal =
                        isOpen ? .noConsent(bytes.recordClass == .tracked ? "analytics" : "monitoring") : .storageFull
                    return (.dropped(refusal), isOpen ? .consentOverflow : .noRoomBeforeOpening, false)
                }
                state.held.append(Held(bytes: bytes, draft: isOpen ? nil : draft, isRealtime: isRealtime))
                state.heldBytes += bytes.body.count
                return (.held(nil), nil, false)
            }
            let answer = Self.append(bytes, state)
            return (answer, nil, Self.notes(isRealtime, answer, &state))
        }
    }

    /// Takes what the person agreed to.
    ///
    /// Records that were held for it and are allowed now are recorded, in the order of their calls; those that are refused
    /// are let go of.
    ///
    /// - Parameters:
    ///   - permissions: what may be recorded from now on.
    ///   - classes: which records are withdrawn.
    ///   - now: the wall clock.
    /// - Returns: up to which number records are withdrawn, by class; and whether a real-time one was recorded.
    func take(
        _ permissions: ReportPermissions,
        withdrawing classes: Set<RecordClass>,
        now: Int64
    ) -> (withdrawn: [RecordClass: UInt64], tellsWorker: Bool) {
        self.state.withLock { state in
            // Those that were recorded before come before those that waited.
            let withdrawn = Self.withdraw(classes, &state, now: now)
            state.permissions = permissions
            return (withdrawn, Self.release(&state))
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

    /// Storage is open: records what was held, with the common fields that are known by now.
    ///
    /// - Returns: what is withdrawn, whether a real-time record is among them, and sentences about those that cannot be
    ///   recorded after all.
    func open(
        _ store: ChannelStore,
        common: CommonFields,
        now: Int64
    ) -> (
        withdrawn: [RecordClass: UInt64], tellsWorker: Bool, sentences: [String]
    ) {
        self.state.withLock { state in
            guard !state.isClosed else { return ([:], false, []) }
            var sentences: [String] = []
            state.held = state.held.compactMap { held in
                guard let draft = held.draft else { return held }
                // The rules are those of the call: the whitelist was asked then.
                let composer = ReportComposer(common: common, rules: .none, maxBodyBytes: state.settings.maxBodyBytes)
                do throws(ReportRefusal) {
                    let report = try composer.compose(draft)
                    let bytes = ReportBytes(report, as: held.bytes.recordClass, at: held.bytes.milliseconds)
                    return Held(bytes: bytes, draft: nil, isRealtime: held.isRealtime)
                } catch {
                    sentences.append("A record that was held is dropped: \(error)")
                    return nil
                }
            }
            state.store = store
            state.producer = Array(store.producer.utf8)
            state.withdrawn = Self.keptWithdrawn(store)
            _ = Self.withdraw(state.withdrawnUnopened, &state, now: now)
            state.withdrawnUnopened = []
            return (state.withdrawn, Self.release(&state), sentences)
        }
    }

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
            defer {
                state.held = []
                state.heldBytes = 0
            }
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

    /// Records those that may be recorded by now, and lets go of those that may not at all.
    private static func release(_ state: inout State) -> Bool {
        guard state.store != nil else {
            state.held.removeAll { held in
                if case .refused = state.permissions[held.bytes.recordClass] { return true }
                return false
            }
            state.heldBytes = state.held.reduce(0) { $0 + $1.size }
            return false
        }
        var tells = false
        var kept: [Held] = []
        for held in state.held {
            switch state.permissions[held.bytes.recordClass] {
            case .waiting: kept.append(held)
            case .refused: continue
            case .allowed:
                if Self.notes(held.isRealtime, Self.append(held.bytes, state), &state) { tells = true }
            }
        }
        state.held = kept
        state.heldBytes = kept.reduce(0) { $0 + $1.size }
        return tells
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

extension ReportInlet.Settings {
    /// What a configuration says.
    init(_ configuration: ChannelConfiguration) {
        self.rules = configuration.typeRules
        self.isCollectionEnabled = configuration.isCollectionEnabled
        self.maxBodyBytes = configuration.maxBodyBytes
    }
}
