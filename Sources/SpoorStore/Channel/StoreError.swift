/// Why a channel's store could not be opened or used.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it is, for decisions.
    public enum Kind: Equatable, Sendable {
        /// The folder cannot be read or written now; it was left as it is. Try again later (bug case O-27).
        case unavailable
        /// Another store, in this process or another, has the folder open.
        case inUse
        /// The store was closed.
        case closed
    }

    /// What kind of failure it is.
    public let kind: Kind
    private let detail: String

    static func unavailable(_ reason: String) -> Self { Self(kind: .unavailable, detail: reason) }
    static func inUse(folder: String) -> Self { Self(kind: .inUse, detail: folder) }
    static let closed = Self(kind: .closed, detail: "")

    /// What went wrong, and what to do.
    public var description: String {
        switch self.kind {
        case .unavailable: "The store cannot be read now (\(self.detail)); nothing was changed, try again later."
        case .inUse:
            "The folder '\(self.detail)' is in use by another tracker or process; give each its own name or folder."
        case .closed: "The store is closed."
        }
    }
}
