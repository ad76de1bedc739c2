public import SpoorWire

/// The table as JSON: a file of the app's, and the member `pages` of a remote configuration.
extension PageTable {
    /// Reads a table, entry by entry: a bad one is left out and said.
    ///
    /// Four forms may be mixed: `"HomeViewController": "P001"`, `"HomeViewController": 1001`,
    /// `"HomeViewController": {"id": "P001"}`, and for one table for both platforms
    /// `"P001": ["HomeViewController", "HomeActivity"]`. A table that stands in a member `pages` is read from there.
    ///
    /// - Parameters:
    ///   - json: an object.
    ///   - path: where it stands, for the remarks.
    /// - Returns: the table, and what is wrong with it.
    public static func read(
        _ json: JSONValue,
        at path: String = "pages"
    ) -> (table: PageTable, remarks: [ConfigurationRemark]) {
        let (ids, remarks) = PageIDs.read(json, at: path)
        return (PageTable(ids), remarks)
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
            return self.read(json, at: path)
        } catch {
            let sentence = "is no JSON (\(error)); no page has an id by it."
            return (PageTable(), [ConfigurationRemark(path: path, kind: .invalid, sentence: sentence)])
        }
    }
}
