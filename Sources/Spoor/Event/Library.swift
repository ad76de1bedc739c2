import SpoorWire

/// How an event came to be recorded, for `lib` (sensors protocol, 2.1).
struct LibraryMethod: Sendable {
    /// `code` or `autoTrack`.
    var name: String

    /// `$lib_detail`; nil where there is none.
    var detail: String?

    /// The app's own code called.
    static let code = LibraryMethod(name: "code")

    /// The SDK saw it by itself.
    static let autoTrack = LibraryMethod(name: "autoTrack")

    /// A method, with detail where there is one.
    init(name: String, detail: String? = nil) {
        self.name = name
        self.detail = detail
    }
}

/// The part of each event that says who recorded it: `"lib":{…},"_install":"…",`, encoded but for the method.
struct Library: Sendable {
    private let start: [UInt8]
    private let end: [UInt8]
    private let plain: [UInt8]

    /// The part for an app and an installation.
    init(_ facts: DeviceFacts, install: String) {
        var writer = ByteWriter()
        writer.append("\"lib\":{\"$lib\":")
        writer.append(jsonString: SpoorVersion.library)
        writer.append(",\"$lib_version\":")
        writer.append(jsonString: SpoorVersion.version)
        if let version = facts.appVersion {
            writer.append(",\"$app_version\":")
            writer.append(jsonString: version)
        }
        writer.append(",\"$lib_method\":")
        self.start = writer.bytes
        writer.removeAll()
        writer.append("},\"_install\":")
        writer.append(jsonString: install)
        writer.append(",")
        self.end = writer.bytes
        writer.removeAll()
        writer.append(jsonString: LibraryMethod.code.name)
        self.plain = self.start + writer.bytes + self.end
    }

    /// Writes the part for an event; without a method, the app's own code recorded it.
    func append(method: LibraryMethod?, to writer: inout ByteWriter) {
        guard let method else { return self.plain.withUnsafeBytes { writer.append(bytes: $0) } }
        self.start.withUnsafeBytes { writer.append(bytes: $0) }
        writer.append(jsonString: method.name)
        if let detail = method.detail {
            writer.append(",\"$lib_detail\":")
            writer.append(jsonString: detail)
        }
        self.end.withUnsafeBytes { writer.append(bytes: $0) }
    }
}
