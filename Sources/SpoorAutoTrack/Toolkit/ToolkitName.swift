/// Names of classes as a runtime tells them, made into names that people and paths can use.
///
/// A runtime's full name carries module, outer types, type arguments and, for private types, an address that changes
/// with every build: `SwiftUI.ModifiedContent<Shop.(unknown context at $1042).Home, SwiftUI._Padding>`.
public enum ToolkitName {
    /// The name without module, outer types and type arguments.
    ///
    /// - Parameter full: a name as the runtime tells it.
    /// - Returns: the last name in it: `Home` for `Shop.Outer.Home<Swift.Int>`.
    public static func short(_ full: String) -> String {
        let path = self.path(full)
        return String(path.split(separator: ".").last ?? path)
    }

    /// What stands before the type arguments, without contexts in parentheses.
    private static func path(_ full: String) -> Substring {
        var inContext = 0
        var end = full.startIndex
        while end < full.endIndex {
            switch full[end] {
            case "(": inContext += 1
            case ")": inContext -= 1
            case "<" where inContext == 0: return full[..<end]
            default: break
            }
            end = full.index(after: end)
        }
        return full[...]
    }
}
