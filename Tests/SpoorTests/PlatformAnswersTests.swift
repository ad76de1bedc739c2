import Testing

@testable import Spoor

/// What the platform answers in codes and names, and what the tracker makes of it.
struct PlatformAnswersTests {
    // O-27/keychain
    @Test("O-27 the Keychain: not there, not now and a value are three answers")
    func theKeychainsNotNowIsNotItsNotThere() {
        #expect(KeychainAnswer.reading(-25_300, nil) == .absent)
        #expect(KeychainAnswer.reading(0, "D1") == .value("D1"))
        for code: Int32 in [-25_308, -25_291, -50, -128, -34_000, 1] {
            guard case .unreadable(let reason) = KeychainAnswer.reading(code, nil) else {
                Issue.record("\(code) was taken for a certain answer")
                continue
            }
            #expect(reason.hasSuffix("."))
        }
    }

    @Test(arguments: [Int32(-34_018), -4])
    func aProcessWithoutAKeychainGoesOnWithoutOne(code: Int32) throws {
        #expect(KeychainAnswer.reading(code, nil) == .absent)
        #expect(try #require(KeychainAnswer.problem(code, action: "kept")).contains("sign the app"))
    }

    @Test func onlyAFailureIsSaid() throws {
        #expect(KeychainAnswer.problem(0, action: "kept") == nil)
        #expect(try #require(KeychainAnswer.problem(-25_308, action: "kept")).contains("-25308"))
    }

    @Test(
        arguments: [
            ("CTRadioAccessTechnologyLTE", "4G"), ("CTRadioAccessTechnologyNR", "5G"),
            ("CTRadioAccessTechnologyNRNSA", "5G"),
            ("CTRadioAccessTechnologyEdge", "2G"), ("CTRadioAccessTechnologyHSDPA", "3G"),
            ("CTRadioAccessTechnologyCDMAEVDORevB", "3G"), ("CTRadioAccessTechnologyNext", nil), ("LTE", nil),
        ] as [(String, String?)]
    )
    func radiosHaveGenerations(technology: String, name: String?) {
        #expect(RadioGeneration.name(of: technology) == name)
    }

    @Test func theBetterOfTwoCardsCounts() {
        let technologies = ["CTRadioAccessTechnologyEdge", "CTRadioAccessTechnologyLTE", "unheard of"]
        #expect(RadioGeneration.best(of: technologies) == "4G")
        #expect(RadioGeneration.best(of: ["unheard of"]) == nil)
    }

    @Test(
        arguments: [
            (29.5, .milliseconds(29_500)), (0, .zero), (-3, .zero), (.greatestFiniteMagnitude, nil), (.infinity, nil),
            (.nan, nil),
        ] as [(Double, Duration?)]
    )
    func theRemainingTimeIsALimitOnlyWhereItIsOne(seconds: Double, remaining: Duration?) {
        #expect(BackgroundTime.remaining(seconds: seconds) == remaining)
    }
}
