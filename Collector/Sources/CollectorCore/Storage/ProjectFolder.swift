import Foundation

/// Where a project's events lie in a data folder.
public enum ProjectFolder {
    /// The folder of a project.
    static func path(_ project: String, data: String) -> String { "\(data)/projects/\(project)" }

    /// Whether a collector has ever opened a project in a data folder.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - data: The data folder.
    /// - Returns: Whether it has.
    public static func exists(_ project: String, data: String) -> Bool {
        var isFolder: ObjCBool = false
        let path = self.path(project, data: data)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
