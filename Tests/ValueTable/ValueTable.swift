import Foundation
import Spoor
import SpoorTesting

/// Prints what everyday values and bad ones become on the wire, on every way into an event.
///
/// usage: ValueTable
///
/// `scripts/value_table_check.py` runs it as a debug and as a release build and compares the lines: what asserts, traps
/// or is optimised away in one of them shows as a difference (bug case O-05).
@main
enum ValueTable {
    static func main() async {
        for row in ValueRows.all { print("value", row.name, PropertyConversion(converting: row.value)) }
        for route in ValueRoute.allCases { await Self.show(route) }
    }

    /// Sends all values this way, each with a good property beside it, and prints what arrived and what was warned of.
    private static func show(_ route: ValueRoute) async {
        let collector = FakeCollector()
        let scheduler = DispatchScheduler(label: "value-table")
        let warnings = Locked<[String]>([])
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/", project: "values")
        configuration.folder = NSTemporaryDirectory() + "spoor-values-" + UUID().uuidString
        configuration.startWait = .seconds(30)
        configuration.log = { message in warnings.withLock { $0.append(message.text) } }
        defer { try? FileManager.default.removeItem(atPath: configuration.folder ?? "") }
        let environment = TrackerEnvironment(
            scheduler: scheduler,
            transport: collector.transport(scheduler: scheduler),
            deviceFacts: NoFacts(),
            zone: FixedZone(seconds: 9 * 3600)
        )
        let tracker = Tracker(configuration, environment: environment)
        for row in ValueRows.all {
            await route.send(["value": row.value, "ok": 1], event: row.name, by: tracker)
        }
        let report = await tracker.flush()
        await tracker.stop()
        print("route", route.rawValue, "brought", collector.events.count, report.outcome)
        for event in collector.events {
            let name = event["event"]?.stringValue ?? "?"
            let members = (event["properties"]?.objectValue ?? []).filter { ValueRoute.keys.contains($0.key) }
            let sorted = members.sorted { $0.key < $1.key }
            print(route.rawValue, name, JSONValue.object(sorted).jsonText)
        }
        // In one order, whichever thread was first; what is said of other things may depend on the machine.
        for warning in warnings.withLock({ $0 }).filter({ $0.contains("'value'") }).sorted() {
            print(route.rawValue, "warns:", warning)
        }
    }
}

/// A device of which nothing is known, so that the lines are the same on every machine.
private struct NoFacts: DeviceFactsSource {
    func read() -> DeviceFacts { DeviceFacts() }
}
