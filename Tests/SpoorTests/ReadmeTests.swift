import Foundation
import Spoor
import Testing

struct ReadmeTests {
    /// The example of the README, never run, only compiled; the test below keeps the two alike.
    private func example() async {
        let tracker = Spoor.start(TrackerConfiguration(endpoint: "https://collector.example.com", project: "shop"))

        tracker.track("product_viewed", ["product_id": 4711, "price": 19.9, "tags": ["shoes", "sale"]])

        tracker.registerSuperProperties(["plan": "free"])
        tracker.login("user-42")
        tracker.didEnterBackground()
        let report = await tracker.flush()
        _ = report
    }

    @Test func theExampleOfTheReadmeCompiles() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = try String(contentsOf: here, encoding: .utf8)
        let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
        let lines = try #require(block.components(separatedBy: "```").first).split(separator: "\n")
        #expect(lines.count > 5)
        for line in lines {
            let code = line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
            #expect(source.contains(code), "The README shows '\(code)', which nothing compiles.")
        }
    }
}
