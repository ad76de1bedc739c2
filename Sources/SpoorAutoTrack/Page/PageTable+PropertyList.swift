#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import SpoorWire

/// The table as a property list, as 002 has it.
extension PageTable {
    /// Reads a property list, XML or binary: a dictionary in the forms that ``read(_:at:)`` takes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: its name, for the remarks.
    /// - Returns: the table, and what is wrong with it.
    public static func read(
        propertyList bytes: [UInt8],
        named path: String
    ) -> (table: PageTable, remarks: [ConfigurationRemark]) {
        do {
            let entries = try PropertyListDecoder().decode([String: PropertyListEntry].self, from: Data(bytes))
            return self.read(PropertyListEntry.object(entries), at: path)
        } catch {
            let sentence = "is no property list with a dictionary; no page has an id by it."
            return (PageTable(), [ConfigurationRemark(path: path, kind: .invalid, sentence: sentence)])
        }
    }
}

/// One value of a property list that may be a table of pages.
private struct PropertyListEntry: Decodable {
    /// How deep a table may lie in others.
    private static let maxDepth = 8

    let json: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.json = .string(text)
        } else if let number = try? container.decode(Int64.self) {
            self.json = .integer(number)
        } else if decoder.codingPath.count > Self.maxDepth {
            self.json = .null
        } else if let entries = try? container.decode([PropertyListEntry].self) {
            self.json = .array(entries.map(\.json))
        } else if let entries = try? container.decode([String: PropertyListEntry].self) {
            self.json = Self.object(entries)
        } else {
            self.json = .null
        }
    }

    /// An object, its members in the order of their names: a property list has none.
    static func object(_ entries: [String: PropertyListEntry]) -> JSONValue {
        .object(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
    }
}
