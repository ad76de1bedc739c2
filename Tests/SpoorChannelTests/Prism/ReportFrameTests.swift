import SpoorStore
import SpoorTesting
import Testing

struct ReportFrameTests {
    private static let frame = ReportFrame(type: "shop-order", meta: Array(#"{"a":1}"#.utf8), payload: [1, 2, 3])

    @Test func theBytesAreTheDocumentedOnes() throws {
        let bytes = try #require(ReportFrame(type: "net", meta: Array("{}".utf8), payload: [9]).encoded())
        #expect(bytes == [3, 0, 0x6E, 0x65, 0x74, 2, 0, 0, 0, 0x7B, 0x7D, 9])
    }

    @Test(arguments: [nil, [0], [UInt8](repeating: 0xFF, count: 100_000)] as [[UInt8]?])
    func whatIsWrittenIsReadBack(payload: [UInt8]?) throws {
        for type in ["x", "appCrash", "größe", String(repeating: "t", count: 65_535)] {
            for meta in ["{}", #"{"a":"\#(String(repeating: "m", count: 70_000))"}"#] {
                let frame = ReportFrame(type: type, meta: Array(meta.utf8), payload: payload)
                let bytes = try #require(frame.encoded())
                #expect(try ReportFrame(decoding: bytes) == frame)
            }
        }
    }

    @Test func anEmptyPayloadIsNone() throws {
        let frame = ReportFrame(type: "net", meta: Array("{}".utf8), payload: [])
        #expect(frame.payload == nil)
        #expect(try ReportFrame(decoding: try #require(frame.encoded())).payload == nil)
    }

    @Test(arguments: [
        ("", "{}"), (String(repeating: "t", count: 65_536), "{}"), ("net", ""), ("net", "{"), ("net", "[]"),
    ])
    func whatCouldNotBeReadIsNotWritten(type: String, meta: String) {
        #expect(ReportFrame(type: type, meta: Array(meta.utf8)).encoded() == nil)
    }

    @Test(
        arguments: [
            ([], .cut(part: "type's length", needed: 2, found: 0)),
            ([1], .cut(part: "type's length", needed: 2, found: 1)),
            ([0, 0, 2, 0, 0, 0, 0x7B, 0x7D], .emptyType),
            ([1, 0, 0x61], .cut(part: "type", needed: 7, found: 3)),
            ([0xFF, 0xFF, 0x61, 2, 0, 0, 0], .cut(part: "type", needed: 65_541, found: 7)),
            ([1, 0, 0xC3, 2, 0, 0, 0, 0x7B, 0x7D], .typeIsNotText),
            ([1, 0, 0x61, 0, 0, 0, 0], .metaIsNoObject),
            ([1, 0, 0x61, 1, 0, 0, 0, 0x7B], .metaIsNoObject),
            ([1, 0, 0x61, 2, 0, 0, 0, 0x5B, 0x5D], .metaIsNoObject),
            ([1, 0, 0x61, 3, 0, 0, 0, 0x7B, 0x7D], .cut(part: "meta", needed: 3, found: 2)),
            ([1, 0, 0x61, 0xFF, 0xFF, 0xFF, 0xFF, 0x7B], .cut(part: "meta", needed: 4_294_967_295, found: 1)),
        ] as [([UInt8], ReportFrameError)]
    )
    func malformedBytesAreRefusedWithAReason(bytes: [UInt8], expected: ReportFrameError) {
        #expect(throws: expected) { try ReportFrame(decoding: bytes) }
        #expect(expected.description.hasSuffix("."))
    }

    @Test func everyCutIsRefusedOrIsAShorterPayload() throws {
        let bytes = try #require(Self.frame.encoded())
        let payloadStart = bytes.count - 3
        for length in 0..<payloadStart {
            #expect(throws: ReportFrameError.self) { try ReportFrame(decoding: Array(bytes[..<length])) }
        }
        #expect(try ReportFrame(decoding: Array(bytes[..<payloadStart])).payload == nil)
    }

    @Test func randomChangesTrapNothingAndWhatIsReadCanBeWritten() throws {
        let bytes = try #require(Self.frame.encoded())
        var random = SeededGenerator(seed: 20_260_305)
        var accepted = 0
        for _ in 0..<50_000 {
            var changed = bytes
            for _ in 0...random.next() % 4 {
                let index = Int(random.next() % UInt64(max(1, changed.count)))
                switch random.next() % 4 {
                case 0 where !changed.isEmpty: changed[index] = UInt8(truncatingIfNeeded: random.next())
                case 1 where !changed.isEmpty: changed[index] ^= 1 << UInt8(random.next() % 8)
                case 2: changed = Array(changed.prefix(index))
                default: changed.insert(UInt8(truncatingIfNeeded: random.next()), at: min(index, changed.count))
                }
            }
            guard let frame = try? ReportFrame(decoding: changed) else { continue }
            accepted += 1
            #expect(frame.encoded() == changed)
        }
        // Both ways were taken: a decoder that refuses everything would prove nothing.
        #expect(accepted > 1_000 && accepted < 49_000)
    }
}
