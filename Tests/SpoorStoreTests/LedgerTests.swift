import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// A database whose log was cut looks like an older one: what it lacks is noticed and counted.
struct LedgerTests {
    /// A life of random appends, state changes, drains and uploads, ended at a random moment.
    private final class Life {
        var random: SeededGenerator
        var next = 0
        /// The records that are kept, in the database or the journal.
        var kept: Set<String> = []

        init(seed: UInt64) { self.random = SeededGenerator(seed: seed) }

        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self.random) }

        func append(to store: ChannelStore, _ count: Int) {
            for _ in 0..<count {
                self.next += 1
                let text = "r\(self.next) " + String(repeating: "x", count: self.below(600))
                store.append(text, class: RecordClass.allCases[self.below(5)])
                self.kept.insert(text)
            }
        }

        /// Uploads some; now and then one goes to the dead letters, which are kept.
        func upload(from store: ChannelStore, isInOrder: Bool) throws {
            try store.withRecords { records in
                let order = isInOrder ? RecordOrder.sequence : .crashFirst
                let batch = try records.selectAndMark(maxCount: 1 + self.below(30), maxBytes: .max, order: order)
                guard !batch.isEmpty else { return }
                let buried = self.below(4) == 0 ? [DeadLetterReason(sequence: batch.rows[0].sequence, reason: "")] : []
                try records.settle(batch: batch.id, deadLetters: buried)
                for row in batch.rows.dropFirst(buried.count) {
                    self.kept.remove(LedgerTests.body(batch.payload(of: row)))
                }
            }
        }

        func step(_ store: ChannelStore, isInOrder: Bool = true) throws {
            switch self.below(6) {
            case 0, 1: self.append(to: store, 1 + self.below(40))
            case 2: store.setState(["a": .integer(self.below(9))], recorded: 0)
            case 3, 4: try store.drain(maxBytes: 1 + self.below(60_000))
            default: try self.upload(from: store, isInOrder: isInOrder)
            }
        }
    }

    private static func body(_ bytes: some Collection<UInt8>) -> String {
        String(String(decoding: bytes, as: UTF8.self).drop { $0 != ":" }.dropFirst())
    }

    /// What is kept, dead letters included.
    private static func kept(in store: ChannelStore) throws -> Set<String> {
        while try store.drain().hasMore {}
        let letters = try store.withRecords { try $0.deadLetters(limit: .max) }.map { Self.body($0.bytes) }
        return Set(try store.texts().map { Self.body($0.utf8) } + letters)
    }

    private static func damage(_ copy: TestFolder, _ random: inout SeededGenerator) throws -> String {
        let name = "records.sqlite-wal"
        var bytes = try copy.read(name)
        guard !bytes.isEmpty else { return "empty" }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let kind = Int.random(in: 0..<5, using: &random)
        switch kind {
        case 0: bytes.removeSubrange(place...)
        case 1: for index in place..<min(bytes.count, place + 9_000) { bytes[index] = 0 }
        case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3: bytes += (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        default:
            try Posix.remove("\(copy.path)/\(name)")
            return "removed"
        }
        try copy.write(name, bytes)
        return "\(kind) at \(place)"
    }

    @Test("A log damaged anywhere: what is lost is counted, and no number is given twice", arguments: UInt64(0)..<120)
    func lostIsCounted(seed: UInt64) throws {
        let life = Life(seed: seed)
        let folder = try TestFolder()
        var store = try Fixture.open(folder) { $0.journal.segmentBytes = 16_384 }
        for _ in 0..<30 + life.below(90) {
            try life.step(store)
            guard life.below(40) == 0 else { continue }
            // An orderly end, which leaves no log.
            while try store.drain().hasMore {}
            store.close()
            store = try Fixture.open(folder) { $0.journal.segmentBytes = 16_384 }
        }
        let next = store.nextSequence
        let copy = try folder.snapshot()
        guard try copy.names().contains("records.sqlite-wal") else { return }
        let label = try Self.damage(copy, &life.random)
        let scratch = try TestFolder()
        let problems = try QueueFolder.inspect(copy.path, scratch: scratch.path).problems
        let heir = try Fixture.open(copy) { $0.journal.segmentBytes = 16_384 }
        let lost = life.kept.subtracting(try Self.kept(in: heir)).count
        #expect(heir.report.missing == lost && heir.counts.damaged == lost, "\(label)")
        let told = heir.inspect().losses.filter { $0.reason == .damaged }.reduce(0) { $0 + $1.count }
        #expect(told == lost, "\(label)")
        // Whoever looks before the start is told the same.
        let foretold = problems.filter { $0.hasSuffix("counts and reports them.") }
        #expect(foretold.count == (lost > 0 ? 1 : 0), "\(label): \(problems)")
        if lost > 0 { #expect(foretold.first?.contains(": \(lost) record") == true, "\(label): \(foretold)") }
        #expect(heir.report.remarks.filter { $0.contains("was damaged") }.count == (lost > 0 ? 1 : 0), "\(label)")
        #expect(heir.nextSequence >= next, "\(label)")
        // Said once.
        heir.close()
        #expect(try Fixture.open(copy).report.remarks == [])
    }

    @Test("Two hundred lives that end in order or by a kill, without damage: no remark", arguments: UInt64(0)..<20)
    func noFalseAlarm(part: UInt64) throws {
        let life = Life(seed: 5_000 + part)
        var folder = try TestFolder()
        var folders = [folder]
        for round in 0..<10 {
            let store = try Fixture.open(folder) { $0.journal.segmentBytes = 16_384 }
            #expect(store.report.remarks == [], "\(part).\(round)")
            #expect(store.inspect().losses.filter { $0.reason == .damaged } == [], "\(part).\(round)")
            for _ in 0..<life.below(60) { try life.step(store, isInOrder: round.isMultiple(of: 2)) }
            if life.below(4) == 0 {
                var limits = StoreLimits()
                limits.records = 20
                limits.deadLetters = 2
                try store.drain(limits: limits)
            }
            if life.below(6) == 0 { try store.withRecords { try $0.purge([.tracked: .max]) } }
            if life.below(6) == 0 { try store.withRecords { try $0.resendDeadLetters() } }
            if life.below(6) == 0 { try store.withRecords { try $0.purgeDeadLetters() } }
            if life.below(9) == 0 { try store.purge() }
            if life.below(2) == 0 {
                store.close()
            } else {
                folder = try folder.snapshot()
                folders.append(folder)
            }
            let scratch = try TestFolder()
            #expect(try QueueFolder.inspect(folder.path, scratch: scratch.path).problems == [], "\(part).\(round)")
        }
    }

    /// A kill between a commit and its note leaves the note behind: that is no loss.
    @Test func aNoteThatIsBehindSaysNothing() throws {
        let folder = try TestFolder()
        let store = try Fixture.open(folder)
        for number in 1...5 { store.append("\(number)") }
        try store.drain()
        let note = try folder.read(CommitLedger.fileName)
        for number in 6...9 { store.append("\(number)") }
        try store.drain()
        let copy = try folder.snapshot()
        try copy.write(CommitLedger.fileName, note)
        let heir = try Fixture.open(copy)
        #expect(heir.report.remarks == [] && heir.report.missing == 0)
        #expect(heir.append("10") == .appended(sequence: 10, isDurable: true))
    }

    @Test("A note that is damaged, cut, of another build or gone raises no alarm", arguments: 0..<40)
    func aDamagedNoteSaysNothing(seed: UInt64) throws {
        let folder = try TestFolder()
        let store = try Fixture.open(folder)
        for number in 1...50 {
            store.append("\(number)")
            try store.drain()
        }
        let copy = try folder.snapshot()
        var random = SeededGenerator(seed: seed)
        var note = try copy.read(CommitLedger.fileName)
        switch seed % 4 {
        case 0: note.removeLast(Int.random(in: 1...note.count, using: &random))
        case 1: for place in [4, 8_196] { note[place] = 9 }
        case 2: for _ in 0..<200 { note[Int.random(in: 0..<note.count, using: &random)] ^= 0x55 }
        default: note = []
        }
        try copy.write(CommitLedger.fileName, note)
        let heir = try Fixture.open(copy)
        #expect(heir.report.remarks == [] && heir.inspect().losses == [])
        // From here on commits are noted again.
        heir.append("51")
        try heir.drain()
        let cut = try copy.snapshot()
        try Posix.remove("\(cut.path)/records.sqlite-wal")
        #expect(try Fixture.open(cut).report.missing == 51)
    }

    @Test func aDatabaseThatWasTakenAwayIsCounted() throws {
        let folder = try TestFolder()
        let store = try Fixture.open(folder)
        for number in 1...7 { store.append("\(number)") }
        try store.drain()
        store.append("8")
        let copy = try folder.snapshot()
        for suffix in ["", "-wal"] { try Posix.remove("\(copy.path)/records.sqlite\(suffix)") }
        let heir = try Fixture.open(copy)
        #expect(heir.report.missing == 7)
        #expect(try Self.kept(in: heir) == ["8"])
    }

    /// A disk that has no room for the note stops nothing.
    @Test func withoutANoteEverythingElseGoesOn() throws {
        let folder = try TestFolder()
        let disk = FakeDisk()
        disk.mood.withLock { $0.createError = FakeDisk.full }
        let store = try Fixture.open(folder) { $0.segmentFiles = disk }
        store.append("1")
        try store.drain()
        #expect(try store.texts() == ["1:1"])
        #expect(try !folder.names().contains(CommitLedger.fileName))
        disk.mood.withLock { $0.createError = nil }
        store.append("2")
        try store.drain()
        #expect(try folder.names().contains(CommitLedger.fileName))
    }

    /// A file of the journal that is taken away in use: the numbers that never come are counted.
    @Test func aGapInTheJournalIsCountedInUse() throws {
        let folder = try TestFolder()
        let store = try Fixture.open(folder) { $0.journal.segmentBytes = 4_096 }
        for number in 1...200 { store.append("\(number) " + String(repeating: "x", count: 100)) }
        let first = try #require(try folder.names("journal").min())
        try Posix.remove("\(folder.path)/journal/\(first)")
        var damaged = 0
        var hasMore = true
        while hasMore {
            let report = try store.drain(maxBytes: 4_096)
            damaged += report.damaged
            hasMore = report.hasMore
        }
        let count = store.counts.records
        #expect(damaged > 0 && damaged == 200 - count)
        #expect(store.counts.damaged == damaged)
        #expect(store.inspect().losses == [Loss(.damaged, .tracked, count: damaged)])
    }
}

/// What is kept, told apart by commit.
struct RecordStockTests {
    @Test func onlyWhatIsStillKeptOfMissingCommitsIsMissing() {
        var stock = RecordStock(last: 0, total: 0)
        stock.add(10, through: 10)
        stock.add(0, through: 11)
        stock.add(5, through: 20)
        stock.add(1, through: 21)
        for sequence in UInt64(1)...7 { stock.remove(sequence) }
        for sequence in [UInt64(15), 16, 99] { stock.remove(sequence) }
        (stock.last, stock.total) = (21, 7)
        #expect(stock.missing(after: 21, besides: 7) == 0)
        #expect(stock.missing(after: 20, besides: 15) == 1)
        #expect(stock.missing(after: 10, besides: 10) == 4)
        #expect(stock.missing(after: 0, besides: 0) == 7)
        stock.fallBack(to: 10)
        stock.recount { add in for sequence in UInt64(1)...10 { add(sequence) } }
        #expect(stock.lots == [RecordStock.Lot(through: 10, left: 10)])
        #expect(stock.last == 21)
    }

    @Test func manyCommitsAreBounded() {
        var stock = RecordStock(last: 0, total: 0)
        for number in UInt64(1)...2_000 { stock.add(1, through: number) }
        #expect(stock.lots.count == RecordStock.mostLots)
        #expect(stock.floor == 2_000 - UInt64(RecordStock.mostLots))
        (stock.last, stock.total) = (2_000, 2_000)
        // Older than can be told apart: the numbers tell.
        #expect(stock.missing(after: 100, besides: 100) == 1_900)
        for number in stock.floor + 1...2_000 where number % 2 == 0 { stock.remove(number) }
        stock.add(1, through: 2_001)
        #expect(stock.lots.count == RecordStock.mostLots / 2 + 1)
    }
}
