import Foundation
import Spoor
import SpoorTesting
import Testing

/// The guide's example of a test, run; its other examples are compiled by `make check-apple`.
struct IntegrationGuideTests {
    // What follows stands in docs/INTEGRATION.md; the test below keeps the two alike.
    @Test func aPaidOrderIsTracked() async {
        let collector = FakeCollector()
        let scheduler = ManualScheduler()
        var configuration = TrackerConfiguration(endpoint: "https://collector.test")
        configuration.folder = NSTemporaryDirectory() + UUID().uuidString
        let tracker = Tracker(
            configuration,
            environment: TrackerEnvironment(scheduler: scheduler, transport: collector.transport(scheduler: scheduler))
        )
        tracker.track("order_paid", ["total": 59.8])

        scheduler.advance(by: .seconds(20))
        #expect(collector.names == ["order_paid"])
        // Only here: the folder of the example goes.
        if let folder = configuration.folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    @Test func theGuideShowsThisTest() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appendingPathComponent("docs/INTEGRATION.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let block = try #require(blocks.first { $0.contains("import Testing") })
        let source = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        var position = 0
        for line in block.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty {
            let found = try #require(source[position...].firstIndex(of: line), "Nothing runs the guide's '\(line)'.")
            position = found + 1
        }
        #expect(position > 15)
    }
}
