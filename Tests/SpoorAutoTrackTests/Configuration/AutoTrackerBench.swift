import SpoorAutoTrack
import SpoorTesting
import SpoorWire

/// An auto-tracker on virtual time, and a small shop to use it on.
@MainActor
final class AutoTrackerBench {
    private(set) var events: [AutoEvent] = []
    private(set) var said: [String] = []
    var time = AutoTime(milliseconds: 1_000_000, uptime: .seconds(10))
    private(set) lazy var tracker = AutoTracker(
        AutoTrackRules(self.configuration),
        now: { [unowned self] in self.time },
        emit: { [unowned self] in self.events.append($0) },
        report: { [unowned self] in self.said.append($0) }
    )
    var configuration = AutoTrackConfiguration()

    let window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: 390, height: 844))
    let page = ManualPage("ShopVC", title: "Shop")
    let table = ManualElement("UITableView", .table)
    let button = ManualElement("UIButton", .button)
    private(set) var cells: [ManualElement] = []

    init() {
        self.window.add(self.page.view)
        self.page.view.visibility.frame = Rectangle(x: 0, y: 0, width: 390, height: 844)
        self.table.visibility.frame = Rectangle(x: 0, y: 100, width: 390, height: 600)
        self.button.visibility.frame = Rectangle(x: 20, y: 20, width: 100, height: 44)
        self.button.text = "Pay"
        self.page.view.add(self.table)
        self.page.view.add(self.button)
        for row in 0..<3 {
            let cell = ManualElement("FruitCell", .cell)
            cell.visibility.frame = Rectangle(x: 0, y: Double(100 + row * 80), width: 390, height: 80)
            cell.cellPosition = CellPosition(section: 0, row: row)
            let label = ManualElement("UILabel", .label)
            label.text = ["Apple", "Fig", "Pear"][row]
            cell.add(label)
            self.table.add(cell)
            self.cells.append(cell)
        }
    }

    var names: [String] { self.events.map(\.name) }

    func wait(_ duration: Duration) {
        self.time.uptime += duration
        self.time.milliseconds +=
            duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    /// Clicks the button, a while after whatever was before.
    func pay() {
        self.wait(.seconds(5))
        self.tracker.actionSent("pay:", from: self.button, touchEnded: true)
    }

    func forget() { self.events = [] }

    /// Changes the rules as a document of the server does.
    func serve(_ members: String, appVersion: String? = nil) throws {
        let (document, _) = try ConfigurationDocument.read(Array("{\"namespaces\":{},\(members)}".utf8))
        self.tracker.apply(AutoTrackRules(self.configuration, AutoTrackRules.Remote(document), appVersion: appVersion))
    }
}
