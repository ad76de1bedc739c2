import SpoorAutoTrack
import SpoorTesting
import Testing

@MainActor
struct ElementPathsTests {
    private let screen = PathTrees.TablePage()

    @Test("Each path of a button in a row is as its system has it")
    func formsOfPaths() {
        let button = self.screen.button(row: 2)
        var state = ControlState()
        (state.title, state.bits, state.isEnabled, state.isSelected) = ("Button", 1, true, false)
        button.controlState = state
        let paths = ElementPaths(of: button, interception: .action("buttonClick:"))
        #expect(paths.viewPath == "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[0:2]/UIButton[0]")
        #expect(paths.elementPath == "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[0][-]/UIButton[0]")
        #expect(paths.selector == "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[0][2]/UIButton[0]")
        #expect(paths.normalisedPath == "ViewController/UIView[0]/UITableView[0]/UITableViewCell[0][-]/UIButton[0]")
        #expect(paths.elementPosition == "0:2" && paths.content == "Button" && paths.typeName == "UIButton")
        #expect(paths.elementIDVersion == 1 && paths.elementID.count == 16)
        #expect(paths.page == PageFacts(typeName: "ViewController", name: "ViewController"))
        let chain =
            "#UIButton[0]#UITableViewCell[0:2]#UITableView[0]#UIView[0]#ViewController#UIWindow#UIApplication#AppDelegate"
        let answers = "#currentTitle=Button#state=1#enabled=1#selected=0"
        #expect(paths.eventPath == "#buttonClick:#UIButton" + chain + answers)
    }

    @Test("The state of the control changes the event path alone")
    func stateIsInTheEventPathAlone() {
        let button = self.screen.button(row: 1)
        var state = ControlState()
        state.title = "Log in"
        button.controlState = state
        let before = ElementPaths(of: button, interception: .action("go:"))
        state.title = "Verify"
        button.controlState = state
        let after = ElementPaths(of: button, interception: .action("go:"))
        #expect(before.eventPath != after.eventPath && before.content != after.content)
        #expect(before.elementID == after.elementID && before.viewPath == after.viewPath)
    }

    @Test("A cell in an inner list: the outer row is real, the inner one wild")
    func innerLists() {
        let inner = ManualElement("UICollectionView", .collection)
        self.screen.cells[1].add(inner)
        let item = ManualElement("Tile", .cell)
        item.cellPosition = CellPosition(section: 3, row: 4)
        inner.add(item)
        let paths = ElementPaths(of: item)
        #expect(paths.elementPath.hasSuffix("UITableViewCell[0][1]/UICollectionView[0]/Tile[3][-]"))
        #expect(paths.selector.hasSuffix("UITableViewCell[0][1]/UICollectionView[0]/Tile[3][4]"))
        #expect(paths.normalisedPath.hasSuffix("UITableViewCell[0][-]/UICollectionView[0]/Tile[3][-]"))
        #expect(paths.elementPosition == "3:4")
    }

    @Test("A name of the app's own is the identity, and has no version")
    func ownIdentity() {
        let button = self.screen.button(row: 0)
        button.tracking.elementID = "buy"
        #expect(ElementPaths(of: button).elementID == "buy")
        #expect(ElementPaths(of: button).elementIDVersion == nil)
    }

    @Test("An identifier takes the place of the number, outside of cells alone")
    func identifiers() {
        let buttons = (0..<3).map { _ in ManualElement("UIButton", .button) }
        for button in buttons { self.screen.page.view.add(button) }
        buttons[1].accessibilityIdentifier = "pay"
        #expect(ElementPaths(of: buttons[1]).normalisedPath == "ViewController/UIView[0]/UIButton#pay")
        #expect(ElementPaths(of: buttons[2]).normalisedPath == "ViewController/UIView[0]/UIButton[1]")
        #expect(ElementPaths(of: buttons[2]).viewPath == "ViewController[0]/UIView[0]/UIButton[2]")
        let inCell = self.screen.button(row: 2)
        let before = ElementPaths(of: inCell)
        inCell.accessibilityIdentifier = "price-of-row-2"
        #expect(ElementPaths(of: inCell).elementID == before.elementID)
    }

    @Test("What a page embeds is placed on the screen around it; two alike are told apart")
    func embeddedPages() {
        let banners = ["a", "b"].map { _ in ManualPage("BannerVC") }
        var ids: Set<String> = []
        for banner in banners {
            banner.parentPage = self.screen.page
            self.screen.page.view.add(banner.view)
            let button = ManualElement("UIButton", .button)
            banner.view.add(button)
            ids.insert(ElementPaths(of: button).elementID)
        }
        let path = ElementPaths(of: banners[1].view.children[0]).viewPath
        #expect(path == "ViewController[0]/UIView[0]/BannerVC[1]/UIView[0]/UIButton[0]")
        #expect(ids.count == 2)
    }

    @Test("A cell without a place is open in its list, and a view like others outside of lists")
    func cellsWithoutPlaces() {
        let lost = ManualElement("Tile", .cell)
        self.screen.table.add(lost)
        #expect(ElementPaths(of: lost).viewPath.hasSuffix("UITableView[0]/Tile[-]"))
        let tiles = (0..<2).map { _ in ManualElement("Tile", .cell) }
        for tile in tiles { self.screen.page.view.add(tile) }
        #expect(ElementPaths(of: tiles[1]).viewPath == "ViewController[0]/UIView[0]/Tile[1]")
        #expect(ElementPaths(of: tiles[1]).elementPosition == nil)
    }

    @Test("What lies in a bar is placed in the container that has the bar")
    func bars() {
        let navigation = ManualPage("UINavigationController")
        navigation.isContainer = true
        let item = ManualElement("UIBarButtonItem", .barItem)
        item.cellPosition = CellPosition(section: 0, row: 1)
        let bar = ManualElement("UINavigationBar", .bar)
        navigation.view.add(bar)
        let paths = ElementPaths(of: item, interception: .action("save:"), in: bar)
        #expect(
            paths.viewPath
                == "UINavigationController[0]/UIView[0]/UINavigationBar[0]/UIBarButtonItem[1]"
        )
        #expect(paths.eventPath.hasPrefix("#save:#UIBarButtonItem#UIBarButtonItem[1]#UINavigationBar[0]#UIView[0]"))
    }
}
