import Foundation
import SpoorWire
import Testing

@testable import SpoorStore

/// What was deleted is in no file any more.
struct ScrubTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    /// The files that hold a text.
    private func files(with text: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: self.folder.path).filter { name in
            let data = FileManager.default.contents(atPath: self.folder.path + "/" + name) ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: [3, 600])
    func aWithdrawalLeavesNoBytesBehind(count: Int) throws {
        let store = try Fixture.open(self.folder) { $0.journal.segmentBytes = 16_384 }
        let padding = String(repeating: "x", count: 300)
        for number in 0..<count { store.append("sent-\(number)-\(padding)") }
        while try store.drain(maxBytes: 65_536).hasMore {}
        // Some are delivered, some set aside, some wait in the database and some in the journal.
        let batch = try store.withRecords { try $0.selectAndMark(maxCount: count / 2, maxBytes: .max) }
        let letters = batch.rows.prefix(1).map { DeadLetterReason(sequence: $0.sequence, reason: "no") }
        try store.withRecords { try $0.settle(batch: batch.id, deadLetters: Array(letters)) }
        for number in 0..<count { store.append("sent-journal-\(number)-\(padding)") }
        #expect(try !self.files(with: "sent-").isEmpty)
        try self.folder.write("records.corrupt-1.sqlite", Array("sent-earlier".utf8))
        var withdrawal = Withdrawal()
        withdrawal.add([.tracked: store.nextSequence - 1])
        store.append("stays-1", class: .crash)
        try store.withdraw(withdrawal)
        #expect(try self.files(with: "sent-") == [])
        store.append("stays-2", class: .crash)
        #expect(try Fixture.open(try self.folder.snapshot()).report.recovered == 1)
        try store.drain()
        #expect(try store.texts().map { $0.split(separator: ":")[1] } == ["stays-1", "stays-2"])
        #expect(try Fixture.open(try self.folder.snapshot()).report.journal.isDamaged == false)
    }

    /// Records that come while the files are freed are kept, and their file's old bytes go with the next drain.
    @Test func whatComesMeanwhileIsKept() throws {
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096)
        for number in 0..<100 { journal.append("old-\(number)") }
        _ = try journal.drainTexts()
        journal.append("old-last")
        _ = try journal.drainTexts()
        journal.append("new-1")
        journal.scrub()
        #expect(journal.append("new-2") == .appended(sequence: 103, isDurable: true))
        #expect(try journal.drainTexts() == ["102:new-1", "103:new-2"])
        journal.scrub()
        #expect(try self.files(with: "old-") == [] && self.files(with: "new-") == [])
    }

    @Test func aDiskThatGivesNoFileIsWipedInPlace() throws {
        let disk = FakeDisk()
        let journal = try Fixture.journal(self.folder, segmentBytes: 4_096, files: disk)
        for number in 0..<20 { journal.append("old-\(number)") }
        _ = try journal.drainTexts()
        disk.mood.withLock { $0.createError = FakeDisk.full }
        journal.scrub()
        #expect(try self.files(with: "old-") == [])
        #expect(journal.append("new") == .appended(sequence: 21, isDurable: true))
        #expect(try journal.drainTexts() == ["21:new"])
    }
}
