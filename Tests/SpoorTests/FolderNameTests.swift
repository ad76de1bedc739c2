import SpoorTesting
import Testing

@testable import Spoor

/// Where an instance's queue lies, whatever its name is.
struct FolderNameTests {
    @Test(arguments: [
        ("default", "default"), ("a-b_c.1", "a-b_c.1"), (".hidden", "%2Ehidden"), ("..", "%2E."), ("", "%"),
        ("a/b", "a%2Fb"), ("é", "%C3%A9"), ("\t", "%09"), ("50%", "50%25"), ("A", "%41"), ("myApp", "my%41pp"),
        ("a~b", "a%7Eb"), (String(repeating: "a", count: 240), String(repeating: "a", count: 240)),
    ])
    func everyNameIsAFolderOfItsOwn(name: String, folder: String) {
        #expect(TrackerConfiguration.folderName(of: name) == folder)
    }

    private static let long = [
        String(repeating: "a", count: 400), String(repeating: "a", count: 401), String(repeating: "A", count: 81),
        String(repeating: "名", count: 40), String(repeating: "x", count: 241), String(repeating: "x", count: 100_000),
    ]

    @Test("names that are too long for a folder, or differ in case alone, are folders that any disk tells apart")
    func noFolderIsTooLongOrShared() {
        let names = Self.long + ["a", "A", "shop", "Shop", "SHOP", "%41", "%2E", "%2e"]
        let folders = names.map { TrackerConfiguration.folderName(of: $0) }
        #expect(Set(folders.map { $0.lowercased() }).count == names.count)
        #expect(folders.allSatisfy { $0.utf8.count <= TrackerConfiguration.maxFolderBytes })
        #expect(Set(names.map { TrackerConfiguration.keyName(of: $0) }).count == names.count)
    }

    @Test("a tracker whose name is too long runs, and the log says where", arguments: long.indices)
    func aLongNameRuns(index: Int) async {
        let bench = TestBench()
        let tracker = bench.start { $0.name = Self.long[index] }
        #expect(tracker.track("x").isRecorded)
        _ = await bench.flush(tracker)
        #expect(bench.collector.names == ["x"] && bench.warnings("is too long for a folder") == 1)
        #expect(bench.log.withLock { $0.allSatisfy { $0.utf8.count < 700 } })
        await bench.stop(tracker)
    }

    @Test func withoutAFolderThePlatformsPlaceIsTaken() {
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.name = "a/b"
        let folder = configuration.storage(.live(name: "test")).folder
        #expect(folder.hasPrefix("/") && folder.hasSuffix("/spoor/a%2Fb"))
    }
}
