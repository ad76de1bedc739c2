import SpoorWire
import Testing

@testable import SpoorChannel

struct TypeRulesTests {
    @Test(arguments: ["appCrash", "anything", "shop-order"])
    func withoutAWhitelistEveryTypePasses(type: String) {
        let rule = TypeRules.none.rule(type: type)
        #expect(rule?.onlyWifi == false)
        #expect(rule?.isUploadPayload == true)
        #expect(rule?.isRealtime == (type == "appCrash"))
    }

    @Test func withAWhitelistOnlyItsTypesPass() {
        let rules = TypeRules([.init("net", isRealtime: true)])
        #expect(rules.rule(type: "net")?.isRealtime == true)
        #expect(rules.rule(type: "Net") == nil)
        #expect(rules.rule(type: "appCrash") == nil)
        #expect(TypeRules([]).rule(type: "net") == nil)
    }

    @Test(arguments: [
        ("appCrash", true, true), ("appLag", false, false), ("appBoot", false, false), ("net", false, false),
        ("netError", false, false),
    ])
    func theStandardRulesAreTheSeeds(type: String, isRealtime: Bool, isUploadPayload: Bool) {
        let expected = TypeRules.Rule(type, isRealtime: isRealtime, isUploadPayload: isUploadPayload)
        let rules = ChannelConfiguration.prism(endpoint: "https://collector.example.com").typeRules
        #expect(rules.rule(type: type) == expected)
        #expect(rules.rule(stored: type) == expected)
        #expect(rules.forCellular.contains(type))
        #expect(rules.rule(type: "cpu") == nil)
    }

    @Test("Prism defect 6: a monitoring record without payload is judged real-time by its type's rule")
    func realTimeDoesNotDependOnThePayload() throws {
        var common = CommonFields()
        common.appName = "Shop"
        let rules = TypeRules([.init("net", isRealtime: true)])
        let composer = ReportComposer(common: common, rules: rules, maxBodyBytes: 1_000)
        for payload in [nil, [], [1, 2]] as [[UInt8]?] {
            let report = try composer.compose(.init(type: "net", fields: [("a", 1)], payload: payload))
            #expect(report.isRealtime)
        }
    }

    @Test("Prism defect 14: a business record is checked by its own type, in the rules of the channel it is sent on")
    func businessRecordsAreCheckedByTheirOwnType() {
        let own = TypeRules([.init("order", isRealtime: true)])
        let sibling = TypeRules([.init("net")])
        #expect(own.rule(type: "order", prefix: "shop")?.isRealtime == true)
        #expect(sibling.rule(type: "order", prefix: "shop") == nil)
        // Stored under the full name, it is still found.
        #expect(own.rule(stored: "shop-order").isRealtime)
    }

    @Test("Prism defect 14: the types of the defaults limit monitoring and no business, which leaves by any network")
    func theDefaultsTakeBusiness() {
        let rules = ChannelConfiguration.prism(endpoint: "https://c.test").typeRules
        #expect(rules.rule(type: "paid", prefix: "shop") == .init("shop-paid", isUploadPayload: true))
        #expect(rules.forCellular.contains("shop-paid"))
        #expect(rules.rule(type: "paid") == nil)
        #expect(!rules.forCellular.contains("paid"))
        // The rule of a listed type holds for its business records, too.
        #expect(rules.rule(type: "net", prefix: "shop") == .init("net"))
    }

    @Test func aRuleForTheFullNameGoesBeforeThatOfTheOwnType() {
        let rules = TypeRules([.init("order"), .init("shop-order", onlyWifi: true)])
        #expect(rules.rule(type: "order", prefix: "shop")?.onlyWifi == true)
        #expect(rules.rule(type: "order", prefix: "mall")?.onlyWifi == false)
        #expect(!rules.forCellular.contains("shop-order"))
        #expect(rules.forCellular.contains("mall-order"))
        #expect(TypeRules([.init("shop-order")]).rule(type: "order", prefix: "mall") == nil)
    }

    @Test func whatIsNoLongerListedLeavesWholeButOverWifi() {
        let rules = TypeRules([.init("net")])
        #expect(rules.rule(stored: "appLag").isUploadPayload)
        #expect(!rules.forCellular.contains("appLag"))
        #expect(rules.forCellular.contains("net"))
    }

    @Test func ofTwoRulesForOneTypeTheLatterCounts() {
        let rules = TypeRules([.init("net", onlyWifi: true), .init("net", isRealtime: true)])
        #expect(rules.rule(type: "net") == .init("net", isRealtime: true))
    }

    @Test func aRuleThatKeepsCrashesForWifiIsFollowed() {
        let rules = TypeRules([.init("appCrash", onlyWifi: true), .init("net")])
        #expect(!rules.forCellular.contains("appCrash"))
        #expect(!rules.forCellular.isEmpty)
    }

    @Test func onlyAWhitelistWithoutAnyTypeForCellularIsEmpty() {
        #expect(!TypeRules.none.forCellular.isEmpty)
        #expect(TypeRules([]).forCellular.isEmpty)
        #expect(TypeRules([.init("a", onlyWifi: true)]).forCellular.isEmpty)
    }

    @Test(arguments: [
        ("a", true), ("app.crash_1$", true), ("a-b", true), (String(repeating: "x", count: 100), true),
        ("", false), ("-a", false), ("a b", false), ("a\nb", false), ("é", false), ("a\"", false), ("a/b", false),
        (String(repeating: "x", count: 101), false), ("a\0", false),
    ])
    func namesOfTypesFollowOneRule(name: String, isValid: Bool) {
        #expect(ReportType.isValid(type: name) == isValid)
        #expect(ReportType.isValid(prefix: name) == (isValid && !name.contains("-")))
    }
}
