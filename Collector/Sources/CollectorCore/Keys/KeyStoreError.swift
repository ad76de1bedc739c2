public import SpoorWire

/// Why a key cannot be made, retired or kept.
public enum KeyStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The project's name is none.
    case project(String)
    /// There is a key of this id already.
    case exists(id: String)
    /// There is no such key.
    case unknown(id: String, project: String)
    /// The id or the random bytes are of no use.
    case crypto(CryptoError)
    /// A file cannot be written.
    case file(FileFault)

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .project(let name): ProjectError.invalidName(name).description
        case .exists(let id): "There is a key '\(id)' already: name another id, since devices ask for keys by it."
        case .unknown(let id, let project):
            "Project '\(project)' has no key '\(id.prefix(80))': 'spoor keys list' shows those it has."
        case .crypto(let error): error.description
        case .file(let fault): fault.description
        }
    }
}
