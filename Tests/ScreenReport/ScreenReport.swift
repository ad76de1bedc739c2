import Foundation
import ScreenDumps

/// Compares the engine's verdicts with XCUITest's for every dump in a folder, file by file and all together.
///
/// What is left out is said on standard error before the figures. The exit code is 0 where there are figures, so that
/// they are the last line also of a `make` around it, and 2 where there are none.
///
/// usage: ScreenReport FOLDER
@main
@MainActor
struct ScreenReport {
    static func main() {
        guard let path = CommandLine.arguments.dropFirst().first else {
            Self.fail("usage: ScreenReport FOLDER; the folder holds page sources of XCUITest (*.xml)")
        }
        do {
            let folder = try ScreenFolder(path)
            for (name, reason) in folder.leftOut { Self.complain("\(name) is left out: \(reason)") }
            Self.report(folder.scores, pooled: try folder.pooled(path))
        } catch {
            Self.fail("\(error)")
        }
    }

    private static func report(_ scores: [(name: String, score: ScreenScore)], pooled: ScreenScore) {
        let width = (scores.map(\.name.count).max() ?? 0) + 2
        print(Self.row("file", ["both", "only us", "only it", "neither", "recall", "precision"], width))
        for (name, score) in scores { print(Self.row(name, Self.figures(score), width)) }
        print(Self.row("\(scores.count) files, \(pooled.count) elements", Self.figures(pooled), width))
        print("recall \(Self.fraction(pooled.recall)) precision \(Self.fraction(pooled.precision))")
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
        Self.complain(words)
        exit(2)
    }

    private static func complain(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }
}
