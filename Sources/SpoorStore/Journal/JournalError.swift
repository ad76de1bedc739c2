/// Why a journal could not be opened or drained.
public struct JournalError: Error, Equatable, Sendable, CustomStringConvertible {
    private enum Code: Equatable {
        case unreadable(path: String, errno: Int32)
        case draining
        case noMemory
    }

    private let code: Code

    /// A file of the journal cannot be read at the moment.
    public static func unreadable(path: String, errno: Int32) -> Self {
        Self(code: .unreadable(path: path, errno: errno))
    }

    /// Another drain is under way.
    public static let draining = Self(code: .draining)

    /// There is no memory to read a segment into.
    public static let noMemory = Self(code: .noMemory)

    /// What went wrong, and what to do.
    public var description: String {
        switch self.code {
        case .unreadable(let path, let errno):
            "The journal file '\(path)' cannot be read now (errno \(errno)); nothing was changed, try again later."
        case .noMemory: "There is no memory to read the journal now; nothing was changed, try again later."
        case .draining: "The journal is being drained already; drain it from one queue."
        }
    }
}
