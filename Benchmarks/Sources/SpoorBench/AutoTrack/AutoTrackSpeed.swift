import SpoorAutoTrack
import SpoorTesting

/// What looking at a screen costs the main thread: 2,000 elements, some or all of them marked for exposure.
@MainActor
struct AutoTrackSpeed {
    private let rounds = 400

    func run() throws {
        var line = FigureLine()
        try self.shelves(&line)
        for count in [500, 2000] { self.grid(marks: count, &line) }
        try WhiteListSpeed().add(to: &line)
        line.show()
    }

    /// A shop's page of which most lies below the edge: 117 elements are marked, a few of them in sight.
    private func shelves(_ line: inout FigureLine) throws {
        let tree = SceneTree()
        guard tree.count == 2000 else { throw BenchError("the screen has \(tree.count) elements, not 2,000") }
        let tracker = Self.tracker()
        for (index, card) in tree.cards.enumerated() { Self.mark(card, index, tracker) }
        let all = self.median { round in
            for shelf in tree.shelves { tree.scroll(shelf, by: Self.step(round)) }
        } then: {
            tracker.scan(windows: [tree.window])
        }
        line.add("layout_pass_2000_us", all)
        let extra = ManualElement("UIView", frame: Rectangle(x: 0, y: 0, width: 1, height: 1))
        let other = self.median { round in
            if round.isMultiple(of: 2) { tree.window.add(extra, at: 0) } else { extra.remove() }
        } then: {
            tracker.scan(windows: [tree.window])
        }
        line.add("layout_pass_2000_new_us", other)
        let step = self.median { round in
            tree.scroll(tree.shelves[1], by: Self.step(round))
        } then: {
            tracker.elementsChanged([tree.shelves[1]])
        }
        line.add("scroll_step_50_us", step)
    }

    /// A screen on which every element can be seen, and many or all are marked.
    private func grid(marks: Int, _ line: inout FigureLine) {
        let grid = SceneGrid()
        let tracker = Self.tracker()
        for (index, tile) in grid.tiles.prefix(marks).enumerated() { Self.mark(tile, index, tracker) }
        tracker.scan(windows: [grid.window])
        let all = self.median { round in
            for shelf in grid.shelves { grid.scroll(shelf, by: Self.step(round)) }
        } then: {
            tracker.scan(windows: [grid.window])
        }
        line.add("layout_pass_\(marks)_marks_us", all)
        let step = self.median { round in
            grid.scroll(grid.shelves[20], by: Self.step(round))
        } then: {
            tracker.elementsChanged([grid.shelves[20]])
        }
        line.add("scroll_step_\(marks)_marks_us", step)
    }

    private static func tracker() -> AutoTracker {
        AutoTracker(now: { AutoTime(milliseconds: 1_700_000_000_000, uptime: .seconds(1)) }, emit: { _ in })
    }

    private static func mark(_ element: ManualElement, _ number: Int, _ tracker: AutoTracker) {
        tracker.mark(element, ExposureMark(id: "\(number)", ratio: 0.5, dwell: .seconds(1)))
    }

    private static func step(_ round: Int) -> Double { round.isMultiple(of: 2) ? 3 : -3 }

    /// The median time of `then` in microseconds; `before` is not measured.
    private func median(_ before: (Int) -> Void, then: () -> Void) -> Double {
        var times: [Double] = []
        for round in 0..<self.rounds {
            before(round)
            let start = Measures.now()
            then()
            times.append(Double(Measures.now() - start) / 1000)
        }
        return Measures.median(times)
    }
}
