import Foundation
import SpoorWire
import Testing

@testable import SpoorStore

struct JournalTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    @Test(arguments: [4_096, 16_384, 65_536])
    func smallSegmentsAreRecycledAndKeepOrder(segmentBytes: Int) throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: segmentBytes)
        var expected: [String] = []
        var found: [String] = []
        for round in 0..<60 {
            for number in 0..<(round % 7) * 20 {
                let text = "round \(round) number \(number)"
                guard case .appended(let sequence, true) = journal.append(text) else {
                    Issue.record("not durable")
                    return
                }
                expected.append("\(sequence):\(text)")
            }
            found += try journal.drainTexts(maxBytes: segmentBytes)
        }
        #expect(found == expected)
        #expect(
            journal.status.tally
                == {
                    var tally = FrameTally(); tally.frames = expected.count; return tally
                }()
        )
        #expect(journal.pendingBytes == 0 && journal.status.fullSegments == 0)
        #expect(try self.folder.names().count <= 2)
        journal.dismantle()
        #expect(try self.folder.names() == [])
    }

    @Test func aFailedDrainGivesNothingBack() throws {
        struct Refused: Error {}
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096)
        for number in 1...200 { journal.append("\(number)") }
        let pending = journal.pendingBytes
        #expect(throws: Refused.self) {
            try journal.drain { batch in
                var count = 0
                try batch.forEachFrame { _ in
                    count += 1
                    if count == 150 { throw Refused() }
                }
            }
        }
        #expect(journal.pendingBytes == pending)
        #expect(try journal.drainTexts().count == 200)
    }

    @Test func recordsAppendedDuringADrainWaitForTheNext() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096)
        journal.append("before")
        _ = try journal.drain { batch in
            // Fills the segment that this drain reads from, and more.
            for number in 1...300 { journal.append("during \(number)") }
            #expect(throws: JournalError.draining) { try journal.drain { _ in } }
            var texts: [String] = []
            try batch.forEachFrame { texts.append(String(decoding: $0.payload, as: UTF8.self)) }
            #expect(texts == ["1:before"])
        }
        #expect(try journal.drainTexts() == (1...300).map { "\($0 + 1):during \($0)" })
    }

    @Test func theFirstAppendAfterEachDrainAndEachFullSegmentSignal() throws {
        let signals = Locked<[JournalSignal]>([])
        let journal = try Fixture.journal(
            self.folder,
            segmentBytes: 4_096,
            signal: { signal in signals.withLock { $0.append(signal) } }
        )
        journal.append("a")
        journal.append("b")
        #expect(signals.withLock { $0 } == [.pending])
        _ = try journal.drainTexts()
        journal.append("c")
        #expect(signals.withLock { $0 } == [.pending, .pending])
        while journal.status.fullSegments == 0 { journal.append(String(repeating: "d", count: 400)) }
        #expect(signals.withLock { $0 } == [.pending, .pending, .segmentFilled])
    }

    /// Every class has its share of the cap, and what is refused is counted.
    @Test(arguments: zip(RecordClass.allCases, [50, 75, 90, 100, 100]))
    func lowerClassesAreRefusedFirst(recordClass: RecordClass, percent: Int) throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096, adjust: { $0.capBytes = 100_000 })
        var taken = 0
        while journal.append(String(repeating: "x", count: 466), class: recordClass) != .full { taken += 1 }
        // A frame takes 504 bytes here, and room for its longest head is asked for.
        #expect(abs(taken * 504 - percent * 1_000) < 1_100)
        #expect(journal.status.refused == [recordClass: 1])
        if recordClass < .identity { #expect(journal.append("x", class: .crash) != .full) }
        _ = try journal.drainTexts()
        #expect(journal.append("x", class: recordClass) != .full)
    }

    @Test func withoutFilesRecordsWaitInMemoryUntilFilesComeBack() throws {
        let disk = FakeDisk()
        disk.mood.withLock { $0.createError = FakeDisk.full }
        let journal = try Fixture.journal(
            self.folder,
            segmentBytes: 4_096,
            files: disk,
            adjust: { $0.memoryCapBytes = 20_000 }
        )
        #expect(journal.append("1") == .appended(sequence: 1, isDurable: false))
        guard case .memory(let reason) = journal.status.backing else {
            Issue.record("files cannot be made here")
            return
        }
        #expect(reason.contains("space"))
        var count = 1
        while journal.append("more") != .full { count += 1 }
        #expect(count > 100 && count < 500)
        disk.mood.withLock { $0.createError = nil }
        #expect(try journal.drainTexts().count == count)
        #expect(journal.append("again") != .full)
        _ = try journal.drainTexts()
        #expect(journal.status.backing == .file)
        #expect(journal.append("safe") == .appended(sequence: UInt64(count + 2), isDurable: true))
    }

    /// O-17: where making segments takes long, a caller neither makes one itself nor waits more than once.
    @Test func aSlowDiskIsNotWaitedFor() throws {
        let disk = FakeDisk()
        let waiting = Locked<[@Sendable () -> Void]>([])
        let journal = try Fixture.journal(
            self.folder,
            segmentBytes: 4_096,
            files: disk,
            provisioner: { work in waiting.withLock { $0.append(work) } },
            adjust: { $0.patience = .milliseconds(1) }
        )
        let created = disk.mood.withLock { $0.created }
        for number in 1...300 { #expect(journal.append("\(number)") != .full) }
        #expect(disk.mood.withLock { $0.created } == created)
        #expect(journal.status.emergencies > 0)
        // One request is on its way, whatever happens meanwhile.
        #expect(waiting.withLock { $0.count } == 1)
        for work in waiting.withLock({ $0 }) { work() }
        #expect(try journal.drainTexts() == (1...300).map { "\($0):\($0)" })
        #expect(journal.append("301") != .full)
        _ = try journal.drainTexts()
        #expect(journal.status.backing == .file)
    }

    /// O-17: a caller that outruns the maker by a little gets its file, and nothing is held in memory.
    @Test func aMomentIsGivenToTheMaker() throws {
        let maker = DispatchQueue(label: "maker")
        let journal = try Fixture.journal(
            self.folder,
            segmentBytes: 4_096,
            provisioner: { work in maker.async(execute: work) },
            adjust: { $0.patience = .seconds(60) }
        )
        for number in 1...2_000 {
            #expect(journal.append("\(number)") == .appended(sequence: UInt64(number), isDurable: true))
        }
        #expect(try journal.drainTexts() == (1...2_000).map { "\($0):\($0)" })
    }

    /// A kill takes what was in memory alone, which nobody was promised, and nothing before or after it.
    @Test func aKillTakesNoMoreThanWhatWasHeldInMemory() throws {
        let disk = FakeDisk()
        let journal = try Fixture.journal(
            self.folder,
            segmentBytes: 4_096,
            files: disk,
            provisioner: { $0() },
            adjust: { $0.patience = .milliseconds(1) }
        )
        var durable: [UInt64] = []
        var held = 0
        for number in 1...600 {
            if number == 200 { disk.mood.withLock { $0.createError = FakeDisk.full } }
            if number == 400 {
                disk.mood.withLock { $0.createError = nil }
                journal.locked { journal.filesFailing = nil }
            }
            guard case .appended(let sequence, let isDurable) = journal.append("\(number)") else { continue }
            if isDurable { durable.append(sequence) } else { held += 1 }
        }
        #expect(held > 100 && durable.count == 600 - held)
        #expect(durable.first == 1 && durable.last == 600)
        var inherited: [UInt64] = []
        let reopened = try Fixture.journal(try self.folder.snapshot(), inherited: { inherited.append($0.sequence) })
        #expect(inherited == durable)
        #expect(reopened.append("next") == .appended(sequence: 601, isDurable: true))
    }

    @Test func recordsTooLargeForASegmentKeepTheirPlace() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096, adjust: { $0.maxRecordBytes = 100_000 })
        let large = String(repeating: "L", count: 50_000)
        #expect(journal.append("a") == .appended(sequence: 1, isDurable: true))
        #expect(journal.append(large) == .appended(sequence: 2, isDurable: false))
        #expect(journal.append("b") == .appended(sequence: 3, isDurable: true))
        #expect(journal.append(String(repeating: "L", count: 100_000)) == .tooLarge)
        #expect(try journal.drainTexts() == ["1:a", "2:\(large)", "3:b"])
        #expect(journal.append(large) == .appended(sequence: 4, isDurable: false))
        #expect(try journal.drainTexts() == ["4:\(large)"])
        #expect(journal.append("c") == .appended(sequence: 5, isDurable: true))
        #expect(try journal.drainTexts() == ["5:c"])
    }

    @Test func aDeclinedRecordLeavesNoTrace() throws {
        let journal = try Fixture.journal(self.folder)
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(journal.append(class: .tracked, maxHead: 8, body: empty) { _, _ in nil } == .declined)
        let empties = journal.append(class: .tracked, maxHead: 8, body: empty) { _, _ in
            FrameHead(count: 0, recorded: 7)
        }
        #expect(empties == .appended(sequence: 1, isDurable: true))
        #expect(try journal.drainTexts() == [""])
        journal.close()
        #expect(journal.append("x") == .closed)
    }

    @Test func whatTheDatabaseHasIsSkippedAndNumbersGoOn() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096)
        for number in 1...100 { journal.append("\(number)") }
        var inherited: [UInt64] = []
        let copy = try self.folder.snapshot()
        let reopened = try Fixture.journal(
            copy,
            segmentBytes: 65_536,
            lastSequence: 90,
            inherited: { inherited.append($0.sequence) }
        )
        #expect(inherited == Array(91...100))
        #expect(reopened.status.tally.repeated == 90)
        #expect(reopened.append("next") == .appended(sequence: 101, isDurable: true))
        let ahead = try Fixture.journal(try self.folder.snapshot(), lastSequence: 1_000)
        #expect(ahead.append("next") == .appended(sequence: 1_001, isDurable: true))
        #expect(try ahead.drainTexts() == ["1001:next"])
    }

    @Test func anUnreadableSegmentStopsTheOpeningAndIsLeftAlone() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096)
        for number in 1...100 { journal.append("\(number)") }
        let copy = try self.folder.snapshot()
        let before = try copy.names()
        let disk = FakeDisk()
        disk.mood.withLock { $0.readError = FakeDisk.inputOutput }
        #expect(throws: JournalError.self) { try Fixture.journal(copy, files: disk) }
        #expect(try copy.names() == before)
        #expect(try Fixture.journal(copy).drainTexts().count == 100)
    }

    /// Appends from four threads against a drain: every record once, in order of sequence, per thread in its own order.
    @Test func manyThreadsLoseNothing() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 8_192)
        let collected = Locked<[String]>([])
        let isDone = Locked(false)
        let drained = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var isLast = false
            repeat {
                isLast = isDone.withLock { $0 }
                let texts = (try? journal.drainTexts(maxBytes: 32_768)) ?? []
                collected.withLock { $0 += texts }
            } while !isLast
            drained.signal()
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<5_000 { journal.append("\(thread) \(number)") }
        }
        isDone.withLock { $0 = true }
        drained.wait()
        let texts = collected.withLock { $0 }
        #expect(texts.count == 20_000)
        let parts = texts.map { $0.split(separator: ":").map(String.init) }
        #expect(parts.map { Int($0[0]) ?? 0 } == Array(1...20_000))
        for thread in 0..<4 {
            let own = parts.map { $0[1] }.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<5_000).map { "\(thread) \($0)" })
        }
    }
}
