import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Calls that are handed far too much: what they take of it has a bound, and what they leave is said.
struct BoundedCallTests {
    private let bench = TestBench()
    private static let heap = "a" + String(repeating: "\u{301}", count: 100_000)

    private static let calls: [(name: String, call: @Sendable (Tracker) -> Void)] = [
        ("event name", { $0.track(heap) }),
        ("property name", { $0.track("x", values: [heap: 1]) }),
        ("timer", { $0.endTimer($0.startTimer(heap)) }),
        ("pause", { $0.pauseTimer(heap) }),
        ("resume", { $0.resumeTimer(heap) }),
        ("login", { $0.login(heap) }),
        ("login key", { $0.login("a", key: heap) }),
        ("bind", { $0.bind("card", heap) }),
        ("item", { $0.itemSet(type: "book", id: heap) }),
        ("item type", { $0.itemSet(type: heap, id: "1") }),
        ("profile key", { $0.profileIncrement(heap) }),
        ("push key", { $0.setPushID("1", forKey: heap) }),
        ("super property", { $0.registerSuperProperties([heap: 1]) }),
        (
            "dynamic property",
            {
                $0.setDynamicProperties { [heap: 1] }
                $0.track("x")
            }
        ),
        (
            "plug-in",
            {
                $0.addPlugin(PropertyPlugin("p") { _ in [heap: 1] })
                $0.track("x")
            }
        ),
        (
            "hook",
            {
                $0.setEventHook { event in
                    event.properties[heap] = .integer(1)
                    return .keep
                }
                $0.track("x")
            }
        ),
        ("unset", { $0.profileUnset([heap, heap]) }),
        ("channel", { _ = $0.channel(heap) }),
        ("record type", { $0.channel("c")?.send(type: heap, meta: ["n": 1]) }),
        ("record prefix", { $0.channel("c")?.send(type: "a", prefix: heap, meta: ["n": 1]) }),
        ("record field", { $0.channel("c")?.send(type: "a", meta: [heap: 1]) }),
        ("record fields", { $0.channel("c")?.send(type: "a", meta: fields) }),
        ("record of fields", { $0.channel("c")?.send(type: "a", prefix: "b", meta: ["d": .object(members)]) }),
        ("record of a text", { $0.channel("c")?.send(type: "a", meta: ["t": .string(text)]) }),
        ("record of a number", { $0.channel("c")?.send(type: "a", meta: ["t": .number(text)]) }),
        ("record of doubled lists", { $0.channel("c")?.send(type: "a", meta: ["d": doubled]) }),
        ("record values", { $0.channel("c")?.send(type: "a", values: anything) }),
        ("record values that have no form", { $0.channel("c")?.send(type: "a", values: formless) }),
        ("record of values", { $0.channel("c")?.send(type: "a", values: ["d": nested, "l": keys]) }),
        ("record of numbered values", { $0.channel("c")?.send(type: "a", values: ["d": numbered]) }),
        ("record of a value", { $0.channel("c")?.send(type: "a", prefix: "b", values: ["t": text]) }),
        ("record of doubled values", { $0.channel("c")?.send(type: "a", values: ["d": doubledValues]) }),
        ("dictionary", { $0.track("x", values: ["d": nested, "l": [nested, nested]]) }),
        ("dictionary of numbers", { $0.track("x", values: ["d": numbered]) }),
    ]

    private static let nested: [String: Int] = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("k\($0)", $0) })
    private static let numbered: [Int: Int] = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, $0) })

    private static let keys = (0..<100_000).map { "k\($0)" }
    private static let fields = nested.mapValues { JSONValue.integer(Int64($0)) }
    private static let members = fields.map { (key: $0.key, value: $0.value) }
    private static let text = String(repeating: "7", count: 20_000_000)
    /// Nobody changes them.
    private nonisolated(unsafe) static let formless: [String: Any] = nested.mapValues { _ in { 1 } }
    private nonisolated(unsafe) static let anything: [String: Any] = nested
    private static let doubled = (0..<30).reduce(JSONValue.array([])) { inner, _ in .array([inner, inner]) }
    private static var doubledValues: [Any] { (0..<30).reduce([]) { inner, _ in [inner, inner] } }

    private func start() -> Tracker {
        self.bench.start { $0.channels["c"] = .prism(endpoint: "http://collector.test", project: "shop") }
    }

    /// Hashing such a name once costs some 30 ms, converting such a dictionary ten times as much.
    @Test("no call's cost grows with a name's or a dictionary's size", arguments: calls.indices)
    func callsCostLittle(index: Int) async {
        let tracker = self.start()
        let call = Self.calls[index].call
        _ = (Self.heap.utf8.count, Self.nested.count, Self.numbered.count, Self.keys.count, Self.fields.count)
        _ = (Self.members.count, Self.text.utf8.count, Self.formless.count, Self.anything.count, Self.doubled)
        let cost = ThreadTime.least(of: 4) { call(tracker) }
        #expect(cost < .milliseconds(25), "\(Self.calls[index].name): \(cost)")
        await self.bench.stop(tracker)
    }

    @Test("what a log line shows of a name or id has a bound", arguments: calls.indices)
    func logLinesAreShort(index: Int) async {
        let tracker = self.start()
        Self.calls[index].call(tracker)
        self.bench.scheduler.settle()
        let log = self.bench.log.withLock { $0 }
        #expect(!log.isEmpty && log.allSatisfy { $0.utf16.count < 600 }, "\(Self.calls[index].name)")
        await self.bench.stop(tracker)
    }

    @Test func ofALinkTheBeginningIsRead() async throws {
        let filling = "&x=" + String(repeating: "y", count: 100_000)
        let near = CampaignLink("app://x?utm_source=near&a=1&a=2\(filling)&utm_term=far", channelKeys: ["a", "a"])
        #expect(near.values.map(\.key) == ["utm_source", "a"] && near.values.map(\.text) == ["near", "1"])
        let odd = CampaignLink(
            "app://x?utm%5Fsource=a+b%21&utm_term=%zz&utm_medium&=5&utm_content==#?",
            channelKeys: []
        )
        #expect(odd.values.map(\.text) == ["a b!", "%zz", "="])
    }

    @Test("super properties that would fill every event are refused, and what was registered stays")
    func superPropertiesHaveABound() async {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        tracker.registerSuperProperties(["plan": "pro"])
        var large = Properties()
        for number in 0..<9 { large["k\(number)"] = .string(String(repeating: "x", count: 8_000)) }
        tracker.registerSuperProperties(large)
        self.bench.scheduler.settle()
        #expect(self.bench.warnings("super properties were left as they are") == 1)
        #expect(tracker.superProperties == ["plan": "pro"])
        tracker.registerSuperProperties(["k0": large["k0"]])
        #expect(tracker.superProperties.count == 2)
        for part in 0..<3 {
            tracker.registerSuperProperties(
                Properties(Dictionary(uniqueKeysWithValues: (0..<400).map { ("p\(part)_\($0)", $0 as Any) }))
            )
        }
        #expect(tracker.superProperties.count == 802)
        #expect(tracker.track("x").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test func aCallTakesAThousandPropertiesAndKeys() async throws {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        var many = Properties()
        for number in 0..<1_500 { many["k\(number)"] = .integer(1) }
        #expect(tracker.track("x", many).isRecorded)
        tracker.profileUnset((0..<1_500).map { "k\($0)" })
        #expect(self.bench.warnings("500 others were left out") == 1 && self.bench.warnings("500 are left") == 1)
        _ = await self.bench.flush(tracker)
        let properties = try self.bench.properties("x")
        #expect(properties["k999"] == .number("1") && properties["k1000"] == nil)
        await self.bench.stop(tracker)
    }

    @Test func refusedSuperPropertiesAreToldOnceAndAreNotTheHooks() async {
        let tracker = self.bench.start()
        tracker.setEventHook { event in
            event.properties["seen"] = .boolean(true)
            return .keep
        }
        tracker.setDynamicProperties { ["n": 1] }
        tracker.registerSuperProperties(["bad key": 1, "plan": "pro", "ratio": Double.nan])
        for _ in 0..<3 { #expect(tracker.track("x", ["also bad": 1]).isRecorded) }
        #expect(tracker.superProperties.problems.isEmpty && tracker.superProperties == ["plan": "pro"])
        #expect(self.bench.warnings("of the event hook") == 0)
        #expect(self.bench.warnings("'bad key' of the super properties") == 1)
        #expect(self.bench.warnings("'also bad' of event 'x'") == 3)
        await self.bench.stop(tracker)
    }

    @Test func aPushMessagesBadPropertiesAreItsOwn() async throws {
        let tracker = self.bench.start()
        let message = PushMessage(userInfo: ["sf_data": ["sf_plan_id": Double.nan, "sf_msg_id": "m"]])
        tracker.trackPushClick(message)
        #expect(self.bench.warnings("'$sf_plan_id' of the push message was dropped") == 1)
        await self.bench.stop(tracker)
    }

    @Test func aListThatLostAPartIsNotSaidToBeDropped() async throws {
        let tracker = self.bench.start()
        tracker.track("x", values: ["part": ["a", ["k": 1]] as [Any], "all": [["k": 1]]])
        #expect(self.bench.warnings("'part' of event 'x' lost a part: Element 1 cannot") == 1)
        #expect(self.bench.warnings("'all' of event 'x' was dropped: Nothing is left") == 1)
        _ = await self.bench.flush(tracker)
        let properties = try self.bench.properties("x")
        #expect(properties["part"] == .array([.string("a")]) && properties["all"] == nil)
        await self.bench.stop(tracker)
    }
}
