import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Exposure in a list of 60 rows with 12 cells that are used again and again (bug case O-24).
@MainActor
struct ReusedCellsTests {
    private let stage = ExposureStage()
    private let list: RecyclingList

    init() {
        self.list = RecyclingList(in: self.stage.window, rows: 60)
        self.mark()
    }

    /// Marks each visible row anew, as an app does where it fills a cell.
    private func mark(note: String = "first", dwell: Duration = .zero, repeats: Bool = false) {
        let tracker = self.stage.tracker
        self.list.fill = { cell, row in
            let properties = Properties(["row": row, "note": note])
            tracker.mark(cell, ExposureMark(id: "item \(row)", dwell: dwell, repeats: repeats, properties: properties))
        }
        self.list.reload()
    }

    private func scroll(to last: Double, step: Double) {
        var offset = self.list.offset
        while offset != last {
            offset = last > offset ? min(offset + step, last) : max(offset - step, last)
            self.list.scroll(to: offset)
            self.stage.scan(after: 100)
        }
    }

    // O-24/slow-to-end O-24/back-to-top O-24/fast-to-end
    @Test("O-24 each of 60 rows in 12 cells is exposed once, with its own properties, and none on the way back")
    func onceEach() {
        self.stage.scan()
        self.scroll(to: self.list.end, step: 30)
        #expect(self.stage.ids.count == 60)
        #expect(Set(self.stage.ids).count == 60)
        for event in self.stage.events {
            let row = event.properties["row"].map { "\($0)" } ?? ""
            #expect(row.hasSuffix("(\(self.stage.number(event)))"))
        }
        _ = self.stage.takeIDs()
        self.scroll(to: 0, step: 300)
        self.scroll(to: self.list.end, step: 2000)
        #expect(self.stage.ids.isEmpty)
        #expect(self.list.cells.count == 12)
    }

    // O-24/reload-same-ids
    @Test("O-24 visible rows that are reloaded with the same ids are not exposed again", arguments: [false, true])
    func reload(repeats: Bool) {
        self.mark(repeats: repeats)
        self.stage.scan()
        #expect(!self.stage.takeIDs().isEmpty)
        self.list.shuffleCells()
        self.stage.scan(after: 100)
        #expect(self.stage.ids.isEmpty)
    }

    // O-24/new-id-while-visible
    @Test("O-24 a new id on a visible cell is a new exposure")
    func newID() {
        self.stage.scan()
        _ = self.stage.takeIDs()
        self.stage.tracker.mark(self.list.cells[0], ExposureMark(id: "another", repeats: false))
        self.stage.scan(after: 100)
        #expect(self.stage.takeIDs() == ["another"])
    }

    // O-24/only-properties-changed
    @Test("O-24 changed properties with the same id are no new exposure", arguments: [false, true])
    func newProperties(repeats: Bool) {
        self.mark(repeats: repeats)
        self.stage.scan()
        _ = self.stage.takeIDs()
        self.mark(note: "second", repeats: repeats)
        self.stage.scan(after: 100)
        #expect(self.stage.ids.isEmpty)
    }

    // O-24/mark-left-on-reused-cell
    @Test("O-24 a mark left on a cell that is used for another row never fires with the former row's data")
    func markLeft() {
        self.stage.scan()
        _ = self.stage.takeIDs()
        self.list.fill = { _, _ in }
        let marked = self.list.cells[5]
        for cell in self.list.cells where cell !== marked { self.stage.tracker.unmark(cell) }
        self.stage.tracker.mark(marked, ExposureMark(id: "late", dwell: .seconds(1)))
        self.stage.scan()
        self.list.scroll(to: 2000)
        for _ in 0..<30 { self.stage.scan(after: 100) }
        #expect(self.stage.ids.isEmpty)
        // Back at its own row it is awake.
        self.list.scroll(to: 0)
        self.list.give(row: 5, to: marked)
        for _ in 0..<30 { self.stage.scan(after: 100) }
        #expect(self.stage.takeIDs() == ["late"])
    }

    // O-24/mark-left-on-reused-cell
    @Test("O-24 a section's data on a cell that is used again is not handed down to the next row")
    func sectionDataLeft() throws {
        self.list.fill = { _, _ in }
        let cell = self.list.cells[0]
        let label = Stage.view(0, 0, 390, 70, in: cell)
        let data = Properties(["section": "sale"])
        self.stage.tracker.unmark(cell)
        self.stage.tracker.mark(cell, ExposureMark(properties: data, isEnd: false))
        self.stage.tracker.mark(label, ExposureMark(id: "a"))
        self.stage.scan()
        #expect(self.stage.events.first { $0.properties["exposure_id"] == "a" }?.properties["section"] == "sale")
        _ = self.stage.takeIDs()
        cell.cellPosition = CellPosition(section: 0, row: 40)
        self.stage.tracker.mark(label, ExposureMark(id: "b"))
        self.stage.scan(after: 100)
        let event = try #require(self.stage.events.first { $0.properties["exposure_id"] == "b" })
        #expect(event.properties["section"] == nil)
    }

    // O-24/flash-by
    @Test("O-24 rows that only flash by are not exposed when a dwell is asked for; those where the list rests are")
    func flashBy() {
        self.mark(dwell: .milliseconds(500))
        self.stage.scan()
        self.scroll(to: self.list.end, step: 1000)
        #expect(self.stage.ids.isEmpty)
        #expect(self.stage.tracker.exposureDeadline == self.stage.now.uptime + .milliseconds(500))
        self.stage.scan(after: 499)
        #expect(self.stage.ids.isEmpty)
        self.stage.scan(after: 1)
        #expect(Set(self.stage.takeIDs()) == Set((49...59).map { "item \($0)" }))
        #expect(self.stage.tracker.exposureDeadline == nil)
    }

    @Test("Without an id a cell counts once at each row, however often it is marked again")
    func withoutIDs() {
        let tracker = self.stage.tracker
        self.list.fill = { cell, row in
            tracker.mark(cell, ExposureMark(event: "Row", repeats: false, properties: Properties(["row": row])))
        }
        self.list.reload()
        for _ in 0..<3 {
            self.stage.scan(after: 100)
            self.list.reload()
        }
        let first = self.stage.events.count
        #expect(first == self.list.visibleCount)
        self.list.scroll(to: 880)
        self.stage.scan(after: 100)
        #expect(self.stage.events.count == first + self.list.visibleCount)
    }
}
