import SpoorWire
import Testing

struct GzipTests {
    private static let text = Array(String(repeating: #"{"type":"track","event":"view"},"#, count: 500).utf8)

    @Test(arguments: [[], [7], text, [UInt8](repeating: 0, count: 300_000)])
    func bytesComeBack(bytes: [UInt8]) throws {
        let packed = try #require(Gzip.compress(bytes))
        #expect(packed.starts(with: [0x1F, 0x8B]))
        #expect(try Gzip.decompress(packed, limit: bytes.count) == bytes)
    }

    @Test func oneEncoderMakesManyStreams() throws {
        let encoder = GzipEncoder()
        var writer = ByteWriter()
        for _ in 0..<3 {
            writer.removeAll()
            Self.text[..<100].withUnsafeBytes { _ = encoder.append($0, into: &writer) }
            Self.text[100...].withUnsafeBytes { _ = encoder.append($0, into: &writer) }
            let isDone = encoder.finish(into: &writer)
            #expect(isDone)
            #expect(try Gzip.decompress(writer.bytes, limit: Self.text.count) == Self.text)
        }
        // Streams one behind the other are one body.
        Self.text.withUnsafeBytes { _ = encoder.compress($0, into: &writer) }
        #expect(try Gzip.decompress(writer.bytes, limit: 100_000) == Self.text + Self.text)
    }

    // A small body must not fill the memory.
    @Test func theLimitIsExact() throws {
        let packed = try #require(Gzip.compress([UInt8](repeating: 0, count: 10_000_000)))
        #expect(packed.count < 60_000)
        for limit in [0, 1, 4096, 9_999_999] {
            #expect(throws: GzipError(fault: .tooLarge(limit: limit))) { try Gzip.decompress(packed, limit: limit) }
        }
        #expect(try Gzip.decompress(packed, limit: 10_000_000).count == 10_000_000)
    }

    @Test func damagedBytesAreRefused() throws {
        var packed = try #require(Gzip.compress(Self.text))
        #expect(throws: GzipError(fault: .cut)) { try Gzip.decompress(Array(packed.dropLast(9)), limit: 100_000) }
        #expect(throws: GzipError(fault: .cut)) { try Gzip.decompress([], limit: 100_000) }
        #expect(throws: GzipError(fault: .damaged)) { try Gzip.decompress(Self.text, limit: 100_000) }
        packed[packed.count - 6] ^= 1
        #expect(throws: GzipError(fault: .damaged)) { try Gzip.decompress(packed, limit: 100_000) }
        #expect(
            GzipError(fault: .tooLarge(limit: 5)).description
                == "The bytes inflate to more than 5; send smaller batches."
        )
    }
}
