import SpoorStore
import SpoorWire

/// The last document on disk, for one version and build of the app; those of others are removed unread.
///
/// Beside it lies what outlives versions: the newest signed revision, and a wait that the server asked for.
struct ConfigurationCache {
    /// A document as it came.
    struct Entry: Equatable {
        var body: [UInt8]
        var signature: String?
        var etag: String?

        /// The longest ``etag`` in bytes that is kept: a request with a longer one may be refused for its head.
        static let longestTag = 1 << 10

        init(body: [UInt8], signature: String?, etag: String?) {
            self.body = body
            self.signature = signature
            self.etag = etag.flatMap { $0.utf8.count <= Self.longestTag ? $0 : nil }
        }
    }

    /// What is kept of one version and build.
    struct Content: Equatable {
        /// The document in force.
        var current: Entry
        /// The last signed one, where that is another.
        var signed: Entry?
    }

    /// What was found.
    enum Reading: Equatable {
        /// Nothing of this version and build.
        case absent
        /// A document.
        case value(Content)
        /// Something that cannot be used or read now; the text says why.
        case unusable(String)
    }

    private static let statusName = "status"

    let folder: String
    /// What the document belongs to; another address has another configuration.
    let address: String
    let version: String
    let build: String
    private let files = PosixFileAccess()

    /// The file's name; version and build are compared in full inside.
    private var name: String {
        let text = ChannelConfiguration.escaped(self.version) + "+" + ChannelConfiguration.escaped(self.build)
        return "config-" + text.prefix(150)
    }

    private var path: String { "\(self.folder)/\(self.name)" }

    /// Reads the document of this version and build.
    func read() -> Reading {
        switch StateStore(path: self.path).read() {
        case .absent:
            return .absent
        case .unreadable(let reason):
            return .unusable("it cannot be read now: \(reason)")
        case .damaged:
            return .unusable("its file was damaged")
        case .value(let values):
            guard values["version"]?.stringValue == self.version, values["build"]?.stringValue == self.build,
                values["address"]?.stringValue == self.address
            else { return .absent }
            guard let current = Entry(values["current"]) else { return .unusable("its file holds no document") }
            return .value(Content(current: current, signed: Entry(values["signed"])))
        }
    }

    /// Replaces the document: after a crash the file has the old one or the new one.
    func write(_ content: Content) throws {
        try self.files.createFolder(self.folder)
        var values: [String: JSONValue] = [
            "version": .string(self.version), "build": .string(self.build), "address": .string(self.address),
            "current": content.current.json,
        ]
        values["signed"] = content.signed?.json
        try StateStore(path: self.path).write(values)
    }

    /// Removes everything of other versions and builds, and what was set aside.
    func removeOthers() {
        guard let names = try? self.files.names(in: self.folder) else { return }
        for name in names where name != self.name && name != Self.statusName {
            try? self.files.remove("\(self.folder)/\(name)")
        }
    }

    /// Reads what outlives versions.
    func readStatus() -> StateReading {
        StateStore(path: "\(self.folder)/\(Self.statusName)").read()
    }

    /// Replaces what outlives versions.
    func writeStatus(_ values: [String: JSONValue]) throws {
        try self.files.createFolder(self.folder)
        try StateStore(path: "\(self.folder)/\(Self.statusName)").write(values)
    }
}

extension ConfigurationCache.Entry {
    /// Reads what ``json`` wrote; nil where there is no body.
    init?(_ json: JSONValue?) {
        guard let body = json?["body"]?.stringValue else { return nil }
        self.init(
            body: Array(body.utf8),
            signature: json?["signature"]?.stringValue,
            etag: json?["etag"]?.stringValue
        )
    }

    /// The form on disk; only UTF-8 documents get here, so the text is the bytes.
    var json: JSONValue {
        var members: [JSONValue.Member] = [("body", .string(String(decoding: self.body, as: UTF8.self)))]
        if let signature = self.signature { members.append(("signature", .string(signature))) }
        if let etag = self.etag { members.append(("etag", .string(etag))) }
        return .object(members)
    }
}
