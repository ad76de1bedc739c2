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
            let members = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
            return self.read(.object(members), at: path)
        } catch {
            let sentence = "is no property list with a dictionary; no page has an id by it."
            return (PageTable(), [ConfigurationRemark(path: path, kind: .invalid, sentence: sentence)])
        }
    }
}

/// One value of a property list that may be a table of pages.
private struct PropertyListEntry: Decodable {
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.json = .string(text)
        } else if let number = try? container.decode(Int64.self) {
            self.json = .integer(number)
        } else if let names = try? container.decode([String].self) {
            self.json = .array(names.map { .string($0) })
        } else {
            self.json = .null
        }
    }
}
