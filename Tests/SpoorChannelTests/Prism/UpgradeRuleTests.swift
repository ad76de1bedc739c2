import SpoorWire
import Testing

@testable import SpoorChannel

struct UpgradeRuleTests {
    private static let version = AppVersion(version: "2.1.0", build: "417")

    private static func decide(_ stored: AppVersion?, _ current: AppVersion?, clears: Bool) -> [UpgradeRule.Action] {
        UpgradeRule.decide(stored: stored, current: current, clearsOnUpgrade: clears, firstSequence: 70)
    }

    @Test("Prism defect 4: the version is stored in the first run, so that the first upgrade clears")
    func theFirstRunStoresTheVersion() {
        #expect(Self.decide(nil, Self.version, clears: true) == [.store(Self.version)])
        let newer = AppVersion(version: "2.2.0", build: "418")
        #expect(Self.decide(Self.version, newer, clears: true) == [.clear(before: 70), .store(newer)])
    }

    @Test(arguments: [("2.1.0", "418"), ("2.2.0", "417"), ("2.0.9", "400"), ("2.1.0", "")])
    func everyOtherVersionOrBuildIsAChange(version: String, build: String) {
        let other = AppVersion(version: version, build: build)
        #expect(Self.decide(Self.version, other, clears: true) == [.clear(before: 70), .store(other)])
        #expect(Self.decide(Self.version, other, clears: false) == [.store(other)])
    }

    @Test(arguments: [true, false])
    func theSameVersionChangesNothing(clears: Bool) {
        #expect(Self.decide(Self.version, Self.version, clears: clears) == [])
    }

    @Test(arguments: [nil, Self.version])
    func aVersionThatThePlatformDoesNotTellChangesNothing(stored: AppVersion?) {
        #expect(Self.decide(stored, nil, clears: true) == [])
    }

    @Test func whatWasStoredBeforeAVersionWasRememberedStays() {
        // A channel of an older SDK has records and no version: nobody knows which one wrote them.
        #expect(Self.decide(nil, Self.version, clears: true) == [.store(Self.version)])
    }

    @Test(arguments: [
        "null", "{}", #"{"version":"1"}"#, #"{"build":"1"}"#, #"{"version":1,"build":"1"}"#, #"["1","2"]"#,
    ])
    func whatCannotBeReadIsNoVersion(text: String) throws {
        #expect(AppVersion(try JSONValue(parsing: text)) == nil)
        #expect(AppVersion(nil as JSONValue?) == nil)
        #expect(AppVersion(Self.version.json) == Self.version)
    }
}
