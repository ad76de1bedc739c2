/// Which classes are the toolkit's own affair, by rule: lists of one system's private classes are wrong on the next.
public enum ToolkitRule {
    /// Whether a class whose code lies in this file came with the system.
    ///
    /// - Parameter image: the path of the file that holds the class; nil for a class made while the app runs.
    /// - Returns: whether it did.
    public static func isSystem(image: String?) -> Bool {
        guard let image else { return false }
        return image.hasPrefix("/System/") || image.hasPrefix("/usr/lib/") || image.contains("/System/Library/")
    }

    /// Whether a class whose code lies in this file belongs to the user-interface toolkit.
    ///
    /// - Parameter image: the path of the file that holds the class; nil for a class made while the app runs.
    /// - Returns: whether it does.
    public static func isToolkit(image: String?) -> Bool {
        guard let image, self.isSystem(image: image) else { return false }
        return image.contains("/UIKit") || image.contains("/SwiftUI")
    }

    /// Whether an element is a container that the toolkit put in for itself (bug case O-26).
    ///
    /// - Parameters:
    ///   - name: the short name of its class.
    ///   - kind: what it is to the engine; whatever is more than a plain view is no wrapper.
    ///   - image: the path of the file that holds the class.
    ///   - isDocumented: whether apps make objects of this very class.
    /// - Returns: whether paths leave it out.
    public static func isPrivateWrapper(name: String, kind: ElementKind, image: String?, isDocumented: Bool) -> Bool {
        guard kind == .view, !isDocumented else { return false }
        return name.hasPrefix("_") || self.isToolkit(image: image)
    }
}
