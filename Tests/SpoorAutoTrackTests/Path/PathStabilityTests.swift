import SpoorAutoTrack
import SpoorTesting
import Testing

/// O-26: the view path changes with the system's version and with the order of cells.
@MainActor
struct PathStabilityTests {
    /// All names of an element that must be equal.
    private func names(_ element: any Element) -> [String?] {
        let paths = ElementPaths(of: element, interception: .action("go:"))
        return [
            paths.viewPath, paths.elementPath, paths.selector, paths.normalisedPath, paths.eventPath, paths.elementID,
            paths.elementPosition, paths.content,
        ]
    }

    // O-26/wrapper
    @Test(
        "O-26 a private wrapper between table and cell changes no path",
        arguments: ["UITableViewWrapperView", "_UIWhatever"]
    )
    func wrappers(_ wrapper: String) {
        let plain = PathTrees.TablePage()
        let wrapped = PathTrees.TablePage(wrapper: wrapper)
        for row in 0..<3 { #expect(self.names(plain.button(row: row)) == self.names(wrapped.button(row: row))) }
    }

    @Test("O-26 wrappers around any part of the siblings, nested ones too, change no path")
    func wrappersAroundSiblings() {
        func buttons(wrapping wrapped: Range<Int>, depth: Int) -> [[String?]] {
            let page = ManualPage("VC")
            let buttons = (0..<4).map { _ in ManualElement("UIButton", .button) }
            var home: ManualElement = page.view
            for _ in 0..<depth {
                let wrapper = ManualElement("_Wrapper\(depth)")
                wrapper.isPrivateWrapper = true
                wrapper.accessibilityIdentifier = "wrapper"
                home.add(wrapper)
                home = wrapper
            }
            for (index, button) in buttons.enumerated() {
                guard !wrapped.contains(index) else {
                    home.add(button)
                    continue
                }
                page.view.add(button, at: index < wrapped.lowerBound ? index : nil)
            }
            return buttons.map { self.names($0) }
        }
        let plain = buttons(wrapping: 0..<0, depth: 0)
        #expect(Set(plain.map { $0[0] }).count == 4)
        #expect(buttons(wrapping: 1..<3, depth: 1) == plain)
        #expect(buttons(wrapping: 0..<4, depth: 3) == plain)
        #expect(buttons(wrapping: 2..<4, depth: 2) == plain)
    }

    // O-26/cell-order
    @Test(
        "O-26 the order in which cells were made changes no path",
        arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]]
    )
    func cellOrder(_ order: [Int]) {
        let usual = PathTrees.TablePage()
        let other = PathTrees.TablePage(order: order)
        for row in 0..<3 { #expect(self.names(usual.button(row: row)) == self.names(other.button(row: row))) }
    }

    // O-26/row-inserted
    @Test("O-26 a row inserted above changes positions alone, not the identity")
    func rowInserted() {
        let screen = PathTrees.TablePage()
        let cell = screen.cells[1]
        let button = screen.button(row: 1)
        let before = ElementPaths(of: button)
        for cell in screen.cells { cell.cellPosition?.row? += 1 }
        screen.table.add(PathTrees.cell(section: 0, row: 0), at: 0)
        let after = ElementPaths(of: button)
        #expect(cell.cellPosition?.row == 2 && before.elementPosition == "0:1" && after.elementPosition == "0:2")
        #expect(before.elementID == after.elementID && before.elementPath == after.elementPath)
        #expect(before.normalisedPath == after.normalisedPath && before.content == after.content)
        #expect(before.viewPath != after.viewPath)
    }

    // O-26/no-page
    @Test("O-26 a view without a page has a path from its window, or from itself")
    func viewWithoutPage() {
        let button = ManualElement("UIButton", .button)
        let window = ManualElement("UIWindow", .window, children: [ManualElement("Overlay", children: [button])])
        #expect(ElementPaths(of: button).viewPath == "UIWindow[0]/Overlay[0]/UIButton[0]")
        #expect(ElementPaths(of: button).page == nil)
        #expect(window.children.count == 1)
        let alone = ManualElement("UIButton", .button)
        #expect(ElementPaths(of: alone).viewPath == "UIButton[0]")
        #expect(ElementPaths(of: alone, interception: .action("go:")).eventPath == "#go:#UIButton#UIButton[0]")
    }

    // O-26/stack-in-cell
    @Test("O-26 a label inside a stack inside a cell has the cell's position")
    func labelInStackInCell() {
        let screen = PathTrees.TablePage(section: 4)
        let paths = ElementPaths(of: screen.cells[2].children[0].children[0])
        #expect(
            paths.viewPath
                == "ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[4:2]/UIStackView[0]/UILabel[0]"
        )
        #expect(paths.elementPosition == "4:2" && paths.content == "Row 2")
    }

    @Test("Siblings of other types in another order change no path; those of the same type are told apart")
    func reorderedSiblings() {
        let screen = PathTrees.TablePage()
        let view = screen.page.view
        let buttons = (0..<3).map { _ in ManualElement("UIButton", .button) }
        let others = ["UILabel", "UIImageView", "UISwitch"].map { ManualElement($0) }
        for element in buttons + others { view.add(element) }
        let before = (buttons + others).map { self.names($0) }
        #expect(Set(before).count == 6)
        view.reorder([others[2], buttons[0], others[0], screen.table, buttons[1], others[1], buttons[2]])
        #expect((buttons + others).map { self.names($0) } == before)
    }

    @Test("A reused cell has the paths of the row that it shows")
    func reusedCell() {
        let screen = PathTrees.TablePage()
        let expected = PathTrees.TablePage(order: [7])
        screen.cells[0].cellPosition?.row = 7
        (screen.cells[0].children[0].children[0] as? ManualElement)?.text = "Row 7"
        let button = screen.cells[0].children[1]
        #expect(self.names(button) == self.names(expected.button(row: 7)))
    }
}
