import SpoorAutoTrack
import SpoorTesting
import Testing

/// Exposure of the rows of a scroll view that is smaller than the screen (bug case O-23).
@MainActor
struct ClippedRowsTests {
    private let stage = ExposureStage()
    private let below = ManualPage("ListViewController")
    private let page: ManualElement
    private let scroll: ManualElement
    private var rows: [ManualElement] = []

    init() {
        self.page = Stage.view(0, 0, 390, 844, in: self.stage.window)
        self.scroll = Stage.view(0, 120, 390, 240, in: self.page)
        self.scroll.kind = .scroll
        self.scroll.visibility.clips = true
        for index in 0..<8 {
            let row = Stage.view(0, 120 + Double(index) * 80, 390, 80, in: self.scroll)
            self.stage.tracker.mark(row, ExposureMark(id: "\(index)", ratio: 0.5))
            self.rows.append(row)
        }
    }

    private func scroll(by distance: Double) {
        for row in self.rows { Stage.move(row, by: -distance) }
    }

    // O-23/first-rows O-23/after-scroll
    @Test("O-23 rows that the scroll view clips away are not exposed, before and after a scroll")
    func rowsInsideOnly() {
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["0", "1", "2"])
        self.scroll(by: 100)
        self.stage.scan(after: 100)
        #expect(self.stage.takeIDs() == ["3"])
    }

    // O-23/after-scroll
    @Test("O-23 after a scroll it is enough to look at the scroll view again")
    func incremental() {
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["0", "1", "2"])
        self.scroll(by: 100)
        self.stage.tracker.elementsChanged([self.scroll])
        #expect(self.stage.takeIDs() == ["3"])
    }

    @Test(
        "O-23 what cannot be seen is not exposed",
        arguments: [
            ("O-23/row-hidden", ["0", "2"]), ("O-23/ancestor-hidden", []), ("O-23/ancestor-transparent", []),
            ("O-23/zero-size", ["0", "2"]), ("O-23/inside-off-screen-scroll", []), ("O-23/under-modal", []),
            ("O-23/other-window", ["0", "2"]), ("O-23/clipping-off", ["0", "1", "2", "3", "4", "5", "6", "7"]),
        ]
    )
    func variants(variant: String, expected: [String]) throws {
        switch variant.dropFirst("O-23/".count) {
        case "row-hidden": self.rows[1].visibility.isHidden = true
        case "ancestor-hidden": self.page.visibility.isHidden = true
        case "ancestor-transparent": self.page.visibility.opacity = 0.005
        case "zero-size": self.rows[1].visibility.frame = Rectangle(x: 0, y: 200, width: 390, height: 0)
        case "inside-off-screen-scroll":
            let outer = Stage.view(390, 0, 390, 844, in: self.page)
            outer.visibility.clips = true
            outer.add(self.scroll)
        case "under-modal":
            let modal = ManualPage("DetailViewController")
            modal.presentingPage = self.below
            modal.view.visibility.frame = Stage.screen
            modal.view.visibility.isOpaque = true
            self.stage.window.add(modal.view)
        case "other-window":
            let other = Stage.window()
            other.visibility.isHidden = true
            self.stage.windows.append(other)
            other.add(self.rows[1])
        case "clipping-off": self.scroll.visibility.clips = false
        default: Issue.record("unknown variant \(variant)")
        }
        self.stage.scan()
        #expect(self.stage.takeIDs() == expected)
    }

    // O-23/other-window
    @Test("O-23 a row that moved to a window which is not shown at all is not exposed; shown there, it is")
    func movedToAnotherWindow() {
        let other = Stage.window()
        other.add(self.rows[1])
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["0", "2"])
        self.stage.windows.append(other)
        self.stage.scan(after: 100)
        #expect(self.stage.takeIDs() == ["1"])
    }

    @Test("A row that an opaque bar or a keyboard covers for more than a half is not exposed")
    func covered() {
        Stage.cover(0, 0, 390, 165, in: self.stage.window)
        let keyboard = Stage.window()
        Stage.cover(0, 310, 390, 534, in: keyboard)
        self.stage.windows.append(keyboard)
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["1"])
    }
}
