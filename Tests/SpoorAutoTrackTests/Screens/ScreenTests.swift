import Foundation
import ScreenDumps
import SpoorAutoTrack
import Testing

/// The engine's visibility on dumps of real screens, against XCUITest's own verdict for every element.
@MainActor
struct ScreenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fixtures/ios-screens").standardizedFileURL

    private static func scores() throws -> [String: ScreenScore] {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        var scores: [String: ScreenScore] = [:]
        for file in files where file.pathExtension == "xml" {
            scores[file.lastPathComponent] = try ScreenDump(contentsOf: file).score()
        }
        return scores
    }

    private static func pooled(_ scores: some Sequence<ScreenScore>) -> ScreenScore {
        scores.reduce(into: ScreenScore()) { $0.add($1) }
    }

    @Test("On 22 real screens nearly all that XCUITest calls visible is, and clearly more of the rest is not")
    func pooled() throws {
        let scores = try Self.scores()
        #expect(scores.count == 22)
        let pooled = Self.pooled(scores.values)
        #expect(pooled.count == 1829)
        #expect(pooled.recall >= 0.995)
        #expect(pooled.precision >= 0.88)
    }

    @Test("No single screen carries the result: it holds with each of them left out")
    func leaveOneOut() throws {
        let scores = try Self.scores()
        for left in scores.keys {
            let pooled = Self.pooled(scores.filter { $0.key != left }.values)
            #expect(pooled.recall >= 0.995, "without \(left)")
            #expect(pooled.precision >= 0.87, "without \(left)")
        }
    }

    @Test("What lies behind a presented page, a card or a popover is not visible on any screen")
    func modals() throws {
        let scores = try Self.scores()
        for file in ["14-todolist-modal.xml", "26-player-popover.xml", "33-daybreak-paywall.xml"] {
            let score = try #require(scores[file])
            #expect(score.precision > 0.97, "\(file)")
        }
    }

    /// What a text is refused for.
    private static func fault(_ text: some Sequence<UInt8>) -> String? {
        do {
            _ = try ScreenDump(Data(text))
            return nil
        } catch {
            guard let fault = error as? DumpFault else { return "\(error)" }
            if case .notXML = fault { return "not XML" }
            return "no elements"
        }
    }

    @Test(
        "What is no dump is refused with its reason",
        arguments: [
            ("", "not XML"), ("{}", "not XML"), ("<a><b></a>", "not XML"), ("<a>", "not XML"),
            ("<a></a></a>", "not XML"),
            ("<XCUIElementTypeApplication visible=\"true\">", "not XML"),
            ("<XCUIElementTypeApplication visible=\"true\"/><", "not XML"),
            ("<a><XCUIElementTypeOther></a></XCUIElementTypeOther>", "not XML"),
            ("<html><body/></html>", "no elements"),
        ]
    )
    func faults(text: String, reason: String) {
        #expect(Self.fault(text.utf8) == reason)
    }

    @Test("A dump that is cut anywhere is none")
    func cut() throws {
        let whole = try Data(contentsOf: Self.folder.appendingPathComponent("14-todolist-modal.xml"))
        let end = try #require(whole.lastIndex(of: UInt8(ascii: ">")))
        for length in [1, 50, 1_500, whole.count / 2, end - 20, end] {
            #expect(Self.fault(whole.prefix(length)) == "not XML", "\(length) bytes")
        }
        #expect(Self.fault(whole) == nil)
    }

    /// A folder of its own for one test, with two dumps, one of them in a folder in it.
    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("screens-\(UUID().uuidString)")
        let inner = folder.appendingPathComponent("inner/more")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, place) in [("14-todolist-modal.xml", folder), ("26-player-popover.xml", inner)] {
            try FileManager.default.copyItem(
                at: Self.folder.appendingPathComponent(name),
                to: place.appendingPathComponent(name.uppercased())
            )
        }
        try body(folder)
    }

    @Test("Of a folder all dumps count that can be read, those in folders in it too; the others are named and left out")
    func folders() throws {
        try Self.inFolder { folder in
            let whole = try ScreenFolder(folder.path)
            #expect(whole.scores.map(\.name) == ["14-TODOLIST-MODAL.XML", "inner/more/26-PLAYER-POPOVER.XML"])
            #expect(whole.leftOut.isEmpty)
            let pooled = try whole.pooled(folder.path)
            let first = try Data(contentsOf: folder.appendingPathComponent("14-TODOLIST-MODAL.XML"))
            try first.prefix(1_500).write(to: folder.appendingPathComponent("cut.xml"))
            try Data("<html/>".utf8).write(to: folder.appendingPathComponent("inner/page.xml"))
            try Data("<XCUIElementTypeOther/>".utf8).write(to: folder.appendingPathComponent("silent.xml"))
            try first.write(to: folder.appendingPathComponent(".hidden.xml"))
            try first.write(to: folder.appendingPathComponent("notes.txt"))
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("nowhere.xml"),
                withDestinationURL: folder.appendingPathComponent("none")
            )
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("folder.xml"),
                withIntermediateDirectories: true
            )
            let partly = try ScreenFolder(folder.path)
            #expect(partly.leftOut.map(\.name) == ["cut.xml", "inner/page.xml", "nowhere.xml", "silent.xml"])
            #expect(try partly.pooled(folder.path) == pooled)
        }
    }

    @Test("A folder without figures is said in a sentence")
    func noFigures() throws {
        try Self.inFolder { folder in
            let empty = folder.appendingPathComponent("empty").path
            @MainActor
            func words() -> String {
                do {
                    _ = try ScreenFolder(empty).pooled(empty)
                    return "none"
                } catch { return "\(error)" }
            }
            #expect(words().hasPrefix("There is no folder"))
            try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
            #expect(words().hasPrefix("There is no *.xml"))
            try Data("<html/>".utf8).write(to: URL(fileURLWithPath: empty + "/page.xml"))
            #expect(words() == "Of 1 *.xml in '\(empty)' none can be read.")
            #expect(throws: ScreenFolder.Fault.self) { try ScreenFolder(empty + "/page.xml") }
        }
    }

    @Test("Frames that no screen has, and missing ones, are empty")
    func oddFrames() throws {
        let dump = try ScreenDump(
            Data(
                """
                <AppiumAUT><XCUIElementTypeApplication x="0" y="0" width="100" height="100" visible="true">
                <XCUIElementTypeOther x="9.2e18" y="9.2e18" width="0" height="0" visible="false"/>
                <XCUIElementTypeOther visible="false"/>
                <XCUIElementTypeOther x="1" y="1" width="-5" height="nan" visible="false"/>
                </XCUIElementTypeApplication></AppiumAUT>
                """.utf8
            )
        )
        let score = dump.score()
        #expect((score.both, score.neither) == (1, 3))
    }
}
