/// The table of page ids, shared with Android: the class of a page, or the name given in code, → PAGE_ID (002).
public struct PageTable: Hashable, Sendable {
    /// The most entries that a table takes.
    public static let maxEntries = 10_000

    /// The longest id, in UTF-8 bytes.
    public static let maxIDBytes = 128

    /// The ids by the names as they were given.
    public private(set) var ids: [String: String]

    /// The ids by class names without module and package; nil where two of them would be one.
    private var shortIDs: [String: String?] = [:]

    /// Makes a table.
    ///
    /// - Parameter ids: the ids by class or name. A class may stand with its module (`Shop.HomeViewController`) or
    ///   package (`com.shop.HomeActivity`).
    public init(_ ids: [String: String] = [:]) {
        self.ids = ids
        for (name, id) in ids { self.addShort(name, id) }
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { self.ids.isEmpty }

    /// The id of a page: by the name given in code, else by its class.
    public func id(of page: PageFacts) -> String? {
        if let name = page.name, let id = self.ids[name] { return id }
        if let id = self.ids[page.typeName] { return id }
        return self.shortIDs[Self.shortName(page.typeName)] ?? nil
    }

    /// The table with the entries of another one, which win: those that a server sent over those built in.
    public func merging(_ other: PageTable) -> PageTable {
        PageTable(self.ids.merging(other.ids) { $1 })
    }

    private mutating func addShort(_ name: String, _ id: String) {
        let short = Self.shortName(name)
        guard let known = self.shortIDs[short] else {
            self.shortIDs[short] = id
            return
        }
        if known != id { self.shortIDs[short] = .some(nil) }
    }

    /// A class's name without module, package and type arguments.
    private static func shortName(_ name: String) -> String {
        let bare = name.prefix { $0 != "<" }
        return String(bare.split(separator: ".").last ?? bare)
    }
}
