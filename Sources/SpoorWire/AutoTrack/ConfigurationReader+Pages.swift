/// The table of PAGE_IDs, wherever it stands: in a server's configuration, in a file of the app's, JSON or property list.
public enum PageIDs {
    /// Reads a table, entry by entry: a bad one is left out and said.
    ///
    /// The class of a page → its PAGE_ID, which is text, a whole number, or an object that has one as `id`; or the other
    /// way round, a PAGE_ID → the classes of several platforms. A table that stands in a member `pages`, as in a whole
    /// configuration, is read from there.
    ///
    /// - Parameters:
    ///   - json: an object.
    ///   - path: where it stands, for the remarks.
    /// - Returns: the ids by the names of the classes, and what is wrong with the table.
    public static func read(
        _ json: JSONValue,
        at path: String
    ) -> (ids: [String: String], remarks: [ConfigurationRemark]) {
        var reader = ConfigurationReader()
        guard json.objectValue != nil else {
            let sentence = "must be an object that gives each class its PAGE_ID; it is ignored."
            return ([:], [ConfigurationRemark(path: path, kind: .wrongType, sentence: sentence)])
        }
        let ids = reader.pages(json, at: path)
        return (ids, reader.listedRemarks)
    }
}

extension ConfigurationReader {
    /// Reads a table of PAGE_IDs; see ``PageIDs``.
    mutating func pages(_ value: JSONValue, at path: String) -> [String: String] {
        var pages: [String: String] = [:]
        let (members, path) = self.table(value, at: path)
        for (name, value) in members {
            let place = Self.path(path, name)
            guard let classes = value.arrayValue else {
                if let id = self.pageID(value, at: place) { self.addPage(name, id, to: &pages, at: place) }
                continue
            }
            for (index, value) in classes.enumerated() {
                let place = "\(place)[\(index)]"
                if let type = self.text(value, at: place, limit: 255) {
                    self.addPage(type, name, to: &pages, at: place)
                }
            }
        }
        return pages
    }

    /// The entries of a table, and where they stand.
    private mutating func table(_ value: JSONValue, at path: String) -> (members: [JSONValue.Member], path: String) {
        let members = self.unique(value.objectValue ?? [], at: path)
        // An object with an id is a page by the name of `pages`.
        guard let table = members.first(where: { $0.key == "pages" })?.value, let inner = table.objectValue,
            table["id"] == nil
        else { return (members, path) }
        for member in members where !Self.topLevel.contains(member.key) {
            self.unknown(member.key, at: Self.path(path, member.key), known: Self.topLevel)
        }
        let place = Self.path(path, "pages")
        return (self.unique(inner, at: place), place)
    }

    private mutating func addPage(_ type: String, _ id: String, to pages: inout [String: String], at path: String) {
        guard (1...255).contains(type.utf8.count), (1...AutoTrackSettings.maxPageIDBytes).contains(id.utf8.count) else {
            return self.remark(
                .invalid,
                at: path,
                "a page's class has 1 to 255 bytes, its id 1 to \(AutoTrackSettings.maxPageIDBytes); it is ignored."
            )
        }
        guard pages[type] != nil || pages.count < AutoTrackSettings.maxPages else {
            return self.remark(
                .clamped,
                at: path,
                "at most \(AutoTrackSettings.maxPages) pages are read; it is ignored."
            )
        }
        if let known = pages.updateValue(id, forKey: type), known != id {
            self.remark(.duplicate, at: path, "the page \(Limits.shown(type)) has two ids; the last one counts.")
        }
    }

    private mutating func pageID(_ value: JSONValue, at path: String) -> String? {
        if let number = value.int64Value { return String(number) }
        guard let members = value.objectValue else {
            return self.text(value, at: path, limit: AutoTrackSettings.maxPageIDBytes)
        }
        var id: String?
        for (key, value) in self.unique(members, at: path) {
            if key == "id", value.objectValue == nil {
                id = self.pageID(value, at: Self.path(path, key))
            } else {
                self.unknown(key, at: Self.path(path, key), known: ["id"])
            }
        }
        if id == nil { self.remark(.invalid, at: path, "the page has no \"id\"; it is ignored.") }
        return id
    }
}
