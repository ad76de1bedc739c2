import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

@MainActor
struct DefinitionTests {
    private let page = ManualPage("ShopVC")
    private let table = ManualElement("UITableView", .table)
    private var buttons: [ManualElement] = []

    init() {
        self.page.view.add(self.table)
        let total = ManualElement("UILabel", .label)
        total.text = "Total: 1,299.50 kr"
        self.page.view.add(total)
        for (row, name) in ["Apple", "Fig", "Pear"].enumerated() {
            let cell = ManualElement("FruitCell", .cell)
            cell.cellPosition = CellPosition(section: 0, row: row)
            let label = ManualElement("UILabel", .label)
            label.text = name
            let price = ManualElement("UILabel", .label)
            price.text = "from ¥\(row * 10 + 9).50"
            let button = ManualElement("UIButton", .button)
            button.text = "Buy"
            for part in [label, price, button] { cell.add(part) }
            self.table.add(cell)
            self.buttons.append(button)
        }
    }

    private func paths(_ row: Int) -> ElementPaths {
        ElementPaths(of: self.buttons[row], interception: .action("buy:"))
    }

    private func definition(
        _ name: String = "bought",
        _ change: (inout EventDefinition.Alias) throws -> Void
    ) rethrows -> EventDefinition {
        var alias = EventDefinition.Alias()
        try change(&alias)
        return EventDefinition(name, aliases: [alias])
    }

    private func matches(_ definition: EventDefinition, row: Int = 1, appVersion: String? = nil) -> Bool {
        let index = DefinitionIndex([definition], appVersion: appVersion)
        return !index.matches(.click, self.paths(row), pages: ["ShopVC", "P_SHOP"]).isEmpty
    }

    @Test("An element is met by any of its names")
    func names() throws {
        let paths = self.paths(1)
        for name in paths.names { #expect(self.matches(try self.definition { $0.path = try PathPattern(name) })) }
        #expect(self.matches(self.definition { $0.elementID = paths.elementID }))
        #expect(!self.matches(self.definition { $0.elementID = "0" }))
        let open = "ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/UIButton[0]"
        #expect(self.matches(try self.definition { $0.path = try PathPattern(open) }), "\(paths.viewPath)")
    }

    @Test("Page, position and content narrow it, where they are said")
    func conditions() throws {
        let path = try PathPattern(self.paths(1).elementPath)
        func matches(_ change: (inout EventDefinition.Alias) -> Void) -> Bool {
            self.matches(
                self.definition {
                    $0.path = path
                    change(&$0)
                }
            )
        }
        #expect(matches { $0.page = "ShopVC" } && matches { $0.page = "P_SHOP" } && !matches { $0.page = "CartVC" })
        #expect(matches { $0.position = "0:1" } && matches { $0.position = "0:*" } && !matches { $0.position = "0:2" })
        #expect(matches { $0.content = "Buy" } && !matches { $0.content = "Sell" })
    }

    @Test("Several paths and versions of the app stand for one event, which is made once")
    func aliases() throws {
        var old = EventDefinition.Alias()
        old.path = try PathPattern("ShopVC[0]/Old[0]")
        old.appVersions = AppVersionRange(last: "1.9")
        var new = EventDefinition.Alias()
        new.path = try PathPattern("ShopVC[0]/**")
        new.appVersions = AppVersionRange(first: "2.0")
        var same = EventDefinition.Alias()
        same.page = "ShopVC"
        same.appVersions = AppVersionRange(first: "2.0")
        let definition = EventDefinition("bought", aliases: [old, new, same])
        #expect(!self.matches(definition, appVersion: "1.5") && self.matches(definition, appVersion: "2.4"))
        let index = DefinitionIndex([definition], appVersion: "2.4")
        #expect(index.matches(.click, self.paths(0), pages: ["ShopVC"]).count == 1)
        #expect(index.matches(.exposure, self.paths(0), pages: ["ShopVC"]).isEmpty, "another trigger")
    }

    @Test("A definition of a page view needs no element")
    func pageViews() {
        var definition = self.definition("shop_seen") { $0.page = "P_SHOP" }
        definition.trigger = .pageView
        let index = DefinitionIndex([definition])
        #expect(index.matches(.pageView, nil, pages: ["ShopVC", "P_SHOP"]).map(\.name) == ["shop_seen"])
        #expect(index.matches(.pageView, nil, pages: ["CartVC"]).isEmpty)
    }

    private func properties(_ property: EventDefinition.Property, row: Int = 1) -> PropertyValue? {
        let definition = EventDefinition("bought", aliases: [], properties: [property])
        let (button, paths) = (self.buttons[row], self.paths(row))
        let event = DefinitionReading.Event(definitions: [definition], element: button, paths: paths)
        return DefinitionReading([event], rules: PageRules()).properties(of: definition).properties["p"]
    }

    @Test("Properties come from the row that was tapped, whatever its number", arguments: 0...2)
    func rows(row: Int) throws {
        let name = try PathPattern("ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/UILabel[0]")
        #expect(self.properties(.init("p", path: name), row: row) == .string(["Apple", "Fig", "Pear"][row]))
        let price = try PathPattern("ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[*:*]/UILabel[1]")
        let number = EventDefinition.Property("p", kind: .number, path: price, pattern: try TextPattern("¥([0-9.]+)"))
        #expect(self.properties(number, row: row) == .number(Double(row * 10 + 9) + 0.5))
    }

    @Test("The Sensors form of a path, with its row left out, means the tapped row as well")
    func sensorsRows() throws {
        let label = self.table.children[2].children[0]
        let path = ElementPaths(of: label).elementPath
        #expect(path.contains("-"))
        #expect(self.properties(.init("p", path: try PathPattern(path)), row: 2) == .string("Pear"))
    }

    @Test("Properties come from elsewhere on the page, and from the element itself")
    func elsewhere() throws {
        let total = try PathPattern("ShopVC[0]/UIView[0]/UILabel[0]")
        let number = EventDefinition.Property("p", kind: .number, path: total, pattern: try TextPattern("[0-9.,]+"))
        #expect(self.properties(number) == .number(1299.5))
        #expect(self.properties(.init("p")) == .string("Buy"))
        let first = try PathPattern("ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:0]/UILabel[0]")
        #expect(self.properties(.init("p", path: first)) == .string("Apple"), "a row that is named is that row")
    }

    @Test("What is not found, or is no number, gives no property")
    func nothing() throws {
        let missing = try PathPattern("ShopVC[0]/UIView[0]/UISwitch[0]")
        #expect(self.properties(.init("p", path: missing)) == nil)
        #expect(self.properties(.init("p", kind: .number)) == nil)
        #expect(self.properties(.init("p", pattern: try TextPattern("[0-9]+"))) == nil)
    }

    @Test("What cannot be seen is never taken", arguments: 0..<4)
    func hidden(_ number: Int) throws {
        let offer = ManualElement("OfferLabel", .label)
        offer.text = "secret offer"
        let around = ManualElement("Around", children: [offer])
        self.page.view.add(around)
        let property = EventDefinition.Property(
            "p",
            path: try PathPattern("ShopVC[0]/UIView[0]/Around[0]/OfferLabel[0]")
        )
        #expect(self.properties(property) == .string("secret offer"))
        let element = number < 2 ? offer : around
        if number % 2 == 0 { element.visibility.isHidden = true } else { element.visibility.opacity = 0.01 }
        #expect(self.properties(property) == nil)
        // What is hidden is counted all the same: the path of what can be seen stays.
        let other = ManualElement("OfferLabel", .label)
        other.text = "open"
        self.page.view.add(ManualElement("Around", children: [other]))
        let second = EventDefinition.Property("p", path: try PathPattern("ShopVC[0]/UIView[0]/Around[1]/OfferLabel[0]"))
        #expect(self.properties(second) == .string("open"))
    }

    @Test("What was typed and what is secure is never taken")
    func secrets() throws {
        let field = ManualElement("UITextField", .textInput)
        field.text = "typed"
        let secure = ManualElement("SecretLabel", .label)
        secure.text = "1234"
        secure.isSecure = true
        self.page.view.add(field)
        self.page.view.add(secure)
        for name in ["UITextField", "SecretLabel"] {
            #expect(self.properties(.init("p", path: try PathPattern("ShopVC[0]/UIView[0]/\(name)[0]"))) == nil)
        }
    }
}
