import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

final class ConfigCommandTests {
    private let data = NSTemporaryDirectory() + "spoor-config-" + UUID().uuidString
    private let recorder = ConsoleRecorder()

    init() throws { try FileManager.default.createDirectory(atPath: self.data, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: self.data) }

    /// Where the configuration is: the folder, or a collector that answers without a socket.
    enum Place: CaseIterable, Sendable {
        case folder, server
    }

    private func run(_ place: Place = .folder, _ line: [String]) async -> Int32 {
        let router = Router(ConfigurationAPI(ConfigurationAccess(data: self.data)).routes)
        let ask: @Sendable (HTTPMethod, URL, [UInt8]) async -> (status: Int, body: [UInt8]) = { method, url, body in
            let request = HTTPRequest(
                method: method,
                target: url.path + (url.query.map { "?" + $0 } ?? ""),
                headers: ["Content-Type": "application/json"],
                body: ByteBlock(body)
            )
            return await withCheckedContinuation { continuation in
                router.handle(request) { continuation.resume(returning: ($0.status, $0.body)) }
            }
        }
        let surroundings = Surroundings(
            console: self.recorder.console,
            fetch: { await ask(.get, $0, []) },
            change: { await ask(HTTPMethod(rawValue: $0) ?? .get, $1, $2) }
        )
        let end = place == .folder ? ["--data", self.data] : ["--server", "http://collector.test"]
        let isLocal = line.first == "check"
        return await SpoorTool(surroundings).run(["config"] + line + (isLocal ? [] : end)).rawValue
    }

    private func file(_ text: String) throws -> String {
        let path = "\(self.data)/\(UUID().uuidString).json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private var current: SavedConfiguration {
        get throws { try ConfigurationStore(data: self.data).current(project: "shop") }
    }

    @Test(arguments: Place.allCases)
    func whatIsSetIsSavedShownAndTakenBack(place: Place) async throws {
        let first = try self.file(#"{"namespaces":{"prism":{"maxItem":5}}}"#)
        let shop = ["--project", "shop"]
        #expect(await self.run(place, ["set", first, "--comment", "why", "--author", "ann"] + shop) == 0)
        #expect(self.recorder.output.contains("Saved revision 1 of project 'shop':"))
        #expect(self.recorder.output.contains("+ namespaces.prism.maxItem: 5"))
        #expect(try self.current.author == "ann" && self.current.comment == "why")
        let second = try self.file(#"{"namespaces":{"prism":{"maxItem":6}}}"#)
        #expect(await self.run(place, ["set", second] + shop) == 0)
        #expect(self.recorder.output.contains("~ namespaces.prism.maxItem: 5 → 6"))
        #expect(await self.run(place, ["undo"] + shop) == 0)
        #expect(self.recorder.output.contains("Went back: saved revision 3"))
        #expect(try self.current.document.namespaces["prism"]?.maxItem == 5)
        #expect(await self.run(place, ["undo", "0"] + shop) == 0)
        #expect(try self.current.revision == 4 && self.current.document.namespaces == ["prism": ChannelSettings()])
        #expect(!self.recorder.errors.contains("devices stop it"))
        // Left out by hand, it is stopped, and that is said.
        let empty = try self.file(#"{"namespaces":{}}"#)
        #expect(await self.run(place, ["set", empty] + shop) == 0)
        #expect(self.recorder.errors.contains("warning: namespaces.prism: it is named no more, so devices stop it"))
        #expect(await self.run(place, ["undo"] + shop) == 0)
        #expect(await self.run(place, ["history", "--limit", "2"] + shop) == 0)
        #expect(self.recorder.output.contains("revision 6"))
        #expect(self.recorder.output.contains("Earlier ones: --before 5"))
        #expect(await self.run(place, ["history", "--before", "2"] + shop) == 0)
        #expect(self.recorder.output.contains("revision 1  ") && self.recorder.output.contains("ann  why"))
        #expect(await self.run(place, ["undo", "9"] + shop) == 1)
        #expect(await self.run(place, ["undo", "x"] + shop) == 64)
    }

    /// As the first event, key or configuration makes a project, a name that had none of them is none.
    @Test(arguments: Place.allCases, [["get"], ["history"], ["undo"], ["get", "--revision", "0"]])
    func aProjectThatHadNothingIsNone(place: Place, line: [String]) async throws {
        #expect(await self.run(place, line + ["--project", "nokey"]) == 1)
        #expect(self.recorder.errors.contains("There is no project 'nokey': check the name"))
        #expect(self.recorder.output.isEmpty)
    }

    @Test(arguments: Place.allCases, ["event", "key", "configuration"])
    func aProjectBeginsWithWhicheverComesFirst(place: Place, first: String) async throws {
        switch first {
        case "event":
            let settings = StoreSettings(folder: self.data, projects: ["shop"], timeZone: .gmt)
            try EmbeddedStore(settings: settings).stop()
        case "key": _ = try KeyStore(data: self.data).create(.signing, project: "shop")
        default:
            let path = try self.file(#"{"namespaces":{}}"#)
            #expect(await self.run(place, ["set", path, "--project", "shop"]) == 0)
        }
        #expect(await self.run(place, ["get", "--project", "shop"]) == 0)
        #expect(self.recorder.output.contains(first == "configuration" ? #""revision": 1"# : #""revision": 0"#))
        #expect(await self.run(place, ["get", "--project", "other"]) == 1)
    }

    /// What is got, edited and set again is refused where somebody else was faster.
    @Test(arguments: Place.allCases)
    func aFileThatBeganEarlierIsRefused(place: Place) async throws {
        let shop = ["--project", "shop"]
        #expect(await self.run(place, ["set", try self.file(#"{"namespaces":{"a":{"maxItem":1}}}"#)] + shop) == 0)
        #expect(await self.run(place, ["get", "--project", "shop"]) == 0)
        let text = try #require(self.recorder.output.components(separatedBy: "\n{\n").last)
        let edited = try self.file("{" + text.replacingOccurrences(of: "\"maxItem\": 1", with: "\"maxItem\": 2"))
        #expect(await self.run(place, ["set", edited] + shop) == 0)
        #expect(try self.current.document.namespaces["a"]?.maxItem == 2)
        #expect(await self.run(place, ["set", edited] + shop) == 1)
        #expect(self.recorder.errors.contains("has saved 2 since"))
        #expect(await self.run(place, ["set", edited, "--force"] + shop) == 0)
        #expect(try self.current.revision == 3)
    }

    /// A damaged newest file is answered to no app, and is replaced by whatever is saved next.
    @Test(arguments: Place.allCases, [["set"], ["set", "--force"], ["set", "--revision", "9"], ["undo"]])
    func aDamagedNewestOneIsReplaced(place: Place, line: [String]) async throws {
        let shop = ["--project", "shop"]
        for count in 1...2 {
            let path = try self.file(#"{"namespaces":{"prism":{"maxItem":\#(count)}}}"#)
            #expect(await self.run(place, ["set", path] + shop) == 0)
        }
        try Data("{".utf8).write(to: URL(fileURLWithPath: "\(self.data)/configurations/shop/00000002.json"))
        let printed = self.recorder.output
        #expect(await self.run(place, ["get"] + shop) == 1)
        // An older one does not pass for it.
        #expect(self.recorder.output == printed)
        #expect(self.recorder.errors.contains("configurations/shop/00000002.json' holds no configuration any more"))
        #expect(self.recorder.errors.contains("is printed by 'spoor config get --revision 1'"))
        let next = try self.file(#"{"namespaces":{"prism":{"maxItem":3}}}"#)
        let file = line[0] == "set" ? [next] : []
        #expect(await self.run(place, [line[0]] + file + line.dropFirst() + shop) == 0, "\(self.recorder.errors)")
        #expect(try self.current.revision == (line.contains("9") ? 9 : 3))
        #expect(try self.current.document.namespaces["prism"]?.maxItem == (line[0] == "set" ? 3 : 1))
    }

    @Test(arguments: Place.allCases)
    func whatWouldDropNamespacesIsNotSavedLeniently(place: Place) async throws {
        let shop = ["--project", "shop"]
        #expect(await self.run(place, ["set", try self.file(#"{"namespaces":{"a":{"maxItem":1}}}"#)] + shop) == 0)
        let path = try self.file(#"{"namespaces":"oops","pages":{}}"#)
        #expect(await self.run(place, ["set", path, "--lenient"] + shop) == 1)
        #expect(self.recorder.errors.contains(#""namespaces" is not an object"#))
        #expect(try self.current.revision == 1 && self.current.document.namespaces["a"]?.maxItem == 1)
    }

    @Test(arguments: Place.allCases)
    func thePartOfOneNamespaceIsNotSavedForTheWhole(place: Place) async throws {
        let path = try self.file(#"{"namespace":"a","namespaces":{"a":{"maxItem":1}}}"#)
        #expect(await self.run(place, ["set", path, "--project", "shop"]) == 1)
        #expect(self.recorder.errors.contains("the part of one namespace alone, 'a'"))
        #expect(try self.current.revision == 0)
    }

    @Test(arguments: Place.allCases)
    func whatAppsWouldIgnoreIsNotSavedUnlessLenient(place: Place) async throws {
        let path = try self.file(
            #"{"namespaces":{"prism":{"maxItem":500,"maxItems":5,"isUpload":1,"expirationDay":3}}}"#
        )
        #expect(await self.run(place, ["set", path, "--project", "shop"]) == 1)
        for name in ["maxItem", "maxItems", "isUpload"] {
            #expect(self.recorder.errors.contains("error: namespaces.prism.\(name): "))
        }
        #expect(try self.current.revision == 0)
        #expect(await self.run(place, ["set", path, "--project", "shop", "--lenient"]) == 0)
        #expect(self.recorder.errors.contains("changed: namespaces.prism.maxItem: "))
        let settings = try #require(try self.current.document.namespaces["prism"])
        #expect(settings.maxItem == 100 && settings.isUpload == nil && settings.expirationDay == 3)
        let none = try self.file("{")
        #expect(await self.run(place, ["set", none, "--lenient"]) == 1)
        #expect(self.recorder.errors.contains("Nothing was saved."))
    }

    @Test func aPartOrAnEarlierOneIsShown() async throws {
        for count in 1...2 {
            let path = try self.file(#"{"namespaces":{"prism":{"maxItem":\#(count)}}}"#)
            #expect(await self.run(["set", path, "--project", "shop"]) == 0)
        }
        #expect(await self.run(["get", "--project", "shop", "--namespace", "prism", "--revision", "1"]) == 0)
        #expect(self.recorder.output.hasSuffix("{\n  \"maxItem\": 1\n}"))
        #expect(await self.run(["get", "--project", "shop", "--namespace", "other"]) == 1)
        #expect(self.recorder.errors.contains("It has: prism."))
    }

    private func run(_ line: [String]) async -> Int32 { await self.run(.folder, line) }

    @Test func addressesWithoutASigningKeyAreWarnedOf() async throws {
        let path = try self.file(#"{"namespaces":{"prism":{"url":"https://a.example"}}}"#)
        #expect(await self.run(["set", path, "--project", "shop"]) == 0)
        #expect(self.recorder.errors.contains("warning: namespaces.prism.url: the project has no signing key"))
    }

    @Test func theRevisionCanBeginHigher() async throws {
        let path = try self.file(#"{"namespaces":{}}"#)
        #expect(await self.run(["set", path, "--project", "shop", "--revision", "40"]) == 0)
        #expect(try self.current.revision == 40)
    }

    @Test(arguments: [
        (#"{"namespaces":{"prism":{"maxItem":5}}}"#, 0, 0, "is right"),
        (#"{"namespaces":{"prism":{"maxItem":500}}}"#, 0, 1, "fault: namespaces.prism.maxItem: 500 is outside"),
        (#"{"namespaces":{"prism":{"maxitem":5}}}"#, 0, 1, "Did you mean \"maxItem\"?"),
        (#"{"namespaces":{"prism":{"isUpload":1}}}"#, 0, 1, "1 is not true or false"),
        (#"{"prism":{"maxItem":5}}"#, 0, 0, "is right"),
        ("{}", 1, 1, "error: The JSON object is no configuration"), ("[", 1, 1, "error: The configuration is not JSON"),
        ("\u{FEFF}{\"namespaces\":{}}", 0, 0, "is right"),
    ])
    func filesAreCheckedWithoutACollector(text: String, code: Int32, strict: Int32, sentence: String) async throws {
        let path = try self.file(text)
        #expect(await self.run(["check", path]) == code)
        #expect(self.recorder.output.contains(sentence))
        #expect(await self.run(["check", path, "--strict"]) == strict)
    }

    @Test func aMissingFileOrFolderIsSaid() async throws {
        #expect(await self.run(["check", "\(self.data)/none.json"]) == 1)
        #expect(self.recorder.errors.contains("cannot be read"))
        let surroundings = Surroundings(console: self.recorder.console, fetch: { _ in (500, []) })
        let line = ["config", "get", "--data", "\(self.data)/none"]
        #expect(await SpoorTool(surroundings).run(line) == .failure)
        #expect(self.recorder.errors.contains("There is no data folder"))
    }

    @Test(arguments: [
        [], ["get"], ["set"], ["check"], ["history"], ["undo"],
    ])
    func everyCommandHasHelpWorthReading(path: [String]) async {
        #expect(await SpoorTool(console: self.recorder.console).run(["config"] + path + ["--help"]) == .success)
        #expect(self.recorder.output.contains("examples:\n  spoor "))
        #expect(self.recorder.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
