import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import CollectorCore

struct StoreFormatTests {
    /// The reference vectors of SipHash-2-4 with 128 bits, with the key 00…0f and the input 00, 01, 02 and so on.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
    ])
    func idsAreHashedAsTheStandardSays(length: Int, expected: String) {
        let key = (0..<16).map { UInt8($0) }
        let hash = key.withUnsafeBytes { key in
            SipHash(
                key0: key.loadUnaligned(as: UInt64.self),
                key1: key.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        let value = (0..<length).map { UInt8($0) }.withUnsafeBytes { hash.hash($0) }
        let bytes = [value.low, value.high].flatMap { half in withUnsafeBytes(of: half.littleEndian) { [UInt8]($0) } }
        let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(text == expected)
    }

    @Test(arguments: TimeSource.allCases) func directoryEntriesKeepEveryField(timeSource: TimeSource) {
        let entry = DirectoryEntry(
            time: -1,
            seq: .max,
            user: .max,
            producer: 7,
            name: 8,
            offset: 9,
            length: 262_144,
            timeSource: timeSource,
            digest: 0xdead_beef,
            receivedDelta: 11
        )
        var bytes = [UInt8](repeating: 0, count: DirectoryEntry.size + 3)
        bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { entry.write(to: base, at: 3) }
        }
        #expect(bytes.withUnsafeBytes { DirectoryEntry(reading: $0, at: 3) } == entry)
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01"), (86_399_999, 0, "1970-01-01"), (86_400_000, 1, "1970-01-02"), (-1, -1, "1969-12-31"),
            (951_782_400_000, 11_016, "2000-02-29"), (1_796_000_000_000, 20_787, "2026-11-30"),
        ] as [(Int64, Int32, String)]
    )
    func daysHaveNames(time: Int64, day: Int32, text: String) {
        #expect(Day.number(at: time) == day)
        #expect(Day.text(day) == text)
        #expect(Day.number(text: text) == day)
    }

    @Test(arguments: ["", "2026", "2026-13-01", "2026-02-30", "a-b-c", "2026-11-30-1"])
    func otherNamesAreNoDays(text: String) {
        #expect(Day.number(text: text) == nil)
    }

    /// Runs merge without losing or repeating a fact, and a damaged file is no run.
    @Test func runsMergeInOrder() throws {
        let folder = NSTemporaryDirectory() + "spoor-runs-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = FactRunWriter(folder: folder, day: 5)
        var random = SeededGenerator(seed: 9)
        var runs: [FactRun] = []
        var all: [Fact] = []
        for start in stride(from: Int64(1), through: 31, by: 10) {
            var facts = (start..<start + 10).map { row in
                Fact(user: Int64(random.next() % 4), time: Int64(random.next() % 9), seq: 0, row: row, name: 1, day: 5)
            }
            all += facts
            facts.sort(by: Fact.isBefore)
            runs.append(try facts.withUnsafeBufferPointer { try writer.write($0, rows: start...(start + 9)) })
        }
        let merged = try #require(try writer.merge(Array(runs[1...])))
        #expect(merged.rows == 11...40)
        #expect(Array(merged.facts) == all.filter { $0.row > 10 }.sorted(by: Fact.isBefore))
        let chain = FactFolder(path: folder).runs()[5]
        #expect(chain?.map(\.rows) == [1...10, 11...40])
        // What follows a gap is given up, and so is what is cut.
        let path = "\(folder)/1970-01-06.1-10.facts"
        #expect(truncate(path, 100) == 0)
        #expect(FactFolder(path: folder).runs()[5]?.isEmpty ?? true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}
