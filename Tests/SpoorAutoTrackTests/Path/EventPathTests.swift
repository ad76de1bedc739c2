import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct EventPathTests {
    /// A kind, what its control says, and what the event path ends in.
    struct Row: CustomTestStringConvertible, Sendable {
        let kind: ElementKind
        let state: ControlState
        let end: String
        let content: String?
        var testDescription: String { self.kind.rawValue }
    }

    nonisolated private static func state(_ change: (inout ControlState) -> Void) -> ControlState {
        var state = ControlState()
        (state.bits, state.isEnabled) = (0, true)
        change(&state)
        return state
    }

    nonisolated static let rows = [
        Row(
            kind: .button,
            state: state { ($0.title, $0.isSelected) = ("Add #1 = 50%", true) },
            end: "#currentTitle=Add %231 %3D 50%25#state=0#enabled=1#selected=1",
            content: "Add #1 = 50%"
        ),
        Row(kind: .toggle, state: state { $0.isOn = true }, end: "#isOn=1#state=0#enabled=1", content: "checked"),
        Row(kind: .toggle, state: state { $0.isOn = false }, end: "#isOn=0#state=0#enabled=1", content: "unchecked"),
        Row(
            kind: .segmentedControl,
            state: state { ($0.selectedIndex, $0.selectedTitle) = (1, "Weeks") },
            end: "#selectedSegmentIndex=1#state=0#enabled=1",
            content: "Weeks"
        ),
        Row(
            kind: .stepper,
            state: state { ($0.value, $0.minimum, $0.maximum) = (3, 0, 9.5) },
            end: "#value=3#minimumValue=0#maximumValue=9.5#state=0#enabled=1",
            content: "3"
        ),
        Row(
            kind: .slider,
            state: state { ($0.value, $0.minimum, $0.maximum) = (-0.25, -1, 1) },
            end: "#value=-0.25#minimumValue=-1#maximumValue=1#state=0#enabled=1",
            content: "-0.250000"
        ),
        Row(
            kind: .pageControl,
            state: state { $0.selectedIndex = 2 },
            end: "#currentPage=2#state=0#enabled=1",
            content: "2"
        ),
        Row(kind: .barItem, state: state { $0.title = "Save" }, end: "#title=Save#state=0#enabled=1", content: "Save"),
    ]

    @Test("A control's state ends its event path, and is its content", arguments: rows)
    func states(_ row: Row) {
        let element = ManualElement("Control", row.kind)
        let page = ManualPage("VC")
        page.view.add(element)
        element.controlState = row.state
        let paths = ElementPaths(of: element, interception: .action("act:"))
        #expect(paths.eventPath == "#act:#Control#Control[0]#UIView[0]#VC" + row.end)
        #expect(paths.content == row.content)
    }

    @Test("A segment that acts is a wild one, its number the position")
    func segments() {
        let control = ManualElement("UISegmentedControl", .segmentedControl)
        let page = ManualPage("VC")
        page.view.add(control)
        var state = ControlState()
        (state.selectedIndex, state.selectedTitle) = (2, "Months")
        control.controlState = state
        let paths = ElementPaths(of: control, interception: .action("changed:"))
        #expect(paths.elementPath == "VC[0]/UIView[0]/UISegmentedControl[0]/UISegment[-]")
        #expect(paths.selector == "VC[0]/UIView[0]/UISegmentedControl[0]/UISegment[2]")
        #expect(paths.elementPosition == "2" && paths.viewPath == "VC[0]/UIView[0]/UISegmentedControl[0]")
    }

    @Test("A chosen row ends in section and item, also where its cell is gone")
    func chosenRows() {
        let screen = PathTrees.TablePage()
        let chosen = Interception.selection(CellPosition(section: 0, row: 2))
        let cell = ElementPaths(of: screen.cells[2], interception: chosen)
        #expect(cell.eventPath.hasPrefix("#UITableViewCell[0:2]#UITableView[0]#UIView[0]#ViewController"))
        #expect(cell.eventPath.hasSuffix("#section=0#item=2"))
        let gone = ElementPaths(of: screen.table, interception: chosen)
        #expect(gone.viewPath == "ViewController[0]/UIView[0]/UITableView[0]/Cell[0:2]")
        #expect(gone.elementPosition == "0:2" && gone.eventPath.hasSuffix("#section=0#item=2"))
    }

    @Test("An alert's action: the chain of the alert, the action, its style, its title")
    func alertActions() {
        let alert = ManualPage("UIAlertController", title: "Delete?")
        alert.isSystem = true
        let page = ManualPage("ListVC")
        alert.presentingPage = page
        let action = ManualElement("UIAlertAction", .alertAction)
        var state = ControlState()
        (state.title, state.style) = ("Yes", 2)
        action.controlState = state
        let paths = ElementPaths(of: action, interception: .item, in: alert)
        #expect(
            paths.eventPath
                == "#UIAlertController#ListVC#UIAlertAction#UIAlertActionStyleDestructive#title=Yes"
        )
        #expect(paths.content == "Yes" && paths.elementPath == "UIAlertController[0]/UIAlertAction[0]")
    }

    @Test("An event path has none of the app's properties whose names stand for secrets, or that the app denies")
    func ownProperties() {
        let button = ManualElement("UIButton", .button)
        button.tracking.properties = ["sku": "A-17", "userToken": "t", "PINCode": "1234", "Nick_Name": "Bob"]
        #expect(ElementPaths(of: button).eventPath.hasSuffix("#sku=A-17#Nick_Name=Bob"))
        let bench = AutoTrackerBench()
        bench.configuration.deniedNames = ["nickname"]
        bench.tracker.trackClick(button)
        bench.tracker.trackExposure(button)
        bench.tracker.mark(button, ExposureMark(id: "b"))
        for event in bench.events {
            guard case .string(let path)? = event.properties["$event_path"] else {
                Issue.record("\(event.name) has no event path")
                continue
            }
            #expect(path.contains("#sku=A-17") && !path.contains("Bob") && !path.contains("1234"))
        }
        #expect(bench.events.count == 2)
    }

    @Test("A gesture, a page and no interception begin as 003 has it")
    func beginnings() {
        let image = ManualElement("UIImageView", .image)
        let page = ManualPage("VC")
        page.view.add(image)
        #expect(
            ElementPaths(of: image, interception: .gesture("UITapGestureRecognizer")).eventPath
                == "#UITapGestureRecognizer#UIImageView[0]#UIView[0]#VC"
        )
        #expect(ElementPaths(of: page, interception: .page("viewDidAppear:")).eventPath == "#viewDidAppear:#VC")
        image.tracking.properties = ["url": "/a#b"]
        #expect(ElementPaths(of: image).eventPath == "#UIImageView[0]#UIView[0]#VC#url=/a%23b")
    }
}
