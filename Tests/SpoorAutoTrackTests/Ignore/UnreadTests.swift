import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// What makes no events is not read either, by whatever it is left out.
@MainActor
struct UnreadTests {
    enum Way: CaseIterable {
        case type, kind, path, mark, servedType, servedKind, servedPath
    }

    private static let path = "ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/Price[0]"

    private static let defined = #"""
        "definitions":[{"name":"bought","match":{"elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]"},
         "properties":[{"name":"price","elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/Price[0]"},
                       {"name":"row","elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]"}]}]
        """#

    private let bench = AutoTrackerBench()
    private let price = ManualElement("Price", .control)

    init() {
        // As a control of the toolkit draws its title: by a label of its own.
        let label = ManualElement("PriceLabel", .label)
        label.text = "4 711"
        label.isPrivateWrapper = true
        self.price.text = "4 711"
        self.price.add(label)
        self.bench.cells[1].add(self.price)
    }

    private func ignore(_ way: Way) throws {
        var served = ""
        switch way {
        case .type: self.bench.configuration.ignoredTypes = ["Price"]
        case .kind: self.bench.configuration.ignoredKinds = [.control]
        case .path: self.bench.configuration.ignoredPaths = [Self.path]
        case .mark: self.price.tracking.ignore = .element
        case .servedType: served = #"{"types":["Price"]}"#
        case .servedKind: served = #"{"kinds":["control"]}"#
        case .servedPath: served = #"{"paths":["\#(Self.path)"]}"#
        }
        let ignored = served.isEmpty ? "" : #""autoTrack":{"blacklist":\#(served)},"#
        try self.bench.serve(ignored + Self.defined)
    }

    private func choose() {
        self.bench.wait(.seconds(5))
        let position = CellPosition(section: 0, row: 1)
        self.bench.tracker.rowSelected(in: self.bench.table, cell: self.bench.cells[1], at: position)
    }

    @Test("What is not ignored is read")
    func read() throws {
        try self.bench.serve(Self.defined)
        self.choose()
        #expect(self.bench.names == ["$AppClick", "bought"])
        #expect(self.bench.events[0].properties["$element_content"] == .string("4 711-Fig"))
        #expect(self.bench.events[1].properties["price"] == .string("4 711"))
    }

    @Test("Neither the content of what contains it nor a definition has what is ignored", arguments: Way.allCases)
    func unread(way: Way) throws {
        try self.ignore(way)
        self.choose()
        self.bench.tracker.trackExposure(self.bench.cells[1])
        #expect(self.bench.names == ["$AppClick", "bought", "$AppExposure"])
        for event in self.bench.events {
            #expect(event.properties["$element_content"] == .string("Fig"), "\(event.name)")
        }
        #expect(self.bench.events[1].properties["price"] == nil)
        #expect(self.bench.events[1].properties["row"] == .string("Fig"))
    }

    @Test("What is in an ignored box is an element of its own, and read", arguments: [Way.type, .path, .servedType])
    func inside(way: Way) throws {
        let box = ManualElement("Price")
        box.text = "own"
        let label = ManualElement("UILabel", .label)
        label.text = "inner"
        box.add(label)
        self.price.remove()
        self.bench.cells[1].add(box)
        try self.ignore(way)
        self.choose()
        #expect(self.bench.events[0].properties["$element_content"] == .string("inner-Fig"))
    }

    @Test(
        "An embedded page on which nothing is recorded is not read; that of a container is",
        arguments: [false, true]
    )
    func pages(isContainer: Bool) {
        let child = ManualPage("BalanceVC")
        child.isContainer = isContainer
        child.parentPage = self.bench.page
        let label = ManualElement("UILabel", .label)
        label.text = "IBAN"
        child.view.add(label)
        self.bench.page.view.add(child.view)
        self.bench.configuration.ignoredPages = ["BalanceVC"]
        self.bench.tracker.trackExposure(self.bench.page.view)
        guard case .string(let content)? = self.bench.events.first?.properties["$element_content"] else {
            Issue.record("no content")
            return
        }
        #expect(content.contains("Apple") && content.contains("Pay") && content.contains("IBAN") == isContainer)
    }

    @Test("Where any path is left out, more elements than are asked about are not read")
    func manyPaths() {
        let cell = ManualElement("Many", .cell)
        for _ in 0..<1_500 { cell.add(ManualElement("Blank", .control)) }
        let label = ManualElement("ALabel", .label)
        label.text = "first"
        cell.add(label)
        self.bench.table.add(cell)
        self.bench.tracker.trackExposure(cell)
        self.bench.configuration.ignoredPaths = ["ShopVC[0]/Nothing[0]"]
        self.bench.tracker.apply(AutoTrackRules(self.bench.configuration))
        self.bench.tracker.trackExposure(cell)
        #expect(self.bench.events.map { $0.properties["$element_content"] } == [.string("first"), nil])
    }
}
