import SpoorAutoTrack
import SpoorTesting

/// The trees that the tests of paths walk.
@MainActor
enum PathTrees {
    /// A page with a table, its window and the application around it.
    @MainActor
    final class TablePage {
        let application = ManualElement("UIApplication", .application)
        let delegate = ManualElement("AppDelegate", .responder)
        let window = ManualElement("UIWindow", .window)
        let page = ManualPage("ViewController")
        let table = ManualElement("UITableView", .table)
        var cells: [ManualElement] = []

        /// - Parameters:
        ///   - order: the rows in the order in which their cells were made.
        ///   - wrapper: the private container between table and cells; nil for none.
        ///   - section: the section of the rows.
        init(order: [Int] = [0, 1, 2], wrapper: String? = nil, section: Int = 0) {
            self.window.responder = self.application
            self.application.responder = self.delegate
            self.window.add(self.page.view)
            self.page.view.add(self.table)
            var home = self.table
            if let wrapper {
                home = ManualElement(wrapper)
                home.isPrivateWrapper = true
                self.table.add(home)
            }
            for row in order {
                let cell = PathTrees.cell(section: section, row: row)
                home.add(cell)
                self.cells.append(cell)
            }
        }

        /// The button of a row.
        func button(row: Int) -> ManualElement {
            let cell = self.cells.first { $0.cellPosition?.row == row }
            return (cell?.children.last as? ManualElement) ?? ManualElement("none")
        }
    }

    /// A cell with a stack, a label in it, and a button.
    static func cell(section: Int, row: Int) -> ManualElement {
        let label = ManualElement("UILabel", .label)
        label.text = "Row \(row)"
        let button = ManualElement("UIButton", .button)
        button.text = "Buy"
        let stack = ManualElement("UIStackView", children: [label])
        let cell = ManualElement("UITableViewCell", .cell, children: [stack, button])
        cell.cellPosition = CellPosition(section: section, row: row)
        return cell
    }

    /// All elements below one, and itself, from the outside in.
    static func elements(below element: any Element) -> [any Element] {
        [element] + element.children.flatMap { self.elements(below: $0) }
    }
}
