import SpoorAutoTrack
import SpoorTesting

/// A list that shows rows of 80 points in as few cells as it can, and gives a cell that left to the row that comes.
@MainActor
final class RecyclingList {
    private static let height = 80.0
    let table: ManualElement
    private let rows: Int
    private(set) var cells: [ManualElement] = []
    private(set) var offset = 0.0
    /// Called for each cell that was given a row, like the app's data source.
    var fill: (ManualElement, Int) -> Void = { _, _ in }

    /// Where the last row is at the lower edge.
    var end: Double { Double(self.rows) * Self.height - Stage.screen.height }

    /// How many rows show any part at the top of the list.
    let visibleCount = 11

    init(in window: ManualElement, rows: Int) {
        self.rows = rows
        self.table = ManualElement("UITableView", .table, frame: Stage.screen)
        self.table.visibility.clips = true
        window.add(self.table)
        for row in 0..<12 {
            let cell = ManualElement("UITableViewCell", .cell)
            cell.cellPosition = CellPosition(section: 0, row: row)
            self.table.add(cell)
            self.cells.append(cell)
        }
        self.layOut()
    }

    /// Scrolls; rows that come get the cells of those that left, the last one that left first.
    func scroll(to offset: Double) {
        self.offset = offset
        let first = min(max(Int(offset / Self.height), 0), self.rows - self.cells.count)
        let wanted = first..<(first + self.cells.count)
        let shown = Set(self.cells.compactMap { $0.cellPosition?.row })
        var free = self.cells.filter { !wanted.contains($0.cellPosition?.row ?? -1) }
        for row in wanted where !shown.contains(row) {
            guard let cell = free.popLast() else { break }
            cell.cellPosition = CellPosition(section: 0, row: row)
            self.fill(cell, row)
        }
        self.layOut()
    }

    /// Fills all cells again, each at its row.
    func reload() {
        for cell in self.cells { self.fill(cell, cell.cellPosition?.row ?? 0) }
    }

    /// Lets two cells change places, without filling them.
    func give(row: Int, to cell: ManualElement) {
        let other = self.cells.first { $0.cellPosition?.row == row }
        other?.cellPosition = cell.cellPosition
        cell.cellPosition = CellPosition(section: 0, row: row)
        self.layOut()
    }

    /// Gives each row another cell, then fills all: what a reload does.
    func shuffleCells() {
        let positions = self.cells.map(\.cellPosition)
        for (index, cell) in self.cells.enumerated() {
            cell.cellPosition = positions[(index + 5) % positions.count]
        }
        self.layOut()
        self.reload()
    }

    private func layOut() {
        for cell in self.cells {
            let y = Double(cell.cellPosition?.row ?? 0) * Self.height - self.offset
            let dy = y - (cell.visibility.frame?.y ?? y)
            for child in cell.children { Stage.move(child, by: dy) }
            cell.visibility.frame = Rectangle(x: 0, y: y, width: 390, height: Self.height)
        }
    }
}
