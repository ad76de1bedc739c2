import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct ClickTrackerTests {
    private let screen = PathTrees.TablePage()
    private let pages = PageTracker(table: PageTable(["ViewController": "P7"]))
    private let clicks: ClickTracker
    private let start = AutoTime(milliseconds: 1_000_000, uptime: .seconds(9))

    init() {
        self.clicks = ClickTracker(pages: self.pages)
        self.screen.page.title = "Fruit"
        _ = self.pages.didAppear(self.screen.page, at: self.start)
    }

    private func after(_ milliseconds: Int64) -> AutoTime {
        AutoTime(
            milliseconds: self.start.milliseconds + milliseconds,
            uptime: self.start.uptime + .milliseconds(milliseconds)
        )
    }

    @Test("A click carries all names of the element, its screen and what the app attached")
    func properties() throws {
        let button = self.screen.button(row: 1)
        button.tracking.properties = ["banner": "spring"]
        let click = try #require(self.clicks.actionSent("buy:", from: button, touchEnded: true, at: self.start))
        #expect(click.event.name == "$AppClick" && click.event.milliseconds == 1_000_000 && click.rageEvent == nil)
        let path = "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell"
        let elementPath = path + "[0][-]/UIButton[0]"
        let selector = path + "[0][1]/UIButton[0]"
        let viewPath = path + "[0:1]/UIButton[0]"
        let names: Properties = [
            "$element_type": "UIButton", "$element_content": "Buy", "$element_position": "0:1",
            "$element_path": elementPath, "$element_selector": selector, "$element_id": click.paths.elementID,
            "$element_id_version": 1, "$view_path": viewPath, "$event_path": click.paths.eventPath,
        ]
        var expected: Properties = [
            "$screen_name": "ViewController", "$title": "Fruit", "$page_id": "P7", "banner": "spring",
        ]
        expected.merge(names, overriding: true)
        #expect(click.event.properties == expected)
    }

    @Test("Switches and their like act without a touch that ended, others do not", arguments: ElementKind.allCases)
    func controlsWithoutTouch(_ kind: ElementKind) {
        let element = ManualElement("Control", kind)
        self.screen.page.view.add(element)
        let always: Set<ElementKind> = [.toggle, .segmentedControl, .stepper, .pageControl, .barItem]
        let click = self.clicks.actionSent("a:", from: element, touchEnded: false, at: self.start)
        #expect((click != nil) == always.contains(kind))
        #expect(self.clicks.actionSent("a:", from: element, touchEnded: true, at: self.after(200)) != nil)
    }

    @Test("Gestures count on any view; those that a control, a field or a web view needs for itself do not")
    func gestures() {
        let own: Set<ElementKind> = [
            .textInput, .web, .toggle, .segmentedControl, .stepper, .slider, .pageControl, .page, .application,
            .responder,
        ]
        for (index, kind) in ElementKind.allCases.enumerated() {
            let element = ManualElement("E", kind)
            self.screen.page.view.add(element)
            let time = self.after(Int64(index) * 1_000)
            let click = self.clicks.gestureEnded("UITapGestureRecognizer", on: element, at: time)
            #expect((click != nil) == !own.contains(kind), "\(kind)")
            let inner = ManualElement("Inner")
            element.add(inner)
            let isInside = !own.subtracting([.page, .application, .responder]).contains(kind)
            let innerClick = self.clicks.gestureEnded(
                "UITapGestureRecognizer",
                on: inner,
                at: self.after(Int64(index) * 1_000 + 500)
            )
            #expect((innerClick != nil) == isInside, "in \(kind)")
        }
        let wrapper = ManualElement("_W")
        wrapper.isPrivateWrapper = true
        #expect(self.clicks.gestureEnded("T", on: wrapper, at: self.start) == nil)
    }

    @Test("A control with several targets, or tapped within 100 ms, counts once; after that again")
    func oncePerElement() {
        let button = self.screen.button(row: 0)
        let counted = [0, 0, 40, 99, 100, 150, 199, 200].map { milliseconds in
            self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.after(milliseconds)) != nil
        }
        #expect(counted == [true, false, false, false, true, false, false, true])
    }

    @Test("Two elements in the same moment are two clicks")
    func twoElements() {
        let buttons = [self.screen.button(row: 0), self.screen.button(row: 1)]
        let counted = buttons.compactMap { self.clicks.actionSent("a:", from: $0, touchEnded: true, at: self.start) }
        #expect(counted.count == 2)
    }

    @Test("A gesture and a control's action of one touch count once, in any order")
    func gestureAndControl() {
        let button = self.screen.button(row: 0)
        let image = ManualElement("UIImageView", .image)
        button.add(image)
        #expect(self.clicks.gestureEnded("T", on: button, at: self.start) != nil)
        #expect(self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.after(5)) == nil)
        #expect(self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.after(500)) != nil)
        #expect(self.clicks.gestureEnded("T", on: image, at: self.after(505)) == nil)
    }

    @Test("A gesture in a cell and the choice of its row count once, in any order")
    func gestureAndRow() {
        let (table, cell) = (self.screen.table, self.screen.cells[2])
        let label = cell.children[0].children[0]
        let row = CellPosition(section: 0, row: 2)
        #expect(self.clicks.gestureEnded("T", on: label, at: self.start)?.paths.content == "Row 2")
        #expect(self.clicks.rowSelected(in: table, cell: cell, at: row, time: self.after(10)) == nil)
        #expect(self.clicks.gestureEnded("T", on: cell, at: self.after(200)) != nil)
        #expect(self.clicks.rowSelected(in: table, cell: cell, at: row, time: self.after(210)) == nil)
        #expect(self.clicks.rowSelected(in: table, cell: cell, at: row, time: self.after(400)) != nil)
        #expect(self.clicks.gestureEnded("T", on: label, at: self.after(410)) == nil)
    }

    /// What of a cell is told of: its row, a gesture on something in it or on itself, the action of a button in it.
    enum Told: String, CaseIterable, CustomTestStringConvertible {
        case row, cellGesture, labelGesture, buttonGesture, button

        var testDescription: String { self.rawValue }
    }

    @Test(
        "Of a cell and what lies in it one counts within 100 ms, in any order",
        arguments: Told.allCases,
        Told.allCases
    )
    func cellAndItsParts(first: Told, second: Told) {
        #expect(self.tell(first, at: self.start) != nil)
        #expect(self.tell(second, at: self.after(10)) == nil)
        #expect(self.tell(second, at: self.after(200)) != nil)
    }

    private func tell(_ told: Told, at time: AutoTime) -> Click? {
        let (cell, button) = (self.screen.cells[2], self.screen.button(row: 2))
        switch told {
        case .row:
            let row = CellPosition(section: 0, row: 2)
            return self.clicks.rowSelected(in: self.screen.table, cell: cell, at: row, time: time)
        case .cellGesture: return self.clicks.gestureEnded("T", on: cell, at: time)
        case .labelGesture: return self.clicks.gestureEnded("T", on: cell.children[0].children[0], at: time)
        case .buttonGesture: return self.clicks.gestureEnded("T", on: button, at: time)
        case .button: return self.clicks.actionSent("a:", from: button, touchEnded: true, at: time)
        }
    }

    @Test("Two controls of one cell are two clicks")
    func twoControlsOfACell() {
        let buttons = [self.screen.button(row: 0), ManualElement("UIButton", .button)]
        self.screen.cells[0].add(buttons[1])
        let counted = buttons.compactMap { self.clicks.actionSent("a:", from: $0, touchEnded: true, at: self.start) }
        #expect(counted.count == 2)
    }

    @Test("A gesture around what was clicked is no click; one that comes first does not cost the click inside")
    func gestureAround() {
        let (button, view) = (self.screen.button(row: 0), self.screen.page.view)
        #expect(self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.start) != nil)
        #expect(self.clicks.gestureEnded("T", on: view, at: self.after(10)) == nil)
        #expect(self.clicks.gestureEnded("T", on: view, at: self.after(300)) != nil)
        #expect(self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.after(310)) != nil)
    }

    @Test("Rows of a list that lost its cells are told apart by where they stood")
    func rowsWithoutCells() {
        let chosen = [0, 0, 1].map { row in
            self.clicks.rowSelected(
                in: self.screen.table,
                cell: nil,
                at: CellPosition(section: 0, row: row),
                time: self.start
            )?.paths.elementPosition
        }
        #expect(chosen == ["0:0", nil, "0:1"])
    }

    @Test("Bars, tabs and alerts belong to the screen in front; what is embedded to the screen around it")
    func screens() {
        let alert = ManualPage("UIAlertController")
        alert.isSystem = true
        let action = ManualElement("UIAlertAction", .alertAction)
        action.text = "OK"
        let chosen = self.clicks.itemChosen(action, in: alert, at: self.start)
        #expect(chosen?.event.properties["$screen_name"] == "ViewController" && chosen?.paths.content == "OK")
        let tab = ManualElement("UITabBarItem", .barItem)
        #expect(self.clicks.itemChosen(tab, in: nil, at: self.start)?.screen?.name == "ViewController")
        // A page that answers for a bar's item is its screen, whatever lies in front by now.
        let editor = ManualPage("EditorVC")
        tab.responder = editor
        #expect(self.clicks.itemChosen(tab, in: nil, at: self.after(200))?.screen?.name == "EditorVC")
        let banner = ManualPage("BannerVC")
        banner.parentPage = self.screen.page
        self.screen.page.view.add(banner.view)
        let click = self.clicks.gestureEnded("T", on: banner.view, at: self.start)
        #expect(click?.screen?.name == "ViewController")
        self.pages.rules.tracksChildPages = true
        let own = self.clicks.gestureEnded("T", on: banner.view, at: self.after(500))
        #expect(own?.screen?.name == "BannerVC" && own?.paths.elementID == click?.paths.elementID)
    }

    @Test("A click that the app's code tells of always counts, and its properties win")
    func byCode() {
        let button = self.screen.button(row: 0)
        button.tracking.properties = ["from": "element", "a": 1]
        _ = self.clicks.actionSent("a:", from: button, touchEnded: true, at: self.start)
        let click = self.clicks.trackClick(button, properties: ["from": "call"], at: self.start)
        #expect(click.event.properties["from"] == "call" && click.event.properties["a"] == 1)
    }
}
