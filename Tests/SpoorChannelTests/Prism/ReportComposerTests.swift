import SpoorWire
import Testing

@testable import SpoorChannel

struct ReportComposerTests {
    private static let common: CommonFields = {
        var common = CommonFields(
            os: "iOS",
            osVersion: "19.1",
            model: "iPhone17,3",
            manufacturer: "Apple",
            appID: "com.example.shop",
            appName: "Shop",
            appVersion: "2.1.0",
            build: "417",
            deviceID: "device-1",
            isDebug: false
        )
        common.sessionID = "session-1"
        common.userID = "ann"
        common.marketChannel = "AppStore"
        return common
    }()

    private static func compose(
        of type: String = "net",
        prefix: String? = nil,
        _ fields: [JSONValue.Member],
        payload: [UInt8]? = nil,
        maxBodyBytes: Int = 1_000_000,
        rules: TypeRules = .none
    ) throws(ReportRefusal) -> ReportComposer.Report {
        let composer = ReportComposer(common: Self.common, rules: rules, maxBodyBytes: maxBodyBytes)
        return try composer.compose(.init(type: type, prefix: prefix, fields: fields, payload: payload))
    }

    private static let commonText =
        #""APP_NAME":"Shop","APP_PLATFORM_VERSION":"2.1.0","APP_BUILD_TASK":"417","SYS_SYSTEM_MODEL":"iOS","#
        + #""SYS_DEVICE_ID":"device-1","SYS_BRAND":"Apple","SYS_PHONE_MODEL":"iPhone17,3","#
        + #""SYS_SYSTEM_VERSION":"19.1","APP_PLATFORM":"iOS","APP_VERSION":"2.1.0","APP_SESSION_ID":"session-1","#
        + #""APP_PACKAGE_NAME":"com.example.shop","APP_MODE":"Release","APP_UID":"ann","APP_MC":"AppStore","#
        + #""APP_MONITOR_VERSION":"1""#

    @Test(arguments: [("net", nil, "net", 0), ("order", "shop", "shop-order", 1)] as [(String, String?, String, Int)])
    func everyRecordCarriesTheCommonFieldsInOneOrder(
        type: String,
        prefix: String?,
        full: String,
        isBusiness: Int
    ) throws {
        let report = try Self.compose(
            of: type,
            prefix: prefix,
            [("zeta", 2), ("alpha", ["a", .null]), ("Beta", true)]
        )
        let expected =
            #"{"MONITOR_TYPE":"\#(full)","IS_BIZ":\#(isBusiness),"# + Self.commonText
            + #","Beta":true,"alpha":["a",null],"zeta":2}"#
        #expect(String(decoding: report.meta, as: UTF8.self) == expected)
        #expect(report.type == full)
        #expect(report.remarks.isEmpty)
    }

    @Test func whatIsNotKnownIsNotSent() throws {
        let composer = ReportComposer(common: CommonFields(), rules: .none, maxBodyBytes: 1_000)
        let report = try composer.compose(.init(type: "net", fields: [("a", 1), ("APP_UID", "passed")]))
        let text = String(decoding: report.meta, as: UTF8.self)
        #expect(text == #"{"MONITOR_TYPE":"net","IS_BIZ":0,"APP_MONITOR_VERSION":"1","APP_UID":"passed","a":1}"#)
    }

    @Test func commonFieldsWinOverThePassedOnes() throws {
        let report = try Self.compose([("APP_VERSION", "1.0.0"), ("APP_UID", "ann"), ("own", 1)])
        let meta = try JSONValue(parsing: report.meta)
        #expect(meta["APP_VERSION"] == "2.1.0")
        #expect(meta["own"] == 1)
        #expect(report.remarks == [.replacedFields(["APP_VERSION"])])
    }

    @Test func inACrashRecordThePassedValuesWin() throws {
        let report = try Self.compose(
            of: "appCrash",
            [("APP_VERSION", "1.0.0"), ("APP_SESSION_ID", "old"), ("CREATE_TIME", 1_700_000_000_000), ("reason", "x")]
        )
        let meta = try JSONValue(parsing: report.meta)
        #expect(meta["APP_VERSION"] == "1.0.0")
        #expect(meta["APP_SESSION_ID"] == "old")
        #expect(meta["APP_NAME"] == "Shop")
        #expect(meta["CREATE_TIME"] == nil)
        #expect(report.ownTime == 1_700_000_000_000)
        #expect(report.isCrash && report.isRealtime)
        #expect(report.remarks.isEmpty)
    }

    @Test(arguments: ["net", "appCrash"])
    func whatNamesTheRecordIsNeverPassed(type: String) throws {
        let report = try Self.compose(
            of: type,
            [("MONITOR_TYPE", "other"), ("IS_BIZ", 1), ("REPORT_ID", "x-1"), ("CREATE_TIME", "soon"), ("a", 1)]
        )
        let meta = try JSONValue(parsing: report.meta)
        #expect(meta["MONITOR_TYPE"] == .string(type))
        #expect(meta["IS_BIZ"] == 0)
        #expect(meta["REPORT_ID"] == nil)
        #expect(meta["CREATE_TIME"] == nil)
        #expect(report.ownTime == nil)
        #expect(report.remarks == [.replacedFields(["MONITOR_TYPE", "IS_BIZ", "REPORT_ID", "CREATE_TIME"])])
    }

    @Test func aBusinessLineHasNoCrashRecords() throws {
        let report = try Self.compose(of: "appCrash", prefix: "shop", [("APP_VERSION", "1.0.0")])
        #expect(try JSONValue(parsing: report.meta)["APP_VERSION"] == "2.1.0")
        #expect(!report.isCrash)
    }

    @Test func noMetaHasALineBreakAndEachCanBeReadBack() throws {
        let text = "a\nb\r\n\u{2028}\"\\\u{1}\t"
        let report = try Self.compose([("text\n", .string(text)), ("deep", ["x": [.string(text)]])])
        #expect(!report.meta.contains(0x0A) && !report.meta.contains(0x0D))
        let meta = try JSONValue(parsing: report.meta)
        #expect(meta["text\n"]?.stringValue == text)
        #expect(meta["deep"]?["x"]?[0]?.stringValue == text)
    }

    @Test(arguments: ["nan", "inf", "-inf", "1e", "01", "", "1\n", " 1", "0x1", "1,2", "null", "\"a\"", "+1"])
    func aNumberThatJSONCannotExpressCostsItsField(digits: String) throws {
        for value in [.number(digits), [.number(digits)], ["a": [["b": .number(digits)]]]] as [JSONValue] {
            let report = try Self.compose([("bad", value), ("good", 1)])
            let meta = try JSONValue(parsing: report.meta)
            #expect(meta["bad"] == nil)
            #expect(meta["good"] == 1)
            #expect(report.remarks == [.unwritableField("bad")])
        }
    }

    @Test func aValueThatIsNestedTooDeepCostsItsField() throws {
        func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce(1) { value, _ in [value] } }
        let report = try Self.compose([
            ("fits", nested(ReportComposer.maxDepth)), ("deep", nested(ReportComposer.maxDepth + 1)),
        ])
        #expect(report.remarks == [.unwritableField("deep")])
        #expect(try JSONValue(parsing: report.meta)["fits"] != nil)
    }

    @Test func ofTwoFieldsWithOneNameTheLatterCounts() throws {
        let report = try Self.compose([("a", 1), ("a", 2)])
        #expect(String(decoding: report.meta, as: UTF8.self).hasSuffix(#","a":2}"#))
    }

    @Test(arguments: [[], [("a", .null)], [("a", .number("nan"))]] as [[JSONValue.Member]])
    func aMetaWithoutFieldsIsRefused(fields: [JSONValue.Member]) {
        #expect(throws: ReportRefusal.emptyMeta) { try Self.compose(fields) }
    }

    @Test(arguments: ["", "-a", "a b", String(repeating: "x", count: 101), "a\nb"])
    func aTypeThatIsNoNameIsRefused(name: String) {
        #expect(throws: ReportRefusal.invalidType(name)) { try Self.compose(of: name, [("a", 1)]) }
        #expect(throws: ReportRefusal.invalidPrefix(name)) { try Self.compose(prefix: name, [("a", 1)]) }
    }

    @Test func whatTheConfigurationKeepsOutIsRefused() {
        #expect(throws: ReportRefusal.typeNotListed("shop-order")) {
            try Self.compose(of: "order", prefix: "shop", [("a", 1)], rules: TypeRules([.init("net")]))
        }
        let composer = ReportComposer(common: Self.common, rules: .none, isCollectionEnabled: false, maxBodyBytes: 1)
        #expect(throws: ReportRefusal.collectionDisabled) {
            try composer.compose(.init(type: "net", fields: [("a", 1)]))
        }
    }

    @Test func aMetaMayHaveTenKibibytesAfterMergingAndNoByteMore() throws {
        let base = try Self.compose([("a", "")]).meta.count
        let room = 10 * 1024 - base
        let full = try Self.compose([("a", .string(String(repeating: "x", count: room)))])
        #expect(full.meta.count == 10_240)
        #expect(throws: ReportRefusal.metaTooLarge(bytes: 10_241)) {
            try Self.compose([("a", .string(String(repeating: "x", count: room + 1)))])
        }
        // Counted in bytes, as it is sent.
        #expect(throws: ReportRefusal.self) {
            try Self.compose([("a", .string(String(repeating: "é", count: room / 2 + 1)))])
        }
    }

    @Test("Prism defect 7: meta and payload count together, so that nothing is stored that is never sent")
    func aPayloadOverTheLimitIsLeftOutAndItsMetaStays() throws {
        let size = try Self.compose([("a", 1)]).meta.count
        let payload = [UInt8](repeating: 7, count: 1_000)
        let fits = try Self.compose([("a", 1)], payload: payload, maxBodyBytes: size + 1_000)
        #expect(fits.payload == payload)
        #expect(fits.remarks.isEmpty)
        let large = try Self.compose([("a", 1)], payload: payload, maxBodyBytes: size + 999)
        #expect(large.payload == nil)
        #expect(large.meta == fits.meta)
        #expect(large.remarks == [.payloadTooLarge(bytes: size + 1_000, limit: size + 999)])
        #expect(try Self.compose([("a", 1)], payload: []).payload == nil)
    }

    @Test func everyReasonIsASentenceOfItsOwn() {
        let reasons: [ReportRefusal] = [
            .collectionDisabled, .invalidType("x"), .invalidPrefix("x"), .typeNotListed("x"), .emptyMeta,
            .metaTooLarge(bytes: 10_241),
        ]
        let remarks: [ReportRemark] = [
            .unwritableField("x"), .replacedFields(["x"]), .payloadTooLarge(bytes: 2, limit: 1),
        ]
        let sentences = reasons.map(\.description) + remarks.map(\.description)
        #expect(Set(sentences).count == 9)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    }
}
