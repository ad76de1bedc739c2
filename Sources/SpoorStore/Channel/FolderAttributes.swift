#if canImport(Darwin)
import Foundation

/// What the system should know about a store's folder.
enum FolderAttributes {
    /// Keeps the folder out of backups, where a restored copy would repeat sequence numbers, and readable from the
    /// first unlock on.
    static func apply(to folder: String) {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = URL(fileURLWithPath: folder, isDirectory: true)
        try? url.setResourceValues(values)
        #if !os(macOS)
        let protection = FileProtectionType.completeUntilFirstUserAuthentication
        try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: folder)
        #endif
    }
}
#else
/// What the system should know about a store's folder: nothing outside Apple's platforms.
enum FolderAttributes {
    static func apply(to folder: String) {}
}
#endif
