import SpoorWire

/// How an event came to be recorded, for `lib` (sensors protocol, 2.1).
struct LibraryMethod: Sendable {
    /// `code` or `autoTrack`.
    var name: String

    /// `$lib_detail`; nil where there is none.
    var detail: String?

    /// The library that recorded the event in place of this one; nil where it was this one.
    var origin: Origin?

    /// Another library, whose event this one hands on: that of a page in a web view.
    struct Origin: Sendable {
        /// `$lib`.
        var library: String

        /// `$lib_version`; nil where it did not say.
        var version: String?
    }

    /// The app's own code called.
    static let code = LibraryMethod(name: "code")

    /// The SDK saw it by itself.
    static let autoTrack = LibraryMethod(name: "autoTrack")

    /// A method, with detail where there is one.
    init(name: String, detail: String? = nil, origin: Origin? = nil) {
        self.name = name
        self.detail = detail
        self.origin = origin
    }
}

/// The part of each event that says who recorded it: `"lib":{…},"_install":"…",`, encoded but for the method.
struct Library: Sendable {
    private let start: [UInt8]
    private let end: [UInt8]
    private let plain: [UInt8]
    private let appVersion: String?

    /// The part for an app and an installation.
    init(_ facts: DeviceFacts, install: String) {
        var writer = ByteWriter()
        self.appVersion = facts.appVersion
        let own = LibraryMethod.Origin(library: SpoorVersion.library, version: SpoorVersion.version)
        Self.append(own, appVersion: facts.appVersion, to: &writer)
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
        if let origin = method.origin {
            Self.append(origin, appVersion: self.appVersion, to: &writer)
        } else {
            self.start.withUnsafeBytes { writer.append(bytes: $0) }
        }
        writer.append(jsonString: method.name)
        if let detail = method.detail {
            writer.append(",\"$lib_detail\":")
            writer.append(jsonString: detail)
        }
        self.end.withUnsafeBytes { writer.append(bytes: $0) }
    }

    private static func append(_ origin: LibraryMethod.Origin, appVersion: String?, to writer: inout ByteWriter) {
        writer.append("\"lib\":{\"$lib\":")
        writer.append(jsonString: origin.library)
        if let version = origin.version {
            writer.append(",\"$lib_version\":")
            writer.append(jsonString: version)
        }
        if let appVersion {
            writer.append(",\"$app_version\":")
            writer.append(jsonString: appVersion)
        }
        writer.append(",\"$lib_method\":")
    }
}
