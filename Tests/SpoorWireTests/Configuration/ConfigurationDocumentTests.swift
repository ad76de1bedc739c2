import SpoorWire
import Testing

struct ConfigurationDocumentTests {
    static let whole = #"""
        {"project":"shop","revision":7,"namespaces":{"prism":{"url":"https://c.test","isUpload":true,"isGather":true,
        "isUpdateClear":true,"maxBodyMByte":1,"periodicTimerSecond":5,"flushBulkSize":100,"maxItem":100,
        "maxFlowMByte":20,"expirationDay":15,"monitorList":[{"type":"appCrash","onlyWifi":false,"isRealtime":true,
        "isUploadPayload":true}]}},"pages":{"A":"1"},"autoTrack":{"mask":3},"definitions":[{"name":"a","match":{"page":"A"}}]}
        """#

    private func read(_ text: String) throws -> (document: ConfigurationDocument, remarks: [ConfigurationRemark]) {
        try ConfigurationDocument.read(Array(text.utf8))
    }

    @Test func aWholeDocumentIsReadAndWrittenBackAlike() throws {
        let (document, remarks) = try self.read(Self.whole)
        #expect(remarks == [])
        #expect(document.project == "shop")
        #expect(document.revision == 7)
        #expect(document.namespaces["prism"]?.maxFlowMByte == 20)
        #expect(document.pages == ["A": "1"])
        #expect(document.definitions == [["name": "a", "match": ["page": "A"]]])
        #expect(try JSONValue(parsing: Self.whole) == document.json)
        let again = try ConfigurationDocument.read(document.bytes)
        #expect(again.document == document)
        #expect(again.remarks == [])
    }

    @Test func thePlainFormHoldsTheNamespacesThemselves() throws {
        let (document, remarks) = try self.read(
            #"{"prism":{"maxItem":50},"shop":{"isUpload":false},"revision":3,"note":"x"}"#
        )
        #expect(document.namespaces.keys.sorted() == ["prism", "shop"])
        #expect(document.namespaces["prism"]?.maxItem == 50)
        #expect(document.revision == 3)
        #expect(remarks.map(\.path) == ["note"])
    }

    @Test(
        "Bytes that are no document are refused as a whole",
        arguments: [
            "", " ", "[]", "7", "null", "\"x\"", "nonsense", "<html>", "NaN", #"{"namespaces":{"p":{"maxItem":NaN}}}"#,
            #"{"namespaces":{"p":{"maxItem":Infinity}}}"#, #"{"namespaces":{"p":{"maxItem":01}}}"#,
            #"{"namespaces":{}} x"#, "{}", #"{"error":"not found"}"#, #"{"error":{"code":5}}"#, #"{"namespaces":[]}"#,
            #"{"namespaces":null}"#, #"{"namespaces":"oops","pages":{}}"#, #"{"pages":{},"namespaces":[]}"#,
            #"{"namespaces":7,"autoTrack":{},"definitions":[]}"#, #"{"project":"shop","revision":1}"#, "{\"pages\":7}",
        ]
    )
    func refused(_ text: String) {
        #expect(throws: ConfigurationError.self) { try self.read(text) }
    }

    @Test func anEmptySetOfNamespacesIsADocument() throws {
        #expect(try self.read(#"{"namespaces":{}}"#).document == ConfigurationDocument())
    }

    @Test func everyCutDocumentIsRefused() throws {
        let bytes = Array(Self.whole.utf8)
        for length in 0..<bytes.count {
            #expect(throws: ConfigurationError.self) { try ConfigurationDocument.read(Array(bytes[..<length])) }
        }
    }

    @Test(arguments: [0xFF, 0xC0, 0xED, 0x80] as [UInt8])
    func bytesThatAreNotUTF8AreRefused(_ byte: UInt8) {
        let bytes = Array(#"{"namespaces":{"p":{}},"project":""#.utf8) + [byte] + Array("\"}".utf8)
        #expect(throws: ConfigurationError.notText) { try ConfigurationDocument.read(bytes) }
    }

    @Test func aByteOrderMarkIsPassedOver() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array(#"{"namespaces":{"p":{}}}"#.utf8)
        #expect(try ConfigurationDocument.read(bytes).document.namespaces.keys.sorted() == ["p"])
    }

    @Test(arguments: [63, 10_000, 400_000])
    func deepNestingIsRefusedWithoutHarm(_ depth: Int) {
        let text =
            #"{"namespaces":{"p":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            + "}}"
        #expect(throws: ConfigurationError.self) { try self.read(text) }
    }

    @Test func aDocumentBeyondTheLimitIsRefused() {
        let text = #"{"namespaces":{}}"# + String(repeating: " ", count: ConfigurationDocument.maxBytes)
        #expect(throws: ConfigurationError.tooLarge(bytes: text.utf8.count)) { try self.read(text) }
    }

    @Test func remarksAreBounded() throws {
        let fields = (0..<5000).map { "\"f\($0)\":1" }.joined(separator: ",")
        let (_, remarks) = try self.read("{\"namespaces\":{\"p\":{\(fields)}}}")
        #expect(remarks.count == 201)
        #expect(remarks.last?.kind == .more)
        #expect(remarks.last?.sentence.hasPrefix("4800 ") == true)
    }

    @Test(arguments: [
        "", ".", "..", "../x", "a/b", "a b", "é", ".hidden", "_odd", "-x", "Tracker", "TRACKER",
        String(repeating: "x", count: 65),
    ])
    func aNamespaceThatCannotNameAFolderIsIgnoredAndSaid(_ name: String) throws {
        let (document, remarks) = try self.read("{\"namespaces\":{\"\(name)\":{\"maxItem\":5},\"ok\":{}}}")
        #expect(document.namespaces.keys.sorted() == ["ok"])
        #expect(remarks.map(\.kind) == [.invalid])
    }

    @Test(arguments: [
        ("project", "7"), ("project", "null"), ("revision", "\"7\""), ("revision", "-1"), ("revision", "1.5"),
        ("revision", "99999999999999999999"), ("pages", "[]"), ("autoTrack", "7"), ("definitions", "{}"),
    ])
    func aWrongTypeOutsideOfNamespacesCostsThatMember(_ name: String, _ value: String) throws {
        let (document, remarks) = try self.read("{\"namespaces\":{\"p\":{\"maxItem\":5}},\"\(name)\":\(value)}")
        #expect(document.json == ["namespaces": ["p": ["maxItem": 5]]])
        #expect(remarks.map { "\($0.path) \($0.kind)" } == ["\(name) wrongType"])
    }

    @Test(
        "A namespace of a wrong type is named, and says nothing",
        arguments: ["\"oops\"", "7", "null", "[]", "true"]
    )
    func unreadNamespace(_ value: String) throws {
        for text in [
            #"{"namespaces":{"apm":\#(value),"shop":{"maxItem":5}}}"#, #"{"apm":\#(value),"shop":{"maxItem":5}}"#,
        ] {
            let (document, remarks) = try self.read(text)
            #expect(document.unread == ["apm"] && document.namespaces.keys.sorted() == ["shop"])
            #expect(remarks.map(\.kind) == [.wrongType])
            #expect(try ConfigurationDocument.read(document.bytes).document == document)
        }
    }

    @Test(arguments: ["a b", "-x", "é", "a/b", String(repeating: "x", count: 202)])
    func aRuleForATypeThatNoRecordHasIsIgnoredAndSaid(_ type: String) throws {
        let (document, remarks) = try self.read(
            "{\"namespaces\":{\"p\":{\"monitorList\":[{\"type\":\"\(type)\"},{\"type\":\"shop-paid\"}]}}}"
        )
        #expect(document.namespaces["p"]?.monitorList?.map(\.type) == ["shop-paid"])
        #expect(remarks.first?.path == "namespaces.p.monitorList[0].type" && remarks.first?.kind == .invalid)
    }

    @Test func namesEqualButForCaseAreSaid() throws {
        let (document, remarks) = try self.read(
            #"{"namespaces":{"apm":{},"APM":{"maxItem":5},"shop":{},"tracker":{}}}"#
        )
        #expect(document.namespaces.count == 4)
        #expect(remarks.map { "\($0.path) \($0.kind)" } == ["namespaces.apm duplicate"])
    }

    @Test(arguments: [(32, 0), (33, 1)])
    func moreNamespacesThanADeviceHasChannelsAreSaid(_ count: Int, _ said: Int) throws {
        let members = (0..<count).map { "\"n\($0)\":{}" } + ["\"tracker\":{}"]
        let (document, remarks) = try self.read("{\"namespaces\":{\(members.joined(separator: ","))}}")
        #expect(document.namespaces.count == count + 1)
        #expect(remarks.map(\.kind) == Array(repeating: .clamped, count: said))
    }

    @Test func unknownMembersAreIgnoredAndSaid() throws {
        let (document, remarks) = try self.read(#"{"namespaces":{"p":{}},"Revision":4}"#)
        #expect(document.revision == nil)
        #expect(remarks.map(\.kind) == [.unknown])
        #expect(remarks.first?.description.contains("\"revision\"") == true)
    }

    @Test func whatOnlyASignedDocumentMaySetCanBeTakenOut() throws {
        let (document, _) = try self.read(
            #"{"namespaces":{"b":{"url":"https://x","maxItem":5},"a":{"encryption":{"kind":"none"},"url":"http://y"}}}"#
        )
        let (bare, remarks) = document.withoutProtectedSettings()
        #expect(bare.json == ["namespaces": ["a": [:], "b": ["maxItem": 5]]])
        #expect(
            remarks.map(\.path) == ["namespaces.a.url", "namespaces.a.encryption", "namespaces.b.url"]
        )
        #expect(remarks.allSatisfy { $0.kind == .unsigned })
    }

    @Test func changedBytesNeverTrap() {
        var generator = SplitMix(state: 4)
        for _ in 0..<5000 {
            var bytes = Array(Self.whole.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            guard let (document, _) = try? ConfigurationDocument.read(bytes) else { continue }
            // What was accepted is in its range, and comes back as it was written.
            let again = try? ConfigurationDocument.read(document.bytes)
            #expect(again?.document == document)
            #expect(again?.remarks.map(\.kind) == document.unread.map { _ in .wrongType })
        }
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var z = self.state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
