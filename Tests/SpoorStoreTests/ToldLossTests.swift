import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

/// What a record tells of losses is told again where the record is lost itself.
struct ToldLossTests {
    private let folder: TestFolder
    private static let told: UInt64 = 3
    private static let losses = [Loss(.expired, .automatic, count: 2), Loss(.expired, .tracked, count: 7)]

    init() throws { self.folder = try TestFolder() }

    private func open() throws -> RecordStore {
        try RecordStore.open(folder: self.folder.path, files: PosixFileAccess()).0
    }

    private func insert(_ count: Int, into store: RecordStore, class recordClass: RecordClass = .identity) throws {
        let first = store.lastSequence + 1
        try store.insert { add in
            for sequence in first..<first + UInt64(count) {
                try [UInt8](repeating: 32, count: 100).withUnsafeBytes {
                    try add(
                        JournalFrame(
                            sequence: sequence,
                            kind: .event,
                            recordClass: recordClass,
                            recorded: 0,
                            payload: $0
                        )
                    )
                }
            }
        }
    }

    /// How a record ends.
    enum End: CaseIterable, Sendable {
        case delivered, resentAndDelivered
        case expired, overCount, overBytes, purged, clearedOnUpgrade, withdrawn, damaged
        case letterPurged, letterTrimmed, letterTrimmedAtSettling, letterWithdrawn

        var isDelivery: Bool { self == .delivered || self == .resentAndDelivered }
    }

    private func bury(_ store: RecordStore, limits: StoreLimits = StoreLimits(), isDamaged: Bool = false) throws {
        let batch = try store.selectAndMark(maxCount: 10, maxBytes: .max)
        let letter = DeadLetterReason(sequence: Self.told, reason: "refused", isDamaged: isDamaged)
        try store.settle(batch: batch.id, deadLetters: [letter], limits: limits)
    }

    private func carryOut(_ end: End, in store: RecordStore) throws {
        var limits = StoreLimits()
        switch end {
        case .delivered:
            try store.settle(batch: store.selectAndMark(maxCount: 10, maxBytes: .max).id)
        case .resentAndDelivered:
            try self.bury(store)
            #expect(try store.losses() == [])
            try store.resendDeadLetters()
            try store.settle(batch: store.selectAndMark(maxCount: 10, maxBytes: .max).id)
        case .expired:
            try store.markAge(5)
            #expect(try store.expire(madeBy: 5) == [.identity: 2])
        case .overCount:
            limits.records = 0
            #expect(try store.enforce(limits) == [.identity: 2])
        case .overBytes:
            limits.bytes = 0
            #expect(try store.enforce(limits) == [.identity: 2])
        case .purged: try store.purge()
        case .clearedOnUpgrade: try store.clear(before: Self.told + 1)
        case .withdrawn: try store.purge([.identity: .max])
        case .damaged: try self.bury(store, isDamaged: true)
        case .letterPurged:
            try self.bury(store)
            try store.purgeDeadLetters()
        case .letterTrimmed:
            try self.bury(store)
            limits.deadLetters = 0
            #expect(try store.trimDeadLetters(to: limits) == 1)
        case .letterTrimmedAtSettling:
            limits.deadLetters = 0
            try self.bury(store, limits: limits)
        case .letterWithdrawn:
            try self.bury(store)
            try store.purge([.identity: .max])
        }
    }

    /// What the other two records of the same kind cost.
    private func others(_ end: End) -> [Loss] {
        switch end {
        case .expired: [Loss(.expired, .identity, count: 2)]
        case .overCount: [Loss(.overCount, .identity, count: 2)]
        case .overBytes: [Loss(.overBytes, .identity, count: 2)]
        default: []
        }
    }

    private func sorted(_ losses: [Loss]) -> [String] {
        losses.map { "\($0.reason) \($0.recordClass) \($0.count)" }.sorted()
    }

    @Test("What a lost report told is a loss again", arguments: End.allCases, [false, true])
    func whatALostReportTold(end: End, isOpenedAnew: Bool) throws {
        var store: RecordStore? = try self.open()
        let current = { try #require(store) }
        let reopen = {
            store = nil
            store = try self.open()
        }
        try current().addLosses(Self.losses)
        try current().removeLosses(Self.losses)
        try current().keepTold(ToldLosses(losses: Self.losses), by: Self.told)
        // It may be in the journal still.
        #expect(try current().losses() == [])
        try self.insert(3, into: current())
        #expect(try current().losses() == [])
        if isOpenedAnew { try reopen() }
        try self.carryOut(end, in: current())
        if isOpenedAnew { try reopen() }
        let expected = end.isDelivery ? [] : Self.losses + self.others(end)
        #expect(self.sorted(try current().losses()) == self.sorted(expected))
        // Told by the next one, they are taken off.
        try current().removeLosses(current().losses())
        #expect(try current().losses() == [])
        try reopen()
        #expect(try current().losses() == [])
    }

    @Test("What a lost report told of another channel stays that channel's", arguments: End.allCases)
    func whatALostReportToldOfAnotherChannel(end: End) throws {
        let store = try self.open()
        let told = ToldLosses(channel: "apm", losses: Self.losses)
        try store.keepTold(told, by: Self.told)
        try self.insert(3, into: store)
        #expect(try store.untoldOfOthers() == [:])
        try self.carryOut(end, in: store)
        #expect(self.sorted(try store.losses()) == self.sorted(self.others(end)))
        let untold = try store.untoldOfOthers()
        #expect(untold[Self.told]?.channel == (end.isDelivery ? nil : "apm"))
        #expect(untold[Self.told]?.losses == (end.isDelivery ? nil : Self.losses))
        try store.forgetTold(by: untold.keys)
        #expect(try store.untoldOfOthers() == [:])
    }

    @Test("A queue that is made anew out of a damaged one knows what was told")
    func aSalvagedQueueKnowsWhatWasTold() throws {
        do {
            let store = try self.open()
            try store.keepTold(ToldLosses(losses: Self.losses), by: Self.told)
            try self.insert(3, into: store)
        }
        let (store, _) = try RecordStore.replace(folder: self.folder.path, files: PosixFileAccess(), noted: nil)
        #expect(try store.losses() == [])
        try store.purge()
        #expect(self.sorted(try store.losses()) == self.sorted(Self.losses))
    }
}
