import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

struct RecordStoreTests {
    private let folder: TestFolder
    private let store: RecordStore

    init() throws {
        self.folder = try TestFolder()
        self.store = try RecordStore.open(folder: self.folder.path, files: PosixFileAccess()).0
    }

    /// Stores records numbered from the next on; each payload is its number, padded to 100 bytes.
    private func insert(_ count: Int, class recordClass: RecordClass = .tracked, bytes: Int = 100) throws {
        let first = self.store.lastSequence + 1
        try self.store.insert { add in
            for sequence in first..<first + UInt64(count) {
                let text = "\(sequence)"
                let payload = Array(text.utf8) + [UInt8](repeating: 32, count: bytes - text.utf8.count)
                try payload.withUnsafeBytes {
                    try add(
                        JournalFrame(
                            sequence: sequence,
                            kind: .event,
                            recordClass: recordClass,
                            recorded: Int64(sequence) * 1_000,
                            payload: $0
                        )
                    )
                }
            }
        }
    }

    private func take(_ count: Int, bytes: Int = .max, _ order: RecordOrder = .sequence) throws -> RecordBatch {
        try self.store.selectAndMark(maxCount: count, maxBytes: bytes, order: order)
    }

    /// O-11: deletion goes by sequence number, whatever comes, goes or is refused meanwhile.
    @Test func onlyWhatWasSentIsDeleted() throws {
        try self.insert(4)
        let first = try self.take(2)
        #expect(first.rows.map(\.sequence) == [1, 2])
        try self.insert(1)
        let second = try self.take(1)
        #expect(second.rows.map(\.sequence) == [3])
        try self.store.settle(
            batch: first.id,
            deadLetters: [DeadLetterReason(sequence: 1, reason: "unreadable")],
            now: 9
        )
        try self.store.settle(batch: first.id)
        #expect(self.store.count == 3)
        try self.store.release(batch: second.id)
        #expect(try self.take(10).rows.map(\.sequence) == [3, 4, 5])
        let letters = try self.store.deadLetters()
        #expect(letters.map(\.sequence) == [1] && letters[0].reason == "unreadable" && letters[0].setAside == 9)
        #expect(letters[0].bytes.count == 100)
    }

    @Test func batchesObeyCountAndBytesAndLetLargeOnesThroughAlone() throws {
        try self.insert(3)
        try self.insert(1, bytes: 5_000)
        try self.insert(3)
        #expect(try self.take(2).rows.count == 2)
        #expect(try self.take(10, bytes: 1_000).rows.map(\.sequence) == [3])
        let large = try self.take(10, bytes: 1_000)
        #expect(large.rows.map(\.sequence) == [4])
        #expect(large.payload(of: large.rows[0]).count == 5_000)
        let rest = try self.take(10, bytes: 1_000)
        #expect(rest.rows.map(\.sequence) == [5, 6, 7] && rest.bytes.count == 300)
        #expect(try self.take(10).isEmpty)
    }

    @Test func crashesComeFirstWhereAsked() throws {
        try self.insert(2, class: .monitoring)
        try self.insert(1, class: .crash)
        try self.insert(1, class: .automatic)
        #expect(try self.take(3, .crashFirst).rows.map(\.sequence) == [3, 1, 2])
        #expect(try self.take(3, .crashFirst).rows.map(\.sequence) == [4])
    }

    @Test func theLowestClassGoesFirstAndNothingInFlight() throws {
        for recordClass in [RecordClass.tracked, .monitoring, .crash, .automatic] {
            try self.insert(700, class: recordClass)
        }
        let flying = try self.take(10)
        var limits = StoreLimits()
        limits.records = 800
        #expect(try self.store.enforce(limits) == [.monitoring: 700, .automatic: 700, .tracked: 600])
        #expect(self.store.count == 800)
        #expect(try self.store.connection.integer("SELECT count(*) FROM meta") == 800)
        #expect(try self.store.connection.integer("SELECT min(seq) FROM meta WHERE seq > 10") == 611)
        limits.bytes = 50_000
        #expect(try self.store.enforce(limits) == [.tracked: 90, .crash: 210])
        #expect(self.store.bytes == 50_000)
        try self.store.settle(batch: flying.id)
        #expect(self.store.totals[.tracked] == ClassTotal(count: 0, bytes: 0))
    }

    @Test func expiryAndPurgeSpareTheHighWaterMark() throws {
        try self.insert(5)
        try self.store.markAge(1_000)
        try self.insert(5)
        try self.store.markAge(2_000)
        let flying = try self.take(2)
        #expect(try self.store.expire(madeBy: 999) == [:])
        #expect(try self.store.expire(madeBy: 1_999) == [.tracked: 3])
        #expect(try self.store.losses() == [Loss(.expired, .tracked, count: 3)])
        #expect(self.store.count == 7)
        #expect(try self.store.purge() == 7)
        try self.store.settle(batch: flying.id)
        #expect(self.store.count == 0 && self.store.bytes == 0)
        #expect(self.store.lastSequence == 10)
        try self.insert(1)
        #expect(try self.take(5).rows.map(\.sequence) == [11])
    }

    /// What a person put back by hand is not given up for its age before it could be sent.
    @Test func ageSparesWhatWasPutBack() throws {
        try self.insert(3)
        try self.store.markAge(1_000)
        let batch = try self.take(1)
        try self.store.settle(batch: batch.id, deadLetters: [DeadLetterReason(sequence: 1, reason: "refused")])
        #expect(try self.store.resendDeadLetters([1, 99]) == 1)
        #expect(try self.store.expire(madeBy: 5_000) == [.tracked: 2])
        #expect(try self.take(5).rows.map(\.sequence) == [1])
    }

    /// Each loss has its reason, written with the deletion; what was reported is taken off, what came since stays.
    @Test func lossesAreCountedByReason() throws {
        try self.insert(30, class: .monitoring)
        try self.insert(10, class: .identity)
        var limits = StoreLimits()
        limits.records = 30
        limits.bytes = 2_500
        #expect(try self.store.enforce(limits) == [.monitoring: 15])
        let losses = [Loss(.overBytes, .monitoring, count: 5), Loss(.overCount, .monitoring, count: 10)]
        #expect(try self.store.losses() == losses)
        try self.store.addLosses([Loss(.journalFull, .automatic, count: 2), Loss(.overBytes, .monitoring, count: 1)])
        try self.store.removeLosses(losses)
        let rest = [Loss(.journalFull, .automatic, count: 2), Loss(.overBytes, .monitoring, count: 1)]
        #expect(try self.store.losses() == rest)
        let reopened = try RecordStore.open(folder: self.folder.snapshot().path, files: PosixFileAccess()).0
        #expect(try reopened.losses() == rest)
    }

    @Test func deadLettersAreTrimmedInTheTransactionThatSetsAside() throws {
        try self.insert(6)
        var limits = StoreLimits()
        limits.deadLetters = 2
        let batch = try self.take(3)
        let reasons = batch.rows.map { DeadLetterReason(sequence: $0.sequence, reason: "refused") }
        let report = try self.store.settle(batch: batch.id, deadLetters: reasons, limits: limits)
        #expect(report == SettleReport(damaged: 0, trimmed: 1) && self.store.deadLetterCount == 2)
        #expect(try self.store.deadLetters().map(\.sequence) == [3, 2])
        #expect(try self.store.losses() == [Loss(.deadLettersFull, .tracked, count: 1)])
        let rest = try self.take(3)
        #expect(try self.store.settle(batch: rest.id, limits: limits) == SettleReport())
        #expect(self.store.count == 0 && self.store.deadLetterCount == 2)
    }

    @Test func deadLettersCanBeSentAgainOrPurgedAndAreBounded() throws {
        try self.insert(6)
        let batch = try self.take(6)
        let reasons = batch.rows.map { DeadLetterReason(sequence: $0.sequence, reason: "refused", status: 400) }
        try self.store.settle(batch: batch.id, deadLetters: reasons)
        #expect(self.store.count == 0 && self.store.deadLetterCount == 6)
        var limits = StoreLimits()
        limits.deadLetters = 4
        _ = try self.store.enforce(limits)
        #expect(try self.store.losses() == [Loss(.deadLettersFull, .tracked, count: 2)])
        #expect(try self.store.deadLetters(limit: 2).map(\.sequence) == [6, 5])
        for none in [0, -1, Int.min] { #expect(try self.store.deadLetters(limit: none).isEmpty) }
        #expect(try self.store.resendDeadLetters() == 4)
        #expect(try self.take(9).rows.map(\.sequence) == [3, 4, 5, 6])
        #expect(self.store.bytes == 400 && self.store.deadLetterCount == 0)
        #expect(try self.store.purgeDeadLetters() == 0)
    }

    @Test func marksAreClearedAtTheNextStart() throws {
        try self.insert(3)
        _ = try self.take(2)
        let copy = try self.folder.snapshot()
        let (store, origin) = try RecordStore.open(folder: copy.path, files: PosixFileAccess())
        #expect(origin == .intact)
        #expect(store.totals == self.store.totals)
        #expect(try store.selectAndMark(maxCount: 9, maxBytes: .max).rows.map(\.sequence) == [1, 2, 3])
    }

    @Test func deletedRecordsGiveTheirSpaceBack() throws {
        try self.insert(5_000, bytes: 600)
        let pages = try self.store.connection.integer("PRAGMA page_count") ?? 0
        while case let batch = try self.take(1_000), !batch.isEmpty { try self.store.settle(batch: batch.id) }
        try self.store.vacuum()
        #expect(try self.store.connection.integer("PRAGMA page_count") ?? pages < pages / 10)
    }

    @Test func knownRecordsAreSkippedAndFailuresLeaveNothing() throws {
        try self.insert(3)
        let frame = { (sequence: UInt64) in
            JournalFrame(
                sequence: sequence,
                kind: .event,
                recordClass: .tracked,
                recorded: 0,
                payload: UnsafeRawBufferPointer(start: nil, count: 0)
            )
        }
        #expect(try self.store.insert { add in for sequence in UInt64(2)...5 { try add(frame(sequence)) } } == 2)
        #expect(throws: SQLiteError.self) {
            try self.store.insert { add in
                try add(frame(6))
            } beforeCommit: {
                throw SQLiteError(code: 13, message: "disk full")
            }
        }
        #expect(self.store.count == 5 && self.store.lastSequence == 5)
        #expect(try self.store.connection.integer("SELECT count(*) FROM meta") == 5)
    }

    /// Whatever bytes change, the store opens, works, and shows only records that were there.
    @Test func fiftyRandomDamagesAreSurvived() throws {
        try self.insert(2_000, bytes: 600)
        try self.store.connection.checkpoint(truncating: true)
        let clean = try self.folder.read("records.sqlite")
        var replaced = 0
        for seed in UInt64(1)...50 {
            var random = SeededGenerator(seed: seed)
            var bytes = clean
            let start = Int.random(in: 0..<(seed % 3 == 0 ? 20_000 : bytes.count), using: &random)
            for index in start..<min(bytes.count, start + Int.random(in: 1...40_000, using: &random)) {
                bytes[index] = UInt8(truncatingIfNeeded: random.next())
            }
            if seed % 7 == 0 { bytes.removeLast(Int.random(in: 1...bytes.count / 2, using: &random)) }
            let copy = try TestFolder()
            try copy.write("records.sqlite", bytes)
            let (store, origin) = try RecordStore.open(folder: copy.path, files: PosixFileAccess())
            if case .replaced(let name, let salvaged) = origin {
                replaced += 1
                #expect(try copy.names().contains(name), "seed \(seed)")
                #expect(salvaged == store.count, "seed \(seed)")
            }
            let batch = try? store.selectAndMark(maxCount: .max, maxBytes: .max)
            #expect(batch != nil, "seed \(seed)")
            let sequences = batch?.rows.map(\.sequence) ?? []
            #expect(sequences == Set(sequences).sorted() && sequences.count <= 2_000, "seed \(seed)")
        }
        #expect(replaced > 30)
    }

    @Test func aDamagedPageCostsItsOwnRecordsAlone() throws {
        try self.insert(2_000, bytes: 600)
        try self.store.connection.checkpoint(truncating: true)
        var bytes = try self.folder.read("records.sqlite")
        let page = bytes.count / 16_384 / 2
        for index in page * 16_384..<(page + 1) * 16_384 { bytes[index] = 0xff }
        let copy = try TestFolder()
        try copy.write("records.sqlite", bytes)
        let (store, origin) = try RecordStore.open(folder: copy.path, files: PosixFileAccess())
        guard case .replaced("records.corrupt-1.sqlite", let salvaged) = origin else {
            Issue.record("\(origin)")
            return
        }
        #expect(salvaged > 1_900 && salvaged < 2_000)
        #expect(store.lastSequence == 2_000)
    }

    @Test("After a purge or a resend all is counted anew, in one pass that sorts nothing")
    func recounted() throws {
        for (place, recordClass) in RecordClass.allCases.enumerated() {
            try self.insert(place + 1, class: recordClass, bytes: 100 + place)
        }
        let totals = self.store.totals
        #expect(totals.values.map(\.count).reduce(0, +) == 15)
        for recordClass in RecordClass.allCases { self.store.totals[recordClass] = nil }
        try self.store.recount()
        #expect(self.store.totals == totals)
        let last = self.store.lastSequence
        #expect(try self.store.purge(through: last - 5) == 10)
        var left = totals
        for recordClass in RecordClass.allCases.dropLast() { left[recordClass] = ClassTotal() }
        #expect(self.store.totals == left)
        var plan: [String] = []
        try self.store.connection.query("EXPLAIN QUERY PLAN \(RecordStore.countByClass)") {
            plan.append($0.text(at: 3))
        }
        #expect(plan.count == 1 && plan[0].hasPrefix("SCAN"), "\(plan)")
    }
}
