import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// What an event hook may do to events that are no events of the app: profiles and items.
struct HookedProfileTests {
    private let bench = TestBench()

    /// Each kind of value, and what a hook puts in its place: another of its kind, or of another.
    enum Change: CaseIterable, Sendable {
        case text, number, fraction, whole, flag, list, date, textForNumber, flagForText, listForText, numberForList
        case added

        var before: PropertyValue? {
            switch self {
            case .text, .flagForText, .listForText: .string("before")
            case .number, .textForNumber: .integer(1)
            case .fraction: .number(1.5)
            case .whole: .unsigned(18_446_744_073_709_551_615)
            case .flag: .boolean(true)
            case .list, .numberForList: .list(["before"])
            case .date: .date(milliseconds: 1_000)
            case .added: nil
            }
        }

        var after: PropertyValue {
            switch self {
            case .text, .textForNumber, .added: .string("after")
            case .number: .number(2.5)
            case .fraction: .unsigned(18_446_744_073_709_551_614)
            case .whole: .integer(7)
            case .flag, .flagForText: .boolean(false)
            case .list, .listForText: .list(["after"])
            case .date: .date(milliseconds: 2_000)
            case .numberForList: .integer(3)
            }
        }

        var isTaken: Bool {
            switch self {
            case .text, .number, .fraction, .whole, .flag, .list, .date: true
            case .textForNumber, .flagForText, .listForText, .numberForList, .added: false
            }
        }
    }

    @Test(arguments: Change.allCases)
    func aHookChangesValuesButNotTheirKind(change: Change) async throws {
        let tracker = self.bench.start()
        tracker.setEventHook { event in
            event.properties["key"] = change.after
            return .keep
        }
        var properties: Properties = ["other": 1]
        properties["key"] = change.before
        tracker.profileSet(properties)
        _ = await self.bench.flush(tracker)
        let sent = try #require(self.bench.collector.events.first { $0["type"]?.stringValue == "profile_set" })
        var expected = Properties()
        expected["key"] = change.isTaken ? change.after : change.before
        var writer = ByteWriter()
        writer.append(properties: expected, zone: FixedZone(seconds: 9 * 3600))
        let json = try writer.withBytes { try JSONValue(parsing: $0) }
        #expect(sent["properties"]?["key"] == json["key"])
        #expect(sent["properties"]?["other"] == .number("1"))
        #expect(self.bench.warnings("keep their kinds") == (change.isTaken ? 0 : 1))
        await self.bench.stop(tracker)
    }

    @Test func aFullDeviceIsToldWhole() async throws {
        var facts = DeviceFacts()
        facts.os = "iOS"
        facts.osVersion = "26.1"
        facts.model = "iPhone18,1"
        facts.manufacturer = "Apple"
        facts.screenWidth = 402
        facts.screenHeight = 874
        facts.appID = "com.example.shop"
        facts.appName = "Shop"
        facts.appVersion = "3.2"
        facts.networkType = "5G"
        let tracker = self.bench.start(facts: facts)
        tracker.track("seen")
        _ = await self.bench.flush(tracker)
        let properties = try self.bench.properties("seen")
        for (key, value) in [
            ("$os", "iOS"), ("$os_version", "26.1"), ("$model", "iPhone18,1"), ("$manufacturer", "Apple"),
            ("$app_id", "com.example.shop"), ("$app_name", "Shop"), ("$app_version", "3.2"), ("$network_type", "5G"),
        ] { #expect(properties[key]?.stringValue == value) }
        #expect(properties["$screen_width"] == .number("402") && properties["$screen_height"] == .number("874"))
        #expect(properties["$wifi"] == .bool(false))
        #expect(self.bench.events("seen").first?["lib"]?["$app_version"]?.stringValue == "3.2")
        await self.bench.stop(tracker)
    }
}
