/// Why bytes are no configuration document at all; whoever has one in force keeps it.
public enum ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// More bytes than a document may have.
    case tooLarge(bytes: Int)

    /// The bytes are not UTF-8.
    case notText

    /// The text is not JSON, or nested too deeply.
    case notJSON(JSONError)

    /// The JSON is no object.
    case notObject

    /// The value of `namespaces` is no object.
    case namespacesNotObject

    /// The object has neither `namespaces` nor anything else that a configuration has.
    case unrecognised

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .tooLarge(let bytes):
            "The configuration has \(bytes) bytes, more than the \(ConfigurationDocument.maxBytes) that are read; "
                + "shorten it."
        case .notText: "The configuration is not UTF-8 text; save it as such."
        case .notJSON(let error): "The configuration is not JSON. \(error)"
        case .notObject: "The configuration is not a JSON object; wrap it in {\"namespaces\":{…}}."
        case .namespacesNotObject:
            "The configuration's \"namespaces\" is not an object; write the namespaces as {\"namespaces\":{…}}."
        case .unrecognised:
            "The JSON object is no configuration: it has neither \"namespaces\" nor a namespace with a known setting."
        }
    }
}
