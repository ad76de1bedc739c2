import SpoorWire
import Testing

/// One value of one field: what is written, what is read, and what is said about it.
struct FieldCase: Sendable, CustomTestStringConvertible {
    var field: SettingField
    var written: String
    var read: String?
    var kind: ConfigurationRemark.Kind?

    init(_ field: SettingField, _ written: String, _ read: String?, _ kind: ConfigurationRemark.Kind? = nil) {
        self.field = field
        self.written = written
        self.read = read
        self.kind = kind
    }

    var testDescription: String { "\(self.field) \(self.written.prefix(40))" }

    /// Good values, as they come back.
    static let good: [FieldCase] = [
        .init(.url, #""https://x.test/a""#, #""https://x.test/a""#), .init(.url, #""HTTP://x""#, #""HTTP://x""#),
        .init(.isUpload, "false", "false"), .init(.isGather, "true", "true"), .init(.isUpdateClear, "false", "false"),
        .init(.maxBodyMByte, "0.5", "0.5"), .init(.maxBodyMByte, "3", "3"), .init(.maxBodyMByte, "3.0", "3"),
        .init(.maxBodyMByte, "1e-3", "0.001"), .init(.periodicTimerSecond, "1", "1"),
        .init(.periodicTimerSecond, "30", "30"), .init(.periodicTimerSecond, "5.0", "5"),
        .init(.periodicTimerSecond, "1e1", "10"), .init(.flushBulkSize, "1", "1"),
        .init(.flushBulkSize, "100000", "100000"), .init(.maxItem, "1", "1"), .init(.maxItem, "100", "100"),
        .init(.maxFlowMByte, "0", "0"), .init(.maxFlowMByte, "100", "100"), .init(.expirationDay, "1", "1"),
        .init(.expirationDay, "30", "30"), .init(.monitorList, "[]", "[]"),
        .init(.encryption, #"{"kind":"none"}"#, #"{"kind":"none"}"#),
    ]

    /// Numbers outside of their range.
    static let outside: [FieldCase] = [
        .init(.maxBodyMByte, "0", "0.001", .clamped), .init(.maxBodyMByte, "-1", "0.001", .clamped),
        .init(.maxBodyMByte, "3.001", "3", .clamped), .init(.maxBodyMByte, "1e400", "3", .clamped),
        .init(.maxBodyMByte, "-1e400", "0.001", .clamped), .init(.maxBodyMByte, "1e-400", "0.001", .clamped),
        .init(.periodicTimerSecond, "0", "1", .clamped), .init(.periodicTimerSecond, "31", "30", .clamped),
        .init(.periodicTimerSecond, "99999999999999999999999", "30", .clamped),
        .init(.flushBulkSize, "0", "1", .clamped), .init(.flushBulkSize, "100001", "100000", .clamped),
        .init(.maxItem, "0", "1", .clamped), .init(.maxItem, "-9223372036854775809", "1", .clamped),
        .init(.maxItem, "101", "100", .clamped), .init(.maxFlowMByte, "-1", "0", .clamped),
        .init(.maxFlowMByte, "101", "100", .clamped), .init(.maxFlowMByte, "1e999", "100", .clamped),
        .init(.expirationDay, "0", "1", .clamped), .init(.expirationDay, "31", "30", .clamped),
    ]

    /// Values of a type that no field of this kind has.
    static let wrong: [FieldCase] = SettingField.allCases.flatMap { field in
        var values = ["null", "[1]", #"{"a":1}"#, #""NaN""#, "true", "7", "2.5"]
        if field.isFlag { values.removeAll { $0 == "true" } }
        if field.range != nil { values.removeAll { $0 == "7" || (!field.isWhole && $0 == "2.5") } }
        if field == .url { values.removeAll { $0 == #""NaN""# } }
        if field == .monitorList { values.removeAll { $0 == "[1]" } }
        if field == .encryption { values.removeAll { $0 == #"{"a":1}"# } }
        return values.map { FieldCase(field, $0, nil, .wrongType) }
    }

    /// Values of the right type that cannot be used.
    static let unusable: [FieldCase] = [
        .init(.url, #""""#, nil, .invalid), .init(.url, #""x.test""#, nil, .invalid),
        .init(.url, #""ftp://x.test""#, nil, .invalid), .init(.url, #""https://""#, nil, .invalid),
        .init(.url, #""https:///path""#, nil, .invalid), .init(.url, #""https://x.test/a b""#, nil, .invalid),
        .init(.url, #""https://\u0000x""#, nil, .invalid), .init(.url, #""https://?q""#, nil, .invalid),
        .init(.url, "\"https://\(String(repeating: "x", count: 3000))\"", nil, .invalid),
        .init(.encryption, "{}", nil, .invalid), .init(.encryption, #"{"kind":"rot13"}"#, nil, .invalid),
        .init(.encryption, #"{"kind":"sealed","id":"k"}"#, nil, .invalid),
        .init(.encryption, #"{"kind":"sealed","id":"k","publicKey":"AAAA"}"#, nil, .invalid),
        .init(.encryption, #"{"kind":"aes128CBC","id":"k","key":"!"}"#, nil, .invalid),
    ]
}

struct ConfigurationFieldTests {
    private func read(_ row: FieldCase) throws -> (settings: ChannelSettings?, remarks: [ConfigurationRemark]) {
        let text = #"{"namespaces":{"prism":{"\#(row.field.rawValue)":\#(row.written)},"other":{"maxItem":7}}}"#
        let (document, remarks) = try ConfigurationDocument.read(Array(text.utf8))
        #expect(document.namespaces["other"]?.maxItem == 7, "a neighbour keeps its settings")
        return (document.namespaces["prism"], remarks)
    }

    @Test(arguments: FieldCase.good)
    func aGoodValueIsTakenSilently(_ row: FieldCase) throws {
        let (settings, remarks) = try self.read(row)
        #expect(settings?[row.field]?.jsonText == row.read)
        #expect(remarks == [])
    }

    @Test(arguments: FieldCase.outside)
    func aNumberOutOfRangeIsClampedAndSaid(_ row: FieldCase) throws {
        let (settings, remarks) = try self.read(row)
        #expect(settings?[row.field]?.jsonText == row.read)
        #expect(remarks.map(\.kind) == [.clamped])
        #expect(remarks.first?.path == "namespaces.prism.\(row.field.rawValue)")
        #expect(remarks.first?.sentence.contains("\(row.read ?? "?") is used") == true)
    }

    @Test(arguments: FieldCase.wrong + FieldCase.unusable)
    func aValueThatCannotBeUsedCostsItsFieldAndIsSaid(_ row: FieldCase) throws {
        let (settings, remarks) = try self.read(row)
        #expect(settings == ChannelSettings())
        #expect(remarks.contains { $0.kind == row.kind && $0.path == "namespaces.prism.\(row.field.rawValue)" })
    }

    @Test(arguments: SettingField.allCases)
    func everyFieldHasAGoodCase(_ field: SettingField) {
        #expect(FieldCase.good.contains { $0.field == field })
        if field.range != nil { #expect(FieldCase.outside.contains { $0.field == field }) }
    }

    @Test(arguments: SettingField.allCases)
    func aFieldWithAnotherNameIsIgnoredAndTheRightOneNamed(_ field: SettingField) throws {
        let name = field.rawValue.uppercased()
        let text = #"{"namespaces":{"prism":{"\#(name)":1}}}"#
        let (document, remarks) = try ConfigurationDocument.read(Array(text.utf8))
        #expect(document.namespaces["prism"] == ChannelSettings())
        #expect(remarks.map(\.kind) == [.unknown])
        #expect(remarks.first?.sentence.contains("\"\(field.rawValue)\"") == true)
    }

    @Test func theLastOfSeveralEqualNamesCounts() throws {
        let text =
            #"{"namespaces":{"p":{"maxItem":1,"maxItem":"x","maxItem":3},"q":{"maxItem":4},"q":{"isUpload":true}}}"#
        let (document, remarks) = try ConfigurationDocument.read(Array(text.utf8))
        #expect(document.namespaces["p"]?.maxItem == 3)
        #expect(document.namespaces["q"]?.maxItem == nil)
        #expect(document.namespaces["q"]?.isUpload == true)
        #expect(remarks.map(\.path) == ["namespaces.q", "namespaces.p.maxItem", "namespaces.p.maxItem"])
        #expect(remarks.allSatisfy { $0.kind == .duplicate })
    }

    @Test func rulesAreReadOneByOne() throws {
        let text = #"""
            {"namespaces":{"prism":{"monitorList":[
              {"type":"appCrash","isRealtime":true,"isUploadPayload":true,"onlyWifi":1},
              7, {"isRealtime":true}, {"type":""}, {"type":"net","color":"red"},
              {"type":"net","onlyWifi":true}]}}}
            """#
        let (document, remarks) = try ConfigurationDocument.read(Array(text.utf8))
        #expect(
            document.namespaces["prism"]?.monitorList == [
                TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true),
                TypeRule(type: "net", onlyWifi: true),
            ]
        )
        #expect(
            remarks.map { "\($0.path) \($0.kind)" } == [
                "namespaces.prism.monitorList[0].onlyWifi wrongType", "namespaces.prism.monitorList[1] wrongType",
                "namespaces.prism.monitorList[2] invalid", "namespaces.prism.monitorList[3].type invalid",
                "namespaces.prism.monitorList[3] invalid", "namespaces.prism.monitorList[4].color unknown",
                "namespaces.prism.monitorList[5] duplicate",
            ]
        )
    }

    @Test func aListWithoutAnyUsableRuleDoesNotForbidEverything() throws {
        let (document, remarks) = try ConfigurationDocument.read(
            Array(#"{"namespaces":{"p":{"monitorList":["net","boot"]}}}"#.utf8)
        )
        #expect(document.namespaces["p"]?.monitorList == nil)
        #expect(remarks.last?.kind == .invalid)
    }

    @Test func keysAreReadFromBase64() throws {
        let sealing = try OpeningKey.generate(id: "k1").sealingKey
        let shared = try SharedKey(id: "a", bytes: [UInt8](repeating: 7, count: 16))
        for setting in [Encryption.sealed(sealing), .aes128CBC(shared), .none] {
            var settings = ChannelSettings()
            settings.encryption = setting
            let document = ConfigurationDocument(namespaces: ["p": settings])
            let (read, remarks) = try ConfigurationDocument.read(document.bytes)
            #expect(read.namespaces["p"]?.encryption == setting)
            #expect(remarks == [])
        }
    }
}
