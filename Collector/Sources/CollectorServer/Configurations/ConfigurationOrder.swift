import CollectorCore
import SpoorWire

/// What a request for a change says beside the document.
struct ConfigurationOrder {
    /// The document; nil where there is none.
    let document: JSONValue?
    /// The revision that the change began with.
    let base: Int64
    /// The revision to go back to; nil is the one before.
    let revision: Int64?
    let author: String
    let comment: String
    /// Whether what would be ignored or clamped is left out or clamped, rather than refused.
    let isLenient: Bool
    /// The number is this or higher.
    let atLeast: Int64

    init(_ request: HTTPRequest) throws(HTTPError) {
        guard let json = try? JSONValue(parsing: Array(request.body.bytes)), let members = json.objectValue else {
            throw HTTPError(400, "The body is no JSON object: send {\"base\":…,\"document\":{\"namespaces\":{…}}}.")
        }
        let known = ["document", "base", "revision", "author", "comment", "lenient", "atLeast"]
        if let unknown = members.first(where: { !known.contains($0.key) }) {
            throw HTTPError(
                400,
                "There is no member '\(unknown.key.prefix(80))' here. Accepted are: \(known.joined(separator: ", "))."
            )
        }
        guard let base = json["base"]?.int64Value, base >= 0 else {
            throw HTTPError(
                400,
                "Say by 'base' with which revision the change began, so that nobody else's is lost; 0 where there is none."
            )
        }
        if let revision = json["revision"], revision.int64Value == nil, !revision.isNull {
            throw HTTPError(400, "'revision' must be a whole number: the one to go back to.")
        }
        self.document = json["document"]
        self.base = base
        self.revision = json["revision"]?.int64Value
        self.author = json["author"]?.stringValue ?? ""
        self.comment = json["comment"]?.stringValue ?? ""
        self.isLenient = json["lenient"]?.boolValue ?? false
        self.atLeast = min(json["atLeast"]?.int64Value ?? 1, Int64.max / 2)
    }
}
