import Foundation
import SpoorWire

/// The key files of one project: each is replaced as a whole, and only its owner may read it.
struct KeyFolder {
    /// A file that was read.
    enum Entry {
        case key(StoredKey)
        /// A file that is no key or cannot be read now.
        case problem(file: String)
    }

    private let folder: PrivateFolder

    init(path: String) { self.folder = PrivateFolder(path: path) }

    /// The file of a key; an id has no character that means something in a path, and the suffix makes `..` harmless.
    private static func name(_ id: String) -> String { "\(id).key" }

    /// Whether there is a file of that id, be it readable or not.
    func has(_ id: String) -> Bool { access("\(self.folder.path)/\(Self.name(id))", F_OK) == 0 }

    /// What there is; empty where there is no folder.
    func entries() -> [Entry] {
        let names: [String]
        do throws(FileFault) {
            names = try self.folder.names()
        } catch {
            return [.problem(file: error.path)]
        }
        return names.filter { $0.hasSuffix(".key") }.sorted().map { name in
            let file = "\(self.folder.path)/\(name)"
            guard let data = FileManager.default.contents(atPath: file), data.count < 65_536,
                let json = try? JSONValue(parsing: Array(data)), let key = StoredKey(json: json),
                name == Self.name(key.id)
            else { return .problem(file: file) }
            return .key(key)
        }
    }

    /// Writes a key's file, so that a reader finds the old one or the new one whole.
    func write(_ key: StoredKey) throws(FileFault) {
        try self.folder.write(Array((key.json.jsonText + "\n").utf8), as: Self.name(key.id))
    }

    func remove(_ id: String) throws(FileFault) { try self.folder.remove(Self.name(id)) }

    /// Runs a change while no other process makes one; the folder is made for it.
    func changing<Result>(_ body: () throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
        try self.folder.changing({ fault in KeyStoreError.file(fault) }, body)
    }

    /// What changes whenever a key is made, retired or purged; nil where there is no folder.
    func stamp() -> FolderStamp? { self.folder.stamp() }
}
