import Foundation

/// A file or a folder that cannot be made or written.
public struct FileFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Which.
    public let path: String
    /// The system's number for the reason.
    public let code: Int32

    /// Creates a fault from its parts.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        "'\(self.path)' cannot be made or written (\(String(cString: strerror(self.code)))): \(self.advice)."
    }

    private var advice: String {
        switch self.code {
        case EACCES, EPERM, EROFS: "choose a place that this user may write to"
        case ENOTDIR, EEXIST: "a part of the path is a file; choose another path"
        case ENOSPC, EDQUOT: "make room on the disk, or choose another"
        case EMFILE, ENFILE: "let this process open more files, by 'ulimit -n'"
        case ENAMETOOLONG: "choose a shorter path"
        default: "see that the disk is well, or choose another place"
        }
    }
}
