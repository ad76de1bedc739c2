import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// O-24 where a list lies in the cell of another one: a mark belongs to the rows of all lists around it.
@MainActor
struct NestedRowsTests {
    private let stage = ExposureStage()
    private let table = ManualElement("UITableView", .table, frame: Stage.screen)
    private let outer = ManualElement("ShelfCell", .cell, frame: Rectangle(x: 0, y: 0, width: 390, height: 100))
    private let inner = ManualElement("ItemCell", .cell, frame: Rectangle(x: 0, y: 0, width: 90, height: 100))
    private let label = ManualElement("UILabel", .label, frame: Rectangle(x: 0, y: 0, width: 90, height: 20))

    /// Which element of the carousel is marked.
    enum Target: CaseIterable { case item, itemByPosition, label }

    init() {
        let carousel = ManualElement("UICollectionView", .collection, frame: self.outer.visibility.frame)
        self.inner.add(self.label)
        carousel.add(self.inner)
        self.outer.add(carousel)
        self.table.add(self.outer)
        self.stage.window.add(self.table)
        self.place(row: 2, item: 0)
    }

    private func place(row: Int?, item: Int?) {
        self.outer.cellPosition = row.map { CellPosition(section: 0, row: $0) }
        self.inner.cellPosition = item.map { CellPosition(section: 0, row: $0) }
    }

    private func mark(_ target: Target, id: String? = nil, dwell: Duration = .zero) {
        var mark = ExposureMark(id: id, dwell: dwell, properties: ["product": "row 2"])
        if target == .itemByPosition { mark.position = CellPosition(section: 0, row: 0) }
        self.stage.tracker.mark(target == .label ? self.label : self.inner, mark)
    }

    private func comeBack() {
        for isHidden in [true, false] {
            self.outer.visibility.isHidden = isHidden
            self.stage.scan(after: 100)
        }
    }

    // O-24/mark-left-on-reused-cell
    @Test("O-24 a mark in a carousel is asleep while another row has the carousel's cell", arguments: Target.allCases)
    func outerReused(target: Target) {
        self.mark(target)
        self.stage.scan()
        #expect(self.stage.takeIDs().count == 1)
        self.place(row: 9, item: 0)
        self.comeBack()
        #expect(self.stage.events.isEmpty)
        self.place(row: 2, item: 4)
        self.comeBack()
        #expect(self.stage.events.isEmpty)
        self.place(row: 2, item: 0)
        self.comeBack()
        #expect(self.stage.takeIDs().count == 1)
    }

    // O-24/mark-left-on-reused-cell
    @Test(
        "O-24 a cell that is used again before any scan does not tell the row for which it was marked",
        arguments: [
            (9, 0), (2, 7), (9, 7),
        ] as [(Int, Int)]
    )
    func reusedBeforeScan(row: Int, item: Int) {
        self.mark(.item)
        self.place(row: row, item: item)
        self.stage.scan()
        #expect(self.stage.events.isEmpty)
        self.place(row: 2, item: 0)
        self.stage.scan(after: 100)
        #expect(self.stage.events.count == 1)
    }

    @Test("A mark that is made before the list knows where its cell goes holds for the row where it is first seen")
    func unknownWhileMarked() {
        self.place(row: 2, item: nil)
        self.mark(.item)
        self.place(row: 2, item: 3)
        self.stage.scan()
        #expect(self.stage.takeIDs().count == 1)
        // The row around was known: in another one it is asleep at once.
        self.place(row: 2, item: nil)
        self.mark(.item, id: "new")
        self.place(row: 5, item: 3)
        self.stage.scan(after: 100)
        #expect(self.stage.events.isEmpty)
    }

    @Test("A mark on a cell that is in no window yet holds for the rows where it is first seen")
    func marksBeforeItIsThere() {
        self.outer.remove()
        self.place(row: 1, item: 1)
        self.mark(.item)
        self.place(row: 3, item: 0)
        self.table.add(self.outer)
        self.stage.scan()
        #expect(self.stage.takeIDs().count == 1)
    }

    @Test("A row that changes while only others are looked at again makes no exposure of the former row's data")
    func changesUnseen() {
        let other = Stage.view(0, 700, 10, 10, in: self.stage.window)
        self.mark(.item, dwell: .seconds(1))
        self.stage.scan()
        self.place(row: 9, item: 0)
        self.stage.wait(1000)
        self.stage.tracker.elementsChanged([other])
        #expect(self.stage.events.isEmpty)
        self.stage.scan(after: 1000)
        #expect(self.stage.events.isEmpty && self.stage.tracker.exposureDeadline == nil)
    }

    @Test("Data of a row around is handed down in this row only")
    func handedDown() {
        self.stage.tracker.mark(self.outer, ExposureMark(properties: ["shelf": "sale"], isEnd: false))
        self.mark(.label, id: "a")
        self.stage.scan()
        #expect(self.stage.events.last?.properties["shelf"] == "sale")
        self.place(row: 9, item: 0)
        self.mark(.label, id: "b")
        self.stage.scan(after: 100)
        #expect(self.stage.ids == ["a", "b"] && self.stage.events.last?.properties["shelf"] == nil)
    }

    @Test("Without an id the same item counts anew in each row around, and once in one however often it is marked")
    func counted() {
        for (row, expected) in [(2, 1), (2, 1), (9, 2), (9, 2)] {
            self.place(row: row, item: 0)
            self.stage.tracker.mark(self.inner, ExposureMark(repeats: false))
            self.comeBack()
            #expect(self.stage.events.count == expected)
        }
    }
}
