/// Why a project cannot be used.
public enum ProjectError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name is not made of 1 to 64 letters, digits, `_` and `-`.
    case invalidName(String)
    /// The collector takes only the projects it was started with, or nothing has been sent to this one yet.
    case unknown(String)
    /// The project's files cannot be opened at the moment.
    case unavailable(String)

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .invalidName(let name):
            "'\(name.prefix(80))' is no project name: use 1 to 64 letters, digits, '_' or '-'."
        case .unknown(let name):
            "There is no project '\(name.prefix(80))': check the name, or start the collector with it."
        case .unavailable(let reason):
            "The project cannot be opened at the moment (\(reason)): try again later."
        }
    }
}
