import SpoorAutoTrack
import SpoorTesting

/// What looking at a screen costs the main thread: 2,000 elements, 117 of them marked for exposure.
@MainActor
struct AutoTrackSpeed {
    private let tree = SceneTree()
    private let tracker = ExposureTracker { _ in }
    private let rounds = 400

    func run() throws {
        guard self.tree.count == 2000 else { throw BenchError("the screen has \(self.tree.count) elements, not 2,000") }
        for (index, card) in self.tree.cards.enumerated() {
            self.tracker.mark(card, ExposureMark(id: "\(index)", ratio: 0.5, dwell: .seconds(1)))
        }
        var line = FigureLine()
        line.add("layout_pass_2000_us", self.layoutPass())
        line.add("layout_pass_2000_new_us", self.layoutPassWithNewElements())
        line.add("scroll_step_50_us", self.scrollStep())
        try WhiteListSpeed().add(to: &line)
        line.show()
    }

    /// All elements stand elsewhere, but are the same.
    private func layoutPass() -> Double {
        self.median { round in
            for shelf in self.tree.shelves { self.tree.scroll(shelf, by: round.isMultiple(of: 2) ? 3 : -3) }
        } then: { round in
            self.tracker.scan(windows: [self.tree.window], at: Self.time(round))
        }
    }

    /// An element comes or goes at the very front, so that the tree is another one.
    private func layoutPassWithNewElements() -> Double {
        let extra = ManualElement("UIView", frame: Rectangle(x: 0, y: 0, width: 1, height: 1))
        return self.median { round in
            if round.isMultiple(of: 2) { self.tree.window.add(extra, at: 0) } else { extra.remove() }
        } then: { round in
            self.tracker.scan(windows: [self.tree.window], at: Self.time(round))
        }
    }

    /// One shelf of 50 elements scrolls.
    private func scrollStep() -> Double {
        let shelf = self.tree.shelves[1]
        return self.median { round in
            self.tree.scroll(shelf, by: round.isMultiple(of: 2) ? 3 : -3)
        } then: { round in
            self.tracker.elementsChanged([shelf], at: Self.time(round))
        }
    }

    /// The median time of `then` in microseconds; `before` is not measured.
    private func median(_ before: (Int) -> Void, then: (Int) -> Void) -> Double {
        var times: [Double] = []
        for round in 0..<self.rounds {
            before(round)
            let start = Measures.now()
            then(round)
            times.append(Double(Measures.now() - start) / 1000)
        }
        return Measures.median(times)
    }

    private static func time(_ round: Int) -> AutoTime {
        AutoTime(milliseconds: 1_700_000_000_000 + Int64(round), uptime: .milliseconds(round))
    }
}
