import Testing

@testable import Spoor

/// Where an instance's queue lies, whatever its name is.
struct FolderNameTests {
    @Test(arguments: [
        ("default", "default"), ("a-b_c.1", "a-b_c.1"), (".hidden", "%2Ehidden"), ("..", "%2E."), ("", "%"),
        ("a/b", "a%2Fb"), ("é", "%C3%A9"), ("\t", "%09"), ("50%", "50%25"),
    ])
    func everyNameIsAFolderOfItsOwn(name: String, folder: String) {
        #expect(TrackerConfiguration.folderName(of: name) == folder)
    }

    @Test func withoutAFolderThePlatformsPlaceIsTaken() {
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.name = "a/b"
        let folder = configuration.storage(.live(name: "test")).folder
        #expect(folder.hasPrefix("/") && folder.hasSuffix("/spoor/a%2Fb"))
    }
}
