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
        #expect(remarks.map(\.path).sorted() == ["pages.", "pages.B", "pages.C", "pages.D", "pages.E", "pages.F"])
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

    @Test("A table has a bound")
    func bounded() {
        let members = (0..<(PageTable.maxEntries + 7)).map { (key: "C\($0)", value: JSONValue.string("1")) }
        let (table, remarks) = PageTable.read(.object(members))
        #expect(table.ids.count == PageTable.maxEntries && remarks.count == 7)
    }
}
