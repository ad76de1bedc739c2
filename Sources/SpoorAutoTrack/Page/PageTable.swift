import SpoorWire

/// The table of page ids, shared with Android: the class of a page, or the name given in code, → PAGE_ID (002).
public struct PageTable: Hashable, Sendable {
    /// The most entries that a table takes.
    public static let maxEntries = AutoTrackSettings.maxPages

    /// The longest id, in UTF-8 bytes.
    public static let maxIDBytes = AutoTrackSettings.maxPageIDBytes

    /// The tables that this one is made of; what an earlier one answers counts.
    private var layers: [Layer]

    /// Makes a table.
    ///
    /// - Parameter ids: the ids by class or name. A class may stand with its module (`Shop.HomeViewController`) or
    ///   package (`com.shop.HomeActivity`).
    public init(_ ids: [String: String] = [:]) { self.layers = ids.isEmpty ? [] : [Layer(ids)] }

    /// The ids by the names as they were given.
    public var ids: [String: String] {
        self.layers.reduce(into: [:]) { ids, layer in ids.merge(layer.ids) { first, _ in first } }
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { self.layers.isEmpty }

    /// The id of a page: by the name given in code, else by its class.
    ///
    /// A class is found by its full name, or by that without module and package where only one id is meant by it. Of tables
    /// that were merged the last one decides; by the short name only where no table has the full one, module and all.
    public func id(of page: PageFacts) -> String? {
        if let name = page.name, name != page.typeName, let id = self.exactID(name) { return id }
        let short = Layer.shortName(page.typeName)
        if short != page.typeName, let id = self.exactID(page.typeName) { return id }
        for layer in self.layers {
            if let id = layer.ids[page.typeName] { return id }
            // A nil in it says that two of its classes would be one.
            if let id = layer.shortIDs[short] { return id }
        }
        return nil
    }

    /// The table with the entries of another one, which win: those that a server sent over those built in.
    ///
    /// They win for the page that they mean, however each of the two writes its class.
    public func merging(_ other: PageTable) -> PageTable {
        var merged = self
        merged.layers = other.layers + self.layers
        return merged
    }

    private func exactID(_ name: String) -> String? { self.layers.lazy.compactMap { $0.ids[name] }.first }
}

extension PageTable {
    /// One table, as it was given.
    private struct Layer: Hashable, Sendable {
        let ids: [String: String]

        /// The ids by class names without module and package; nil where two of them would be one.
        private(set) var shortIDs: [String: String?] = [:]

        init(_ ids: [String: String]) {
            self.ids = ids
            for (name, id) in ids {
                let short = Self.shortName(name)
                if let known = self.shortIDs[short], known != id {
                    self.shortIDs[short] = .some(nil)
                } else {
                    self.shortIDs[short] = id
                }
            }
        }

        /// A class's name without module, package and type arguments.
        static func shortName(_ name: String) -> String {
            let bare = name.prefix { $0 != "<" }
            return String(bare.split(separator: ".").last ?? bare)
        }
    }
}
