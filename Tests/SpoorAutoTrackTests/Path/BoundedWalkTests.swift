import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Walks that must end: loops, chains that break off, trees of any depth and width.
@MainActor
struct BoundedWalkTests {
    // O-26/header-without-responder
    @Test(
        "O-26 a button in a section header whose next responder is nil",
        arguments: [ElementKind.sectionHeader, .sectionFooter]
    )
    func headerWithoutResponder(_ kind: ElementKind) {
        let screen = PathTrees.TablePage()
        let button = ManualElement("UIButton", .button)
        let header = ManualElement("UITableViewHeaderFooterView", kind, children: [button])
        header.hasNoResponder = true
        header.cellPosition = CellPosition(section: 1, row: nil)
        screen.table.add(header)
        let name = kind == .sectionHeader ? "SectionHeader" : "SectionFooter"
        let paths = ElementPaths(of: button, interception: .action("more:"))
        let start = "ViewController[0]/UIView[0]/UITableView[0]/UITableViewHeaderFooterView"
        #expect(paths.viewPath == start + "[\(name):1]/UIButton[0]")
        #expect(paths.elementPath == start + "[\(name)][1]/UIButton[0]")
        #expect(paths.elementPosition == nil && paths.page?.name == "ViewController")
        #expect(paths.eventPath.contains("#UITableView[0]#UIView[0]#ViewController#UIWindow#UIApplication"))
    }

    @Test("O-26 a header that is in no tree yet has a path of its own")
    func looseHeader() {
        let button = ManualElement("UIButton", .button)
        let header = ManualElement("Header", .sectionHeader, children: [button])
        header.hasNoResponder = true
        #expect(ElementPaths(of: button).viewPath == "Header[-]/UIButton[0]")
    }

    // O-26/cyclic-responder
    @Test("O-26 a responder that leads back ends the walk, and the path is the same", arguments: 0..<4)
    func cyclicResponders(_ level: Int) {
        let screen = PathTrees.TablePage()
        let button = screen.button(row: 1)
        let expected = ElementPaths(of: button, interception: .action("go:"))
        let levels: [ManualElement] = [button, screen.cells[1], screen.table, screen.page.view]
        levels[level].responder = button
        let paths = ElementPaths(of: button, interception: .action("go:"))
        #expect(paths == expected)
    }

    @Test("O-26 two responders that lead to each other outside of any tree end the walk")
    func cycleOutsideOfTrees() {
        let (first, second) = (ManualElement("A", .responder), ManualElement("B", .responder))
        (first.responder, second.responder) = (second, first)
        let paths = ElementPaths(of: first)
        #expect(paths.eventPath == "#A#B" && paths.viewPath == "A[0]")
    }

    @Test("A loop of parents, and pages that contain each other, end the walk")
    func cyclicParents() {
        let (outer, inner) = (ManualElement("Outer"), ManualElement("Inner"))
        outer.add(inner)
        outer.parent = inner
        #expect(ElementPaths(of: inner).viewPath == "Outer[0]/Inner[0]")
        let (first, second) = (ManualPage("First"), ManualPage("Second"))
        (first.parentPage, second.parentPage) = (second, first)
        #expect(ElementPaths(of: first.view).page != nil)
        #expect(PageRules().screen(around: first) != nil)
    }

    @Test("A chain of a thousand levels is cut after 200; a wide tree costs a bounded walk")
    func deepAndWide() {
        var leaf = ManualElement("Leaf")
        var all = [leaf]
        let element = leaf
        for _ in 0..<1_000 {
            let parent = ManualElement("Level", children: [leaf])
            all.append(parent)
            leaf = parent
        }
        let paths = ElementPaths(of: element)
        #expect(paths.viewPath.split(separator: "/").count == 200 && paths.viewPath.hasSuffix("/Leaf[0]"))
        #expect(paths.eventPath.split(separator: "#").count == 200)
        let wide = ManualPage("Wide")
        for _ in 0..<30_000 { wide.view.add(ManualElement("Cell")) }
        let last = wide.view.children[29_999]
        #expect(ElementPaths(of: last).page?.name == "Wide")
        #expect(all.count == 1_001)
    }

    @Test(
        "Among a hundred thousand siblings each has its own place; one that was not counted has no id, which is said once"
    )
    func manySiblings() {
        let page = ManualPage("Wide")
        for _ in 0..<100_000 { page.view.add(ManualElement("UILabel", .label)) }
        let (last, before) = (page.view.children[99_999], page.view.children[99_998])
        let paths = [last, before].map { ElementPaths(of: $0) }
        #expect(paths.map(\.viewPath) == ["Wide[0]/UIView[0]/UILabel[99999]", "Wide[0]/UIView[0]/UILabel[99998]"])
        #expect(paths[0].elementID != paths[1].elementID)
        for _ in 0..<100_010 { page.view.add(ManualElement("UILabel", .label)) }
        let bench = AutoTrackerBench()
        let behind = page.view.children[200_008]
        for _ in 0..<2 { bench.tracker.trackClick(behind) }
        #expect(bench.events.count == 2 && bench.said.count == 1)
        for event in bench.events {
            #expect(event.properties["$element_id"] == nil && event.properties["$element_id_version"] == nil)
            #expect(event.properties["$view_path"] == .string("Wide[0]/UIView[0]/UILabel[-]"))
        }
        (behind as? ManualElement)?.tracking.elementID = "mine"
        bench.tracker.trackClick(behind)
        #expect(bench.events.last?.properties["$element_id"] == .string("mine") && bench.said.count == 1)
    }

    @Test("An element that lies deeper than a walk goes has no id")
    func tooDeep() {
        let leaf = ManualElement("Leaf")
        var (top, all) = (leaf, [leaf])
        for level in 0..<250 {
            let parent = ManualElement("Level", children: [top])
            all.append(parent)
            top = parent
            let paths = ElementPaths(of: leaf)
            #expect(paths.elementID.isEmpty == (level >= 199), "\(level)")
        }
    }

    @Test("A chain of a thousand private wrappers is bounded as well")
    func deepWrappers() {
        let page = ManualPage("VC")
        let first = ManualElement("UIButton", .button)
        var wrapper = ManualElement("_W", children: [first])
        wrapper.isPrivateWrapper = true
        for _ in 0..<1_000 {
            let outer = ManualElement("_W", children: [wrapper])
            outer.isPrivateWrapper = true
            wrapper = outer
        }
        page.view.add(wrapper)
        let second = ManualElement("UIButton", .button)
        page.view.add(second)
        #expect(ElementPaths(of: second).page?.name == "VC")
        #expect(ElementPaths(of: first).viewPath.hasSuffix("UIButton[0]"))
    }
}
