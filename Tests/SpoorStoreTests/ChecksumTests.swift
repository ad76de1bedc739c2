import CSpoor
import SpoorTesting
import Testing

struct ChecksumTests {
    @Test(arguments: [("", 0), ("123456789", 0xe306_9283), ("a", 0xc1d0_4330)] as [(String, UInt32)])
    func knownAnswersHold(text: String, expected: UInt32) {
        let bytes = Array(text.utf8)
        #expect(spoor_crc32c(0, bytes, bytes.count) == expected)
        #expect(spoor_crc32c_software(0, bytes, bytes.count) == expected)
    }

    @Test func hardwareAndTableAgreeHoweverTheBytesAreCut() {
        var random = SeededGenerator(seed: 7)
        for length in [1, 7, 8, 9, 63, 64, 620, 4_099] {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let whole = spoor_crc32c_software(0, bytes, length)
            let cut = Int.random(in: 0...length, using: &random)
            let first = spoor_crc32c(0, bytes, cut)
            #expect(spoor_crc32c(0, bytes, length) == whole)
            #expect(spoor_crc32c(first, Array(bytes[cut...]), length - cut) == whole)
        }
    }
}
