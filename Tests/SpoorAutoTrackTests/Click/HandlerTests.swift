import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// O-22: the handler changes what was clicked.
@MainActor
struct HandlerTests {
    private static let fruit = ["Apple", "Fig", "Pear", "Plum"]
    private let screen = PathTrees.TablePage(order: [0, 1, 2, 3])
    private let pages = PageTracker()
    private let clicks: ClickTracker
    private let time = AutoTime(milliseconds: 77, uptime: .seconds(1))

    init() {
        self.clicks = ClickTracker(pages: self.pages)
        for (cell, name) in zip(self.screen.cells, Self.fruit) {
            (cell.children[0].children[0] as? ManualElement)?.text = name
            cell.children.last.flatMap { $0 as? ManualElement }?.remove()
        }
        _ = self.pages.didAppear(self.screen.page, at: self.time)
    }

    /// What an app's handler does.
    enum Handler: CaseIterable {
        case reloadsAndPushes
        case dismissesPage
        case deletesSection
        case reusesCell
    }

    private func run(_ handler: Handler) {
        let next = ManualPage("NextVC")
        switch handler {
        case .reloadsAndPushes:
            for cell in self.screen.cells { cell.remove() }
            self.screen.table.add(PathTrees.cell(section: 0, row: 0))
            _ = self.pages.didDisappear(self.screen.page, at: self.time)
            _ = self.pages.didAppear(next, at: self.time)
        case .dismissesPage:
            self.screen.page.view.remove()
            self.screen.page.view.ownPage = nil
            _ = self.pages.didDisappear(self.screen.page, at: self.time)
        case .deletesSection:
            for cell in self.screen.cells {
                cell.cellPosition = nil
                cell.remove()
            }
        case .reusesCell:
            self.screen.cells[2].cellPosition = CellPosition(section: 5, row: 9)
            (self.screen.cells[2].children[0].children[0] as? ManualElement)?.text = "Kiwi"
        }
    }

    // O-22/reload-and-push
    // O-22/dismisses-page
    // O-22/deletes-section
    // O-22/reuses-cell
    @Test("O-22 the row that was tapped is what counts, whatever its handler does", arguments: Handler.allCases)
    func rows(_ handler: Handler) throws {
        let cell = self.screen.cells[2]
        let row = CellPosition(section: 0, row: 2)
        let click = self.clicks.rowSelected(in: self.screen.table, cell: cell, at: row, time: self.time)
        self.run(handler)
        let properties = try #require(click?.event.properties)
        #expect(properties["$element_content"] == "Pear" && properties["$element_position"] == "0:2")
        #expect(properties["$screen_name"] == "ViewController")
        #expect(properties["$view_path"] == "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[0:2]")
    }

    // O-22/removes-own-button
    @Test("O-22 a button that its handler takes out of the tree is counted where it was")
    func removedButton() throws {
        let button = ManualElement("UIButton", .button)
        button.text = "Close"
        self.screen.page.view.add(button)
        let click = try #require(self.clicks.actionSent("close:", from: button, touchEnded: true, at: self.time))
        button.remove()
        button.text = nil
        #expect(click.event.properties["$element_content"] == "Close")
        #expect(click.event.properties["$view_path"] == "ViewController[0]/UIView[0]/UIButton[0]")
        #expect(click.event.properties["$screen_name"] == "ViewController")
    }

    @Test("A second interception of the same tap, after the handler ran, makes no second click")
    func oneClickOnly() {
        let cell = self.screen.cells[2]
        let row = CellPosition(section: 0, row: 2)
        #expect(self.clicks.rowSelected(in: self.screen.table, cell: cell, at: row, time: self.time) != nil)
        self.run(.deletesSection)
        #expect(self.clicks.gestureEnded("T", on: cell, at: self.time) == nil)
    }
}
