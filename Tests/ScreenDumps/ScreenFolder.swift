import Foundation

/// The dumps in a folder and in the folders in it: their scores, and what could not be read.
@MainActor
public struct ScreenFolder {
    /// Why a folder gives no figures.
    public enum Fault: Error, CustomStringConvertible {
        /// There is no such folder, or it cannot be listed.
        case noFolder(String)
        /// There is no dump in it.
        case noDumps(String)
        /// None of its dumps can be read.
        case nothingRead(String, count: Int)

        /// What to tell who named the folder.
        public var description: String {
            switch self {
            case .noFolder(let path): "There is no folder '\(path)', or it cannot be listed."
            case .noDumps(let path): "There is no *.xml in '\(path)', nor in the folders in it."
            case .nothingRead(let path, let count): "Of \(count) *.xml in '\(path)' none can be read."
            }
        }
    }

    /// The scores by the files' paths below the folder, in their order.
    public private(set) var scores: [(name: String, score: ScreenScore)] = []

    /// The files that were left out, each with the reason.
    public private(set) var leftOut: [(name: String, reason: String)] = []

    /// Reads all that ends in `.xml`, in any case; hidden files are none of it.
    ///
    /// - Parameter path: the folder.
    /// - Throws: ``Fault`` where there is no folder, and no dump in it.
    public init(_ path: String) throws {
        for (name, url) in try Self.files(in: path) {
            do {
                let score = try ScreenDump(contentsOf: url).score()
                if score.count > 0 {
                    self.scores.append((name, score))
                } else {
                    self.leftOut.append((name, "no element has the attribute visible"))
                }
            } catch let fault as DumpFault {
                self.leftOut.append((name, fault.description))
            } catch {
                self.leftOut.append((name, "cannot be read: \(error.localizedDescription)"))
            }
        }
    }

    /// All scores together.
    ///
    /// - Parameter path: the folder, for the words of the fault.
    /// - Returns: the score.
    /// - Throws: ``Fault`` where no dump was read.
    public func pooled(_ path: String) throws -> ScreenScore {
        if self.scores.isEmpty { throw Fault.nothingRead(path, count: self.leftOut.count) }
        return self.scores.reduce(into: ScreenScore()) { $0.add($1.score) }
    }

    private static func files(in path: String) throws -> [(name: String, url: URL)] {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
            manager.isReadableFile(atPath: path), let names = manager.enumerator(atPath: path)
        else { throw Fault.noFolder(path) }
        let root = URL(fileURLWithPath: path)
        var files: [(name: String, url: URL)] = []
        for case let name as String in names where name.lowercased().hasSuffix(".xml") {
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let url = root.appendingPathComponent(name)
            // A link that leads nowhere is a file that cannot be read.
            if manager.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue { continue }
            files.append((name, url))
        }
        if files.isEmpty { throw Fault.noDumps(path) }
        return files.sorted { $0.name < $1.name }
    }
}
