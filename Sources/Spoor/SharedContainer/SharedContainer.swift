/// The folder that an app and its extensions share, and which of them this process is.
///
/// ```swift
/// configuration.sharedContainer = .companion(path)  // in the extension; `.host(path)` in the app
/// ```
public struct SharedContainer: Equatable, Sendable {
    /// What a process is to the folder.
    public enum Role: String, Sendable {
        /// The app itself: it has the queue, uploads, and takes over what its companions have recorded.
        case host

        /// An extension or another process beside the app: it appends to a file of its own, and uploads nothing.
        case companion
    }

    /// The shared folder, such as that of an app group.
    public var path: String

    /// Which one this process is.
    public var role: Role

    /// The most bytes that one companion's records may wait in; what comes after them is dropped, counted and reported.
    ///
    /// The default is 4 MiB, at least 64 KiB.
    public var companionBytes = 4 << 20

    /// The most bytes of all companions together; at this size a further one keeps its events in memory.
    ///
    /// The default is 32 MiB.
    public var totalBytes = 32 << 20

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - path: the shared folder.
    ///   - role: which one this process is.
    public init(path: String, role: Role) {
        (self.path, self.role) = (path, role)
    }

    /// The folder as the app itself uses it.
    public static func host(_ path: String) -> SharedContainer { SharedContainer(path: path, role: .host) }

    /// The folder as an extension uses it.
    public static func companion(_ path: String) -> SharedContainer { SharedContainer(path: path, role: .companion) }
}
