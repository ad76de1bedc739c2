public import SpoorWire

/// The table as JSON: a file of the app's, and the member `pages` of a remote configuration.
extension PageTable {
    /// Reads a table, entry by entry: a bad one is left out and said.
    ///
    /// Three forms may be mixed: `"HomeViewController": "P001"`, `"HomeViewController": 1001`, and for one table for
    /// both platforms `"P001": ["HomeViewController", "HomeActivity"]`.
    ///
    /// - Parameters:
    ///   - json: an object.
    ///   - path: where it stands, for the remarks.
    /// - Returns: the table, and what is wrong with it.
    public static func read(
        _ json: JSONValue,
        at path: String = "pages"
    ) -> (table: PageTable, remarks: [ConfigurationRemark]) {
        guard let members = json.objectValue else {
            let sentence = "must be an object that gives each class its PAGE_ID; it is ignored."
            return (PageTable(), [ConfigurationRemark(path: path, kind: .wrongType, sentence: sentence)])
        }
        var reader = PageTableReader(path: path)
        for member in members { reader.read(member.key, member.value) }
        return (PageTable(reader.ids), reader.remarks)
    }

    /// Reads a file: JSON, or a property list in XML or binary form.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: its name, for the remarks.
    /// - Returns: the table, and what is wrong with it.
    public static func read(
        file bytes: [UInt8],
        named path: String
    ) -> (table: PageTable, remarks: [ConfigurationRemark]) {
        let first = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        guard first == UInt8(ascii: "{") else { return self.read(propertyList: bytes, named: path) }
        do {
            let json = try JSONValue(parsing: Array(bytes.drop { $0 > 0x7F }))
            return self.read(json["pages"]?.objectValue == nil ? json : json["pages"] ?? json, at: path)
        } catch {
            let sentence = "is no JSON (\(error)); no page has an id by it."
            return (PageTable(), [ConfigurationRemark(path: path, kind: .invalid, sentence: sentence)])
        }
    }
}

/// Reads the entries of a table.
struct PageTableReader {
    /// Where the table stands.
    let path: String

    /// What was read.
    private(set) var ids: [String: String] = [:]

    /// What is wrong.
    private(set) var remarks: [ConfigurationRemark] = []

    /// Begins a table.
    init(path: String) { self.path = path }

    /// Reads one entry.
    mutating func read(_ key: String, _ value: JSONValue) {
        switch value {
        case .string(let id): self.add(key, id)
        case .number: self.add(key, value.int64Value.map(String.init))
        case .array(let classes):
            for element in classes {
                guard let name = element.stringValue else { return self.remark(key, "lists what is no class name") }
                self.add(name, key)
            }
        default: self.remark(key, "must be a text, a whole number or a list of classes", .wrongType)
        }
    }

    private mutating func add(_ name: String, _ id: String?) {
        guard let id, !id.isEmpty, id.utf8.count <= PageTable.maxIDBytes else {
            return self.remark(name, "needs an id of 1 to \(PageTable.maxIDBytes) bytes")
        }
        guard !name.isEmpty, name.utf8.count <= PathText.maxCharacters else {
            return self.remark(name, "is no name of a class")
        }
        if let known = self.ids[name], known != id { self.remark(name, "has two ids; the last one counts", .duplicate) }
        guard self.ids[name] != nil || self.ids.count < PageTable.maxEntries else {
            return self.remark(name, "is more than the \(PageTable.maxEntries) entries that a table takes")
        }
        self.ids[name] = id
    }

    private mutating func remark(_ key: String, _ what: String, _ kind: ConfigurationRemark.Kind = .invalid) {
        guard self.remarks.count < 50 else { return }
        let end = kind == .duplicate ? "." : "; it is ignored."
        let place = self.path + "." + Limits.shown(key)
        self.remarks.append(ConfigurationRemark(path: place, kind: kind, sentence: what + end))
    }
}
