import SpoorWire
import Testing

struct SensorsFormTests {
    private static let json = #"[{"event":"test"}]"#
    private static let plain = "W3siZXZlbnQiOiJ0ZXN0In1d"

    @Test(
        arguments: [
            ("", 0), ("a", 97), ("hello", 99_162_322), ("W3siZXZlbnQiOiJ0ZXN0In1d", -1_568_012_802),
            ("H4sIAAAAAAAAA4uuBQBDv6ajAgAAAA==", 97_563_189), ("神策", 994_744), ("😀", 1_772_899),
        ] as [(String, Int32)]
    )
    func checksumsFollowTheVectors(text: String, crc: Int32) {
        #expect(SensorsForm.crc(text) == crc)
    }

    @Test(arguments: [true, false], [true, false])
    func bodiesThatAreWrittenReadBack(isList: Bool, isGzip: Bool) throws {
        // Odd bytes, so that the text needs `+`, `/` and `=`.
        let json = "[\"" + String(repeating: "û¿ÿ", count: 50) + "\"]"
        var writer = ByteWriter()
        Array(json.utf8).withUnsafeBytes {
            _ = SensorsForm.append(json: $0, isList: isList, encoder: isGzip ? GzipEncoder() : nil, to: &writer)
        }
        let payload = try SensorsForm.decode(writer.text, limit: 1000)
        #expect(String(decoding: payload.json, as: UTF8.self) == json)
        #expect(payload.isList == isList)
        #expect(!writer.text.contains("+") && writer.text.hasPrefix("crc="))
    }

    // The forms of the iOS, Python and JavaScript clients, and what proxies make of them.
    @Test(arguments: [
        "data_list=\(plain)", "data=\(plain)&gzip=0", "crc=-1568012802&gzip=0&data_list=\(plain)",
        "data=\(plain)&ext=crc%3D-1568012802", "project=p&data=\(plain)&ext=crc%3D-1568012802%26x%3D1&_nocache=1",
        "data=W3siZXZlbnQiOiJ0%0D%0AZXN0In1d", "&&data=\(plain)&", "crc=&gzip=&data=\(plain)",
    ])
    func theFormsOfAllClientsAreRead(form: String) throws {
        #expect(String(decoding: try SensorsForm.decode(form, limit: 100).json, as: UTF8.self) == Self.json)
    }

    @Test(
        arguments: [
            ("", .missing), ("gzip=1", .missing), ("data=%b", .percent(offset: 5)), ("data=%", .percent(offset: 5)),
            ("data=a%zz", .percent(offset: 6)), ("data=*", .base64), ("data=QQ==QQ", .base64), ("data=A", .base64),
            ("data=\(plain)&crc=1", .checksum(expected: 1, computed: -1_568_012_802)),
            ("data=\(plain)&crc=one", .checksumText("one")), ("data=\(plain)&gzip=9", .packing("9")),
            ("data=\(plain)&gzip=1", .gzip(GzipError(fault: .damaged))),
            ("data=\(plain)\(plain)", .gzip(GzipError(fault: .tooLarge(limit: 20)))),
        ] as [(String, SensorsFormError.Fault)]
    )
    func badFormsAreRefusedWithASentence(form: String, fault: SensorsFormError.Fault) {
        let error = #expect(throws: SensorsFormError.self) { try SensorsForm.decode(form, limit: 20) }
        #expect(error?.fault == fault)
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test(
        arguments: [
            ("-_-_", [251, 255, 191]), ("+/+/", [251, 255, 191]), (" / /", [251, 255, 191]), ("QQ", [65]),
            ("QQ==", [65]),
            ("QUI", [65, 66]), ("QUJD", [65, 66, 67]), ("Q\nU\r\nJD", [65, 66, 67]), ("", []),
        ] as [(String, [UInt8])]
    )
    func base64IsReadInAllItsForms(text: String, bytes: [UInt8]) {
        #expect(Array(text.utf8).withUnsafeBytes { Base64.decode($0) } == bytes)
        let encoded = bytes.withUnsafeBytes { Base64.encode($0) }
        #expect(encoded.withUnsafeBytes { Base64.decode($0) } == bytes)
    }
}
