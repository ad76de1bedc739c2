#if canImport(ObjectiveC)
import Foundation

/// What an app shares with its extensions.
extension SpoorConfiguration {
    /// Shares a folder with the other processes of the app; see ``SharedContainer``.
    ///
    /// - Parameters:
    ///   - path: the shared folder, such as that of an app group; nil or a path that is not absolute shares nothing, which
    ///     the log says.
    ///   - isCompanion: whether this process is an extension; the app itself passes false.
    @objc(shareContainer:asCompanion:)
    public func shareContainer(_ path: String?, asCompanion isCompanion: Bool) {
        self.settings.sharedContainer = SharedContainer(path: path ?? "", role: isCompanion ? .companion : .host)
    }
}
#endif
