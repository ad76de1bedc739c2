import SpoorWire
import Testing

@testable import SpoorChannel

struct UploadGateTests {
    private static func meter(used: Int) -> TrafficMeter {
        var meter = TrafficMeter(
            at: .init(wallMilliseconds: Instant.utc(2026, 3, 5, 12), continuousTime: .zero, zone: FixedZone.gmt)
        )
        meter.begin(bytes: used, on: .cellular)
        return meter
    }

    private static func gate(
        _ rules: TypeRules = .none,
        isEnabled: Bool = true,
        endpoint: String = "https://collector.example.com",
        budget: Int64 = 1_000
    ) -> UploadGate {
        UploadGate(isEnabled: isEnabled, endpoint: endpoint, dailyBudget: budget, rules: rules)
    }

    @Test(arguments: NetworkStatus.allCases)
    func nothingLeavesWhileUploadingIsOff(status: NetworkStatus) {
        let gate = Self.gate(isEnabled: false, endpoint: "http://localhost:8080")
        #expect(gate.decide(on: status, meter: Self.meter(used: 0)) == .closed(.disabled))
    }

    @Test(arguments: NetworkStatus.allCases)
    func theDeviceItselfIsAlwaysReached(status: NetworkStatus) {
        let gate = Self.gate(endpoint: "http://127.0.0.1:8106", budget: 0)
        #expect(gate.decide(on: status, meter: Self.meter(used: 5_000)) == .open)
    }

    @Test func withoutNetworkNothingLeaves() {
        #expect(Self.gate().decide(on: .none, meter: Self.meter(used: 0)) == .closed(.noNetwork))
    }

    @Test func overWifiEverythingLeaves() {
        let rules = TypeRules([.init("net", onlyWifi: true)])
        #expect(Self.gate(rules, budget: 0).decide(on: .wifi, meter: Self.meter(used: 9_999)) == .open)
    }

    @Test(arguments: [.cellular, .unknown] as [NetworkStatus])
    func aNetworkNobodyKnowsIsHandledLikeCellular(status: NetworkStatus) throws {
        let rules = TypeRules([.init("net", onlyWifi: true), .init("appCrash")])
        let answer = Self.gate(rules).decide(on: status, meter: Self.meter(used: 400))
        guard case .openForTypes(let selection, let remaining) = answer else {
            Issue.record("The gate answered \(answer).")
            return
        }
        #expect(remaining == 600)
        #expect(selection.contains("appCrash"))
        #expect(!selection.contains("net"))
        #expect(!selection.contains("unlisted"))
    }

    @Test(arguments: [(999, true), (1_000, false), (1_001, false)])
    func theBudgetEndsWhereItIsUsedUp(used: Int, isOpen: Bool) {
        let answer = Self.gate().decide(on: .cellular, meter: Self.meter(used: used))
        let expected: UploadGate.Answer =
            isOpen ? .openForTypes(TypeRules.none.forCellular, remainingBytes: 1) : .closed(.budgetSpent(bytes: 1_000))
        #expect(answer == expected)
    }

    @Test(arguments: [0, -1] as [Int64])
    func aBudgetOfNothingMeansNeverOverCellular(budget: Int64) {
        #expect(Self.gate(budget: budget).decide(on: .cellular, meter: Self.meter(used: 0)) == .closed(.noBudget))
    }

    @Test func whereAllTypesWaitForWifiTheReasonSaysSo() {
        let rules = TypeRules([.init("net", onlyWifi: true)])
        #expect(Self.gate(rules).decide(on: .cellular, meter: Self.meter(used: 0)) == .closed(.onlyWifi))
        let reasons: [UploadGate.Reason] = [.disabled, .noNetwork, .noBudget, .budgetSpent(bytes: 7), .onlyWifi]
        #expect(Set(reasons.map(\.sentence)).count == reasons.count)
    }

    @Test(arguments: [
        ("http://localhost", true), ("https://LOCALHOST:99/x", true), ("http://a.localhost/", true),
        ("http://127.0.0.1:8106/v1", true), ("http://127.255.3.4", true), ("http://[::1]:80/", true),
        ("http://user:pw@127.0.0.1/", true), ("http://localhost.", true),
        ("http://127.0.0.1.example.com", false), ("http://127.0.0.1@example.com/", false),
        ("http://localhost.com", false),
        ("http://notlocalhost", false), ("http://128.0.0.1", false), ("http://127.0.0", false),
        ("http://127.0.0.256", false), ("http://127.0.0.+1", false), ("http://[::2]", false), ("http://[::1", false),
        ("localhost", false), ("http://", false), ("", false), ("http://example.com/?http://localhost", false),
        ("http://example.com\\@localhost", false), ("http://192.168.0.1", false),
    ])
    func onlyTheDeviceItselfIsLoopback(address: String, expected: Bool) {
        #expect(LoopbackAddress.isLoopback(address) == expected)
    }

    @Test(
        arguments: [
            (100, 10, 100, .send), (101, 10, 100, .shrink(maxCount: 9)), (1_000, 10, 100, .shrink(maxCount: 1)),
            (1_000_000, 10, 1, .shrink(maxCount: 1)), (1_000, 1, 1, .send), (1, 1, 0, .wait), (0, 0, 0, .wait),
            (1, 1, -5, .wait), (.max, .max, 1, .shrink(maxCount: 1)), (0, 0, 5, .send),
        ] as [(Int, Int, Int64, BudgetFit)]
    )
    func aBatchIsMadeToFitWhatIsLeft(bytes: Int, count: Int, remaining: Int64, expected: BudgetFit) {
        #expect(BudgetFit(bytes: bytes, count: count, remaining: remaining) == expected)
    }

    @Test("Prism defect 7: making a batch smaller ends at one record, never at zero or below")
    func shrinkingEnds() {
        for remaining in [1, 7, 99, 5_000] as [Int64] {
            var count = 100
            var rounds = 0
            while case .shrink(let smaller) = BudgetFit(bytes: count * 50, count: count, remaining: remaining) {
                #expect(smaller >= 1 && smaller < count)
                count = smaller
                rounds += 1
            }
            #expect(rounds <= 3)
            #expect(BudgetFit(bytes: count * 50, count: count, remaining: remaining) == .send)
        }
    }
}
