import CSpoor
public import SpoorWire

/// What reading the state came to; "not now" and "not there" are different answers (bug case O-27).
public enum StateReading: Equatable, Sendable {
    /// There is no state: a first run.
    case absent
    /// There may be state, but it cannot be read now, for this reason.
    case unreadable(String)
    /// The state.
    case value([String: JSONValue])
    /// The file was damaged; it has been set aside under this name.
    case damaged(setAside: String)

    /// The name under which a damaged file was set aside.
    var setAsideName: String? {
        if case .damaged(let name) = self { name } else { nil }
    }
}

/// A small set of named values in one file, replaced as a whole.
///
/// The first line of the file names the format and the checksum of the rest, which is one JSON object.
public struct StateStore: Sendable {
    private let path: String
    private let files: any FileAccess
    /// Where a copy is kept; nil where there is none.
    private let copyPath: String?

    /// The names of a queue's state file and of its copy.
    static let fileName = "state"
    static let copyName = "state.copy"

    /// Creates a store over the file at `path`; nothing is touched yet.
    public init(path: String) {
        self.init(path: path, files: PosixFileAccess())
    }

    package init(path: String, files: any FileAccess) {
        self.path = path
        self.files = files
        self.copyPath = nil
    }

    /// The state of a queue's folder, with a copy beside it that damage to the one file does not reach.
    init(folder: String, files: any FileAccess) {
        self.path = "\(folder)/\(Self.fileName)"
        self.files = files
        self.copyPath = "\(folder)/\(Self.copyName)"
    }

    /// Reads the values; a damaged file is set aside, so that it is neither used nor lost.
    public func read() -> StateReading {
        do {
            guard let bytes = try self.files.read(self.path) else { return .absent }
            if let values = Self.decode(bytes) { return .value(values) }
            return .damaged(setAside: try self.setAside())
        } catch {
            return .unreadable(error.description)
        }
    }

    /// Reads the copy; a damaged one stays where it is until the next one is written.
    func readCopy() -> StateReading {
        do {
            guard let path = self.copyPath, let bytes = try self.files.read(path) else { return .absent }
            return Self.decode(bytes).map { .value($0) } ?? .damaged(setAside: Self.copyName)
        } catch {
            return .unreadable(error.description)
        }
    }

    /// Replaces the values; after a crash the file has the old ones or the new ones.
    ///
    /// A copy that cannot be written is no failure: the values are kept, and no older ones beside them.
    ///
    /// - Throws: an error of the operating system when they could not be written.
    public func write(_ values: [String: JSONValue]) throws {
        let bytes = Self.encode(values)
        try self.files.write(self.path, bytes)
        guard let path = self.copyPath else { return }
        do { try self.files.write(path, bytes) } catch { try? self.files.remove(path) }
    }

    private func setAside() throws(PosixError) -> String {
        let slash = self.path.lastIndex(of: "/") ?? self.path.startIndex
        let folder = String(self.path[..<slash])
        let prefix = "\(self.path[slash...].drop { $0 == "/" }).corrupt-"
        let earlier = try self.files.names(in: folder).compactMap { name in
            name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
        }
        let number = (earlier.max() ?? 0) + 1
        try self.files.rename(self.path, to: "\(folder)/\(prefix)\(number)")
        for old in earlier where old < number - 1 { try self.files.remove("\(folder)/\(prefix)\(old)") }
        return "\(prefix)\(number)"
    }

    private static let format = "spoor-state 1 "

    static func encode(_ values: [String: JSONValue]) -> [UInt8] {
        let members = values.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: $0.value) }
        let content = Array(JSONValue.object(members).jsonText.utf8)
        let checksum = String(Self.checksum(content), radix: 16)
        return Array("\(Self.format)\(checksum)\n".utf8) + content
    }

    static func decode(_ bytes: [UInt8]) -> [String: JSONValue]? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        let content = Array(bytes[(end + 1)...])
        guard
            line.hasPrefix(Self.format),
            UInt32(line.dropFirst(Self.format.count), radix: 16) == Self.checksum(content),
            let members = (try? JSONValue(parsing: content))?.objectValue
        else { return nil }
        return Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { spoor_crc32c(0, $0.baseAddress, $0.count) }
    }
}
