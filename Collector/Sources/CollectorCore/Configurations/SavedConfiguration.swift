public import SpoorWire

/// One saved configuration of a project.
public struct SavedConfiguration: Equatable, Sendable {
    /// Its number, which grows with each saving; 0 where nothing was saved yet.
    public let revision: Int64
    /// When it was saved, in milliseconds since 1970 UTC.
    public let time: Int64
    /// Who saved it, as they called themselves.
    public let author: String
    /// What they said about it.
    public let comment: String
    /// What devices get; project and revision are in it.
    public let document: ConfigurationDocument

    /// What holds for a project before anything was saved.
    static func empty(project: String) -> SavedConfiguration {
        SavedConfiguration(
            revision: 0,
            time: 0,
            author: "",
            comment: "",
            document: ConfigurationDocument(project: project, revision: 0)
        )
    }
}

extension SavedConfiguration {
    /// The most bytes of an author's name.
    public static let maxAuthor = 200
    /// The most bytes of a comment.
    public static let maxComment = 2_000

    /// The form in its file.
    var json: JSONValue {
        [
            "revision": .integer(self.revision), "time": .integer(self.time), "author": .string(self.author),
            "comment": .string(self.comment), "document": self.document.json,
        ]
    }

    /// Reads a file; nil for what is none, or has another number or project than its place says.
    init?(json: JSONValue, revision: Int64, project: String) {
        guard json["revision"]?.int64Value == revision, let time = json["time"]?.int64Value,
            let document = json["document"], let read = try? ConfigurationDocument.read(document),
            read.document.project == project, read.document.revision == revision
        else { return nil }
        self.revision = revision
        self.time = time
        self.author = json["author"]?.stringValue ?? ""
        self.comment = json["comment"]?.stringValue ?? ""
        self.document = read.document
    }
}
