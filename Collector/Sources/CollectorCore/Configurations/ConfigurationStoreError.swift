/// Why a configuration cannot be read or saved.
public enum ConfigurationStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The project's name is none.
    case project(String)
    /// There is no such revision.
    case unknown(revision: Int64, project: String)
    /// Somebody saved another one meanwhile.
    case conflict(base: Int64, current: Int64, author: String)
    /// There is nothing to go back to.
    case nothingBefore(revision: Int64)
    /// The document is longer than devices read.
    case tooLarge(bytes: Int)
    /// A file is there and is no configuration.
    case damaged(file: String)
    /// A file cannot be read or written.
    case file(FileFault)

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .project(let name): ProjectError.invalidName(name).description
        case .unknown(let revision, let project):
            "Project '\(project)' has no configuration \(revision): 'spoor config history' shows those it has."
        case .conflict(let base, let current, let author):
            "This change began at revision \(base), but \(author.isEmpty ? "somebody" : author) has saved \(current) "
                + "since: look at that one, and make the change again."
        case .nothingBefore(let revision): "There is no configuration before revision \(revision) to go back to."
        case .tooLarge(let bytes):
            "The configuration has \(bytes) bytes, more than devices read: shorten it."
        case .damaged(let file):
            "The file '\(file)' holds no configuration any more: restore it from a backup, or save a new one."
        case .file(let fault): fault.description
        }
    }
}
