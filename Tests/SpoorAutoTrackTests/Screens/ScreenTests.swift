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

    @Test("What is no dump is refused with its reason")
    func faults() {
        #expect(throws: DumpFault.self) { try ScreenDump(Data("{}".utf8)) }
        #expect(throws: DumpFault.self) { try ScreenDump(Data("<html><body/></html>".utf8)) }
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
