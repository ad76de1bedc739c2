import Foundation
import SpoorWire

/// The saved configurations of one project: a file each, named after its revision, never changed again.
struct ConfigurationFolder {
    let project: String
    let folder: PrivateFolder

    private static let suffix = ".json"

    /// The revisions that there are, damaged ones included, the newest first.
    func revisions() throws(ConfigurationStoreError) -> [Int64] {
        let names: [String]
        do throws(FileFault) {
            names = try self.folder.names()
        } catch {
            throw .file(error)
        }
        return names.compactMap { name in
            guard name.hasSuffix(Self.suffix), let number = Int64(name.dropLast(Self.suffix.count)), number > 0,
                name == Self.name(number)
            else { return nil }
            return number
        }.sorted(by: >)
    }

    func read(_ revision: Int64) throws(ConfigurationStoreError) -> SavedConfiguration {
        let file = "\(self.folder.path)/\(Self.name(revision))"
        guard access(file, F_OK) == 0 else { throw .unknown(revision: revision, project: self.project) }
        guard let data = FileManager.default.contents(atPath: file), let json = try? JSONValue(parsing: Array(data)),
            let saved = SavedConfiguration(json: json, revision: revision, project: self.project)
        else { throw .damaged(file: file) }
        return saved
    }

    func write(_ saved: SavedConfiguration) throws(ConfigurationStoreError) {
        do throws(FileFault) {
            try self.folder.write(Array((saved.json.jsonText + "\n").utf8), as: Self.name(saved.revision))
        } catch {
            throw .file(error)
        }
    }

    /// A name that a listing shows in order.
    private static func name(_ revision: Int64) -> String {
        let digits = String(revision)
        return String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits + self.suffix
    }
}
