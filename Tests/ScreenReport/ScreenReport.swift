import Foundation
import ScreenDumps
import SpoorAutoTrack

/// Compares the engine's verdicts with XCUITest's for every dump in a folder, file by file and all together.
///
/// usage: ScreenReport FOLDER
@main
@MainActor
struct ScreenReport {
    static func main() {
        guard let folder = CommandLine.arguments.dropFirst().first else {
            Self.fail("usage: ScreenReport FOLDER; the folder holds page sources of XCUITest (*.xml)")
        }
        let files: [URL]
        do {
            files = try FileManager.default
                .contentsOfDirectory(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
                .filter { $0.pathExtension.lowercased() == "xml" }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }
        } catch {
            Self.fail("The folder '\(folder)' cannot be read: \(error.localizedDescription)")
        }
        if files.isEmpty { Self.fail("There is no *.xml in '\(folder)'.") }
        Self.report(files)
    }

    private static func report(_ files: [URL]) {
        let width = (files.map(\.lastPathComponent.count).max() ?? 0) + 2
        print(Self.row("file", ["both", "only us", "only it", "neither", "recall", "precision"], width))
        var pooled = ScreenScore()
        var unread = 0
        for file in files {
            do {
                let score = try ScreenDump(contentsOf: file).score()
                pooled.add(score)
                print(Self.row(file.lastPathComponent, Self.figures(score), width))
            } catch {
                unread += 1
                print("\(file.lastPathComponent): \(error)")
            }
        }
        print(Self.row("\(files.count - unread) files, \(pooled.count) elements", Self.figures(pooled), width))
        print("recall \(Self.fraction(pooled.recall)) precision \(Self.fraction(pooled.precision))")
        if unread > 0 { exit(1) }
    }

    private static func figures(_ score: ScreenScore) -> [String] {
        [score.both, score.onlyEngine, score.onlyXCUITest, score.neither].map(String.init)
            + [Self.fraction(score.recall), Self.fraction(score.precision)]
    }

    private static func fraction(_ value: Double) -> String { String(format: "%.4f", value) }

    private static func row(_ name: String, _ cells: [String], _ width: Int) -> String {
        let padding = String(repeating: " ", count: max(width - name.count, 1))
        return name + padding
            + cells.map { String(repeating: " ", count: max(10 - $0.count, 1)) + $0 }.joined()
    }

    private static func fail(_ words: String) -> Never {
        FileHandle.standardError.write(Data("\(words)\n".utf8))
        exit(2)
    }
}
