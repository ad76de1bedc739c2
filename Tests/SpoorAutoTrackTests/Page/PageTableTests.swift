import Foundation
import SpoorAutoTrack
import SpoorWire
import Testing

struct PageTableTests {
    private static func id(_ table: PageTable, _ typeName: String, name: String? = nil) -> String? {
        table.id(of: PageFacts(typeName: typeName, name: name))
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Fixtures/pages"
        )
        return try Array(Data(contentsOf: folder.appendingPathComponent(name).standardizedFileURL))
    }

    @Test(
        "JSON and property lists, XML and binary, give the same table",
        arguments: ["pages.json", "pages.plist", "pages.binary.plist"]
    )
    func files(_ name: String) throws {
        let (table, remarks) = PageTable.read(file: try Self.fixture(name), named: name)
        #expect(remarks.isEmpty)
        #expect(Self.id(table, "HomeViewController") == "1001" && Self.id(table, "HomeActivity") == "1001")
        #expect(Self.id(table, "DetailViewController") == "1002" && Self.id(table, "CartViewController") == "1003")
        #expect(
            Self.id(table, "CartActivity") == "1003" && Self.id(table, "UIHostingController", name: "Profile") == "2001"
        )
        #expect(Self.id(table, "SettingsViewController") == nil && table.ids.count == 6)
    }

    @Test("A bad entry is left out and said, its neighbours hold")
    func badEntries() {
        let json: JSONValue = [
            "A": "1", "B": "", "C": true, "D": 1.5, "E": ["X", 3], "": "9",
            "F": .string(String(repeating: "x", count: 200)),
            "G": "7",
        ]
        let (table, remarks) = PageTable.read(json)
        #expect(table.ids == ["A": "1", "X": "E", "G": "7"])
        #expect(remarks.map(\.path).sorted() == ["pages.", "pages.B", "pages.C", "pages.D", "pages.E[1]", "pages.F"])
        #expect(PageTable.read(["A"]).remarks.map(\.kind) == [.wrongType])
    }

    @Test(
        "What is no table at all is said, and nothing has an id",
        arguments: ["", "{", "<plist>", "[1]", "bplist00xx"]
    )
    func noTable(_ text: String) {
        let (table, remarks) = PageTable.read(file: Array(text.utf8), named: "pages.json")
        #expect(table.isEmpty && remarks.count == 1 && remarks.first?.path == "pages.json")
    }

    @Test("A class with two ids: the last one counts, and it is said")
    func twoIDs() {
        let (table, remarks) = PageTable.read(.object([("A", "1"), ("2", ["A"])]))
        #expect(table.ids == ["A": "2"] && remarks.map(\.kind) == [.duplicate])
    }

    @Test("The same class in two modules has an id only by its full name")
    func ambiguous() {
        let table = PageTable(["Shop.HomeVC": "1", "Chat.HomeVC": "2", "Chat.RoomVC": "3"])
        #expect(Self.id(table, "HomeVC") == nil && Self.id(table, "Shop.HomeVC") == "1")
        #expect(Self.id(table, "Mine.RoomVC<Int>") == "3")
    }

    @Test("A table of the server's wins over the one built in")
    func merging() {
        let merged = PageTable(["A": "1", "B": "2"]).merging(PageTable(["B": "3", "C": "4"]))
        #expect(merged.ids == ["A": "1", "B": "3", "C": "4"])
    }

    @Test(
        "The server's id wins for the page that it means, however the two write its class",
        arguments: ["HomeVC", "Shop.HomeVC", "com.shop.HomeVC"],
        ["HomeVC", "Shop.HomeVC", "ShopApp.HomeVC"]
    )
    func mergingByPage(local: String, remote: String) {
        let merged = PageTable([local: "OLD", "CartVC": "C"]).merging(PageTable([remote: "NEW"]))
        #expect(Self.id(merged, "HomeVC") == "NEW" && Self.id(merged, "HomeVC", name: "HomeVC") == "NEW")
        #expect(Self.id(merged, "CartVC") == "C")
    }

    @Test(
        "A class of another module keeps the id that its full name has; two of the server's have none by the short name"
    )
    func mergingModules() {
        let local = PageTable(["Shop.HomeVC": "1", "Chat.HomeVC": "2", "Profile": "3"])
        let merged = local.merging(PageTable(["Shop.HomeVC": "9", "Shop.Profile": "8"]))
        #expect(Self.id(merged, "Chat.HomeVC") == "2" && Self.id(merged, "Shop.HomeVC") == "9")
        #expect(Self.id(merged, "HomeVC") == "9")
        // A name given in code is not a class.
        #expect(Self.id(merged, "UIHostingController", name: "Profile") == "3" && Self.id(merged, "Profile") == "8")
        let two = PageTable(["Shop.HomeVC": "1"]).merging(PageTable(["Shop.HomeVC": "8", "Chat.HomeVC": "9"]))
        #expect(Self.id(two, "HomeVC") == nil && Self.id(two, "Chat.HomeVC") == "9")
    }

    /// Every form that a table may have, with what it says and where it is wrong.
    private static let forms: [(json: String, ids: [String: String], remarks: Int)] = [
        (#"{"A":"P1","B":2}"#, ["A": "P1", "B": "2"], 0),
        (#"{"A":{"id":"P1"},"B":{"id":2}}"#, ["A": "P1", "B": "2"], 0),
        (#"{"P":["C","D"]}"#, ["C": "P", "D": "P"], 0),
        (#"{"P":["C",3,"D",""]}"#, ["C": "P", "D": "P"], 2),
        (#"{"pages":{"A":"P1","P":["C"]}}"#, ["A": "P1", "C": "P"], 0),
        (#"{"pages":{"A":"P1"},"version":3}"#, ["A": "P1"], 1),
        (#"{"pages":{"id":"P1"},"A":"P2"}"#, ["pages": "P1", "A": "P2"], 0),
        (#"{"A":{"id":{"id":"P"}},"B":{"name":"x"},"C":"P"}"#, ["C": "P"], 4),
        (#"{"A":"","B":true,"C":1.5,"D":{}}"#, [:], 4),
    ]

    @Test("A JSON file, a property list and the server's document are read alike", arguments: Self.forms.indices)
    func oneReader(_ index: Int) throws {
        let form = Self.forms[index]
        let file = PageTable.read(file: Array(form.json.utf8), named: "pages")
        #expect(file.table.ids == form.ids && file.remarks.count == form.remarks, "\(file.remarks)")
        let object = try JSONSerialization.jsonObject(with: Data(form.json.utf8))
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let bytes = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
            let list = PageTable.read(file: Array(bytes), named: "pages")
            #expect(list.table == file.table && list.remarks.count == file.remarks.count, "\(list.remarks)")
        }
        let text = "{\"namespaces\":{},\"pages\":\(form.json)}"
        let (document, remarks) = try ConfigurationDocument.read(Array(text.utf8))
        #expect(document.pageIDs == form.ids && remarks == file.remarks)
    }

    @Test("A property list that is nested without end is read in bounds")
    func deepPropertyList() {
        let open = String(repeating: "<dict><key>pages</key>", count: 2_000)
        let close = String(repeating: "</dict>", count: 2_000)
        let text = "<?xml version=\"1.0\"?><plist version=\"1.0\">\(open)<string>x</string>\(close)</plist>"
        #expect(PageTable.read(file: Array(text.utf8), named: "pages").table.isEmpty)
    }

    @Test("A table has a bound")
    func bounded() {
        let members = (0..<(PageTable.maxEntries + 7)).map { (key: "C\($0)", value: JSONValue.string("1")) }
        let (table, remarks) = PageTable.read(.object(members))
        #expect(table.ids.count == PageTable.maxEntries && remarks.count == 7)
    }
}
