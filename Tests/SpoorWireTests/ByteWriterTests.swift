import SpoorWire
import Testing

struct ByteWriterTests {
    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (-2.0, "-2.0"), (12.5, "12.5"), (0.1, "0.1"), (-0.001, "-0.001"),
        (19.99, "19.99"), (0.1 + 0.2, "0.30000000000000004"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
        (Double.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (999_999_999_999.999, "999999999999.999"),
        (0.0005, "0.0005"), (.nan, "null"), (.infinity, "null"),
    ])
    func doublesAreShortestAndValid(value: Double, text: String) {
        var writer = ByteWriter()
        writer.append(json: value)
        #expect(writer.text == text)
    }

    @Test func doublesReadBackEqual() {
        var generator = SystemRandomNumberGenerator()
        for index in 0..<20_000 {
            var value = Double(bitPattern: generator.next())
            if index % 2 == 0 { value = Double(Int64.random(in: -1_000_000_000...1_000_000_000)) / 1000 }
            guard value.isFinite else { continue }
            var writer = ByteWriter()
            writer.append(json: value)
            #expect(writer.text == value.description || Double(writer.text) == value)
            #expect(writer.text.utf8.count <= value.description.utf8.count)
        }
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, 999, 1000, 12345, Int64.max, Int64.min])
    func integersAreExact(value: Int64) {
        var writer = ByteWriter()
        writer.append(json: value)
        #expect(writer.text == String(value))
    }

    // Every position of a special character within and across the eight-byte steps.
    @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "🥑", "\u{7F}", "\u{2028}"])
    func stringsReadBackEqualWhateverStandsWhere(special: String) throws {
        for before in 0..<18 {
            for after in [0, 1, 7, 8, 9] {
                let text = String(repeating: "a", count: before) + special + String(repeating: "b", count: after)
                var writer = ByteWriter(capacity: 1)
                writer.append(jsonString: text)
                #expect(try JSONValue(parsing: writer.bytes).stringValue == text)
            }
        }
    }

    @Test func escapesAreTheShortestForms() {
        var writer = ByteWriter()
        writer.append(jsonString: "\u{8}\t\n\u{B}\r\u{1F}\"\\/")
        #expect(writer.text == #""\u0008\t\n\u000b\r\u001f\"\\/""#)
    }

    @Test func nestedScratchBuffersAreApart() {
        let outer = ByteWriter.withThreadScratch { outer in
            outer.append("outer")
            let inner = ByteWriter.withThreadScratch { inner in
                inner.append("inner")
                return inner.text
            }
            outer.append(utf8: inner)
            return outer.text
        }
        #expect(outer == "outerinner")
        #expect(ByteWriter.withThreadScratch { $0.count } == 0)
        let large = ByteWriter.withThreadScratch { writer in
            for _ in 0..<100_000 { writer.append(byte: 1) }
            return writer.count
        }
        #expect(large == 100_000)
    }

    @Test func bytesGrowAndAreTakenBack() {
        var writer = ByteWriter(capacity: 1)
        writer.append(bytes: [UInt8](repeating: 7, count: 1000))
        writer.truncate(to: 3)
        #expect(writer.bytes == [7, 7, 7])
        writer.removeAll(keepingCapacity: false)
        writer.append(utf8: "ok")
        #expect(writer.withBytes { Array($0) } == Array("ok".utf8))
    }
}
