import SpoorTesting
import Testing

@testable import SpoorStore

/// What a reader finds in a journal that a crash, a bad disk or a stranger has changed.
struct JournalDamageTests {
    /// Ways to damage a segment of ten frames of 48 bytes, of which the first begins at 32.
    enum Damage: CaseIterable, CustomTestStringConvertible {
        case none, flipInBody, flipInLength, lengthZeroed, lastFrameTorn, lastFrameUnpublished, cutInLastFrame,
            cutBehindFive
        case foreignTail, twoNeighbours, headerFlipped, headerZeroed, wholeHeaderZeroed, headerAndFrameZeroed,
            emptyFile, cutInHeader, cutBehindHeader, zerosOfAHeader,
            repeatedFrame

        var testDescription: String { "\(self)" }

        func apply(to bytes: inout [UInt8]) {
            func frame(_ number: Int) -> Int { 32 + (number - 1) * 48 }
            switch self {
            case .none: break
            case .flipInBody: bytes[frame(4) + 40] ^= 1
            case .flipInLength: bytes[frame(4) + 1] ^= 0x80
            case .lengthZeroed: bytes.replaceSubrange(frame(4)..<frame(4) + 4, with: [0, 0, 0, 0])
            case .lastFrameTorn: bytes[frame(10) + 43] ^= 0xff
            case .lastFrameUnpublished: bytes.replaceSubrange(frame(10)..<frame(10) + 4, with: [0, 0, 0, 0])
            case .cutInLastFrame: bytes.removeSubrange((frame(10) + 40)...)
            case .cutBehindFive: bytes.removeSubrange(frame(6)...)
            case .foreignTail: bytes[frame(10) + 16] ^= 0x40
            case .twoNeighbours:
                bytes[frame(4) + 40] ^= 1
                bytes[frame(5) + 40] ^= 1
            case .headerFlipped: bytes[9] ^= 1
            case .headerZeroed: bytes.replaceSubrange(0..<16, with: [UInt8](repeating: 0, count: 16))
            case .wholeHeaderZeroed: bytes.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
            case .headerAndFrameZeroed:
                bytes.replaceSubrange(0..<frame(3), with: [UInt8](repeating: 0, count: frame(3)))
            case .emptyFile: bytes.removeAll()
            case .cutInHeader: bytes.removeSubrange(20...)
            case .cutBehindHeader: bytes.removeSubrange(32...)
            case .zerosOfAHeader: bytes = [UInt8](repeating: 0, count: 32)
            case .repeatedFrame: bytes.replaceSubrange(frame(7)..<frame(8), with: bytes[frame(3)..<frame(4)])
            }
        }

        /// The numbers that survive, and what is counted.
        var expected: (numbers: [Int], tally: FrameTally) {
            var tally = FrameTally()
            var numbers = Array(1...10)
            switch self {
            case .none: break
            case .flipInBody, .flipInLength, .lengthZeroed:
                numbers.remove(at: 3)
                (tally.corrupt, tally.skippedBytes, tally.missing) = (1, 48, 1)
            case .lastFrameTorn:
                numbers.removeLast()
                tally.torn = 1
            case .lastFrameUnpublished:
                numbers.removeLast()
                tally.unfinished = 1
            case .cutInLastFrame:
                numbers.removeLast()
                (tally.torn, tally.cutSegments) = (1, 1)
            case .cutBehindFive:
                numbers.removeLast(5)
                tally.cutSegments = 1
            case .foreignTail:
                numbers.removeLast()
                tally.foreign = 1
            case .twoNeighbours:
                numbers.removeSubrange(3...4)
                (tally.corrupt, tally.skippedBytes, tally.missing) = (1, 96, 2)
            case .headerFlipped, .headerZeroed, .wholeHeaderZeroed: tally.damagedHeaders = 1
            case .headerAndFrameZeroed:
                numbers.removeFirst(2)
                (tally.damagedHeaders, tally.corrupt, tally.skippedBytes, tally.missing) = (1, 1, 96, 2)
            case .emptyFile, .cutInHeader, .cutBehindHeader, .zerosOfAHeader:
                numbers = []
                tally.cutSegments = 1
            case .repeatedFrame:
                numbers.remove(at: 6)
                (tally.repeated, tally.missing) = (1, 1)
            }
            tally.frames = self == .repeatedFrame ? 10 : numbers.count
            return (numbers, tally)
        }
    }

    @Test(arguments: Damage.allCases)
    func damageCostsOnlyWhatItTouches(damage: Damage) throws {
        let folder = try TestFolder()
        let journal = try Fixture.journal(folder)
        for number in 1...10 { journal.append(String(repeating: "x", count: number < 10 ? 10 : 9)) }
        let copy = try folder.snapshot()
        var bytes = try copy.read("00000001.journal")
        damage.apply(to: &bytes)
        try copy.write("00000001.journal", bytes)

        let reopened = try Fixture.journal(copy)
        #expect(reopened.status.tally == damage.expected.tally)
        let texts = try reopened.drainTexts()
        #expect(texts.map { Int($0.prefix(while: { $0 != ":" })) ?? 0 } == damage.expected.numbers)
        #expect(try reopened.drainTexts() == [])
        #expect(reopened.pendingBytes == 0)
        // The journal's own mark keeps numbers from being used again, whatever is lost of the frames.
        #expect(reopened.nextSequence > damage.expected.numbers.last ?? 0)
    }

    @Test("What was cut off a file is counted where a later file tells what stood in it", arguments: [0, 20, 32, 1000])
    func aCutFileBeforeAnother(bytes: Int) throws {
        let folder = try TestFolder()
        let journal = try Fixture.journal(folder, segmentBytes: 4_096)
        for _ in 1...200 { journal.append("some text") }
        let copy = try folder.snapshot()
        let whole = try copy.read("00000001.journal")
        let held = Self.frames(whole)
        try copy.write("00000001.journal", Array(whole.prefix(bytes)))
        let left = Self.frames(Array(whole.prefix(max(bytes, 32))))
        let reopened = try Fixture.journal(copy, segmentBytes: 4_096)
        #expect(held > left && reopened.status.tally.cutSegments == 1)
        // The frame that the cut goes through is torn.
        #expect(reopened.status.tally.lost == held - left + (bytes == 1000 ? reopened.status.tally.torn : 0))
        #expect(try reopened.drainTexts().count == 200 - (held - left))
    }

    @Test(
        "A file that never held anything is no loss: cut behind its mark, or not finished",
        arguments: [12, 20, 32, 500]
    )
    func aSpareFile(bytes: Int) throws {
        let folder = try TestFolder()
        let journal = try Fixture.journal(folder)
        journal.append("x")
        let copy = try folder.snapshot()
        let spare = try #require(try copy.names().filter { $0.hasSuffix(".journal") }.sorted().last)
        #expect(spare != "00000001.journal")
        try copy.write(spare, Array(try copy.read(spare).prefix(bytes)))
        try copy.write("00000009.journal.new", [UInt8](repeating: 0, count: bytes - 12))
        let reopened = try Fixture.journal(copy)
        #expect(!reopened.status.tally.isDamaged)
        #expect(try reopened.drainTexts().count == 1)
        #expect(try copy.names().allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test func twoHundredRandomDamagesNeitherTrapNorInventNorRepeat() throws {
        let folder = try TestFolder()
        let journal = try Fixture.journal(folder, segmentBytes: 4_096)
        let texts = (1...200).map { "\($0):" + String(repeating: "payload ", count: 1 + $0 % 7) }
        for text in texts { journal.append(String(text.drop { $0 != ":" }.dropFirst())) }
        let names = try folder.names().filter { $0.hasSuffix(".journal") }
        #expect(names.count > 3)
        let clean = try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.read($0)) })
        let known = Set(texts)
        for seed in UInt64(1)...200 {
            var random = SeededGenerator(seed: seed)
            let copy = try TestFolder()
            var damagedNames: Set<String> = []
            for (name, bytes) in clean.sorted(by: { $0.key < $1.key }) {
                var bytes = bytes
                if Bool.random(using: &random) {
                    Self.damage(&bytes, &random)
                    damagedNames.insert(name)
                }
                try copy.write(name, bytes)
            }
            let reopened = try Fixture.journal(copy, segmentBytes: 4_096)
            let found = try reopened.drainTexts()
            #expect(found.allSatisfy { known.contains($0) }, "seed \(seed)")
            #expect(found.map(Self.number) == Set(found.map(Self.number)).sorted(), "seed \(seed)")
            let intact = clean.filter { !damagedNames.contains($0.key) && $0.value[8] != 0 }
            let least = intact.values.reduce(0) { $0 + Self.frames($1) }
            #expect(found.count >= least, "seed \(seed)")
            #expect(reopened.append("next") != .full, "seed \(seed)")
        }
    }

    private static func number(_ text: String) -> Int { Int(text.prefix { $0 != ":" }) ?? 0 }

    private static func frames(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var reader = FrameReader(bytes: bytes, epoch: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
            while reader.next() != nil {}
            return reader.tally.frames
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1:
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 1...512, using: &random))
            for index in start..<end { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
        case 2:
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        default:
            let start = Int.random(in: 0..<bytes.count, using: &random)
            for index in start..<bytes.count { bytes[index] = 0 }
        }
    }
}
