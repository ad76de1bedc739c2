import Foundation
import ScreenDumps
import SpoorAutoTrack
import SpoorTesting
import Testing

/// Paths, positions and contents on dumps of real screens: unique where the elements differ, and stable.
@MainActor
struct ScreenPathTests {
    private nonisolated static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fixtures/ios-screens").standardizedFileURL

    nonisolated static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".xml") }.sorted()
    }()

    private func screen(_ file: String) throws -> ScreenDump {
        try ScreenDump(contentsOf: Self.folder.appendingPathComponent(file))
    }

    /// The paths of elements, as they are now.
    private func paths(_ screen: ScreenDump) -> [ElementPaths] {
        screen.entries.map { ElementPaths(of: $0.element, interception: .action("tap:")) }
    }

    @Test("There are 22 screens")
    func count() { #expect(Self.files.count == 22) }

    @Test("Each element has names of its own", arguments: files)
    func unique(_ file: String) throws {
        let paths = try self.paths(self.screen(file))
        #expect(Set(paths.map(\.viewPath)).count == paths.count)
        #expect(Set(paths.map(\.selector)).count == paths.count)
        #expect(Set(paths.map(\.eventPath)).count == paths.count)
        #expect(Set(paths.map { [$0.elementPath, $0.elementPosition] }).count == paths.count)
        #expect(Set(paths.map { [$0.elementID, $0.elementPosition] }).count == paths.count)
    }

    @Test("Private wrappers anywhere change no name", arguments: files)
    func wrappers(_ file: String) throws {
        let screen = try self.screen(file)
        let before = self.paths(screen)
        var random = SeededGenerator(seed: 5)
        for entry in screen.entries {
            let children = entry.element.children.compactMap { $0 as? ManualElement }
            guard !children.isEmpty else { continue }
            let run = self.range(in: children.count, &random)
            var outermost = ManualElement("_Wrapper", children: Array(children[run]))
            outermost.isPrivateWrapper = true
            if Bool.random(using: &random) {
                outermost = ManualElement("_Outer", children: [outermost])
                outermost.isPrivateWrapper = true
            }
            entry.element.add(outermost, at: run.lowerBound)
        }
        #expect(self.paths(screen) == before)
    }

    @Test("Siblings of other types in another order change no name", arguments: files)
    func reorderedSiblings(_ file: String) throws {
        let screen = try self.screen(file)
        let before = self.paths(screen)
        var random = SeededGenerator(seed: 7)
        for entry in screen.entries {
            var queues = Dictionary(grouping: entry.element.children, by: \.typeName)
            let order = entry.element.children.map(\.typeName).shuffled(using: &random)
            entry.element.reorder(order.compactMap { queues[$0]?.removeFirst() })
        }
        #expect(self.paths(screen) == before)
    }

    @Test("Scrolling, and the cells that it takes out and puts back in any order, changes no name", arguments: files)
    func scrolling(_ file: String) throws {
        let screen = try self.screen(file)
        let before = self.paths(screen)
        var random = SeededGenerator(seed: 11)
        for entry in screen.entries {
            let cells = entry.element.children.compactMap { $0 as? ManualElement }.filter { $0.kind == .cell }
            for cell in cells.shuffled(using: &random) { entry.element.add(cell) }
            entry.element.visibility.frame?.y -= 300
        }
        #expect(self.paths(screen) == before)
    }

    @Test("A cell that is reused for another row keeps its identity and has that row's position", arguments: files)
    func reusedCells(_ file: String) throws {
        let screen = try self.screen(file)
        let before = self.paths(screen)
        for entry in screen.entries where entry.element.kind == .cell { entry.element.cellPosition?.row? += 1_000 }
        for (old, new) in zip(before, self.paths(screen)) {
            #expect(new.elementID == old.elementID && new.normalisedPath == old.normalisedPath)
            #expect((new.elementPosition == nil) == (old.elementPosition == nil))
            guard let position = old.elementPosition, position.contains(":") else { continue }
            #expect(new.elementPosition != position && new.viewPath != old.viewPath)
        }
    }

    private func range(in count: Int, _ random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0..<count, using: &random)
        return start..<Int.random(in: start...count, using: &random)
    }
}
