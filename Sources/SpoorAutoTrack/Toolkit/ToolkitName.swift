/// Names of classes as a runtime tells them, made into names that people and paths can use.
///
/// A runtime's full name carries module, outer types, type arguments and, for private types, an address that changes
/// with every build: `SwiftUI.ModifiedContent<Shop.(unknown context at $1042).Home, SwiftUI._Padding>`.
public enum ToolkitName {
    /// How many wrappers around a hosted screen are taken off.
    private static let depth = 32

    /// The modules in which the toolkit's own wrappers of screens live.
    private static let toolkits: Set<String> = ["SwiftUI", "SwiftUICore", "Swift"]

    /// The wrappers that say nothing of their own: what they wrap comes first among their arguments.
    private static let transparent: Set<String> = ["ModifiedContent", "Optional"]

    /// The name without module, outer types and type arguments.
    ///
    /// - Parameter full: a name as the runtime tells it.
    /// - Returns: the last name in it: `Home` for `Shop.Outer.Home<Swift.Int>`.
    public static func short(_ full: String) -> String {
        let path = self.path(full)
        return String(path.split(separator: ".").last ?? path)
    }

    /// The screen that a bare hosting controller shows, if its class tells one of the app's own.
    ///
    /// Modifiers around the screen are taken off, so that the name stays when one is added. A screen that the toolkit
    /// itself puts together (stacks, erased types, conditions) has no name that would hold.
    ///
    /// - Parameter full: the controller's full name, `SwiftUI.UIHostingController<Shop.Home>`.
    /// - Returns: the screen's short name; nil where it has none that would hold.
    public static func hosted(_ full: String) -> String? {
        var name = self.firstArgument(full)
        for _ in 0..<self.depth {
            // A list of types, or a function's type, is no screen.
            guard let known = name, known.first != "(" else { return nil }
            let path = self.path(known)
            let module = path.prefix { $0 != "." }
            guard self.toolkits.contains(String(module)) else {
                let short = self.short(known)
                return self.isName(short) ? short : nil
            }
            guard self.transparent.contains(self.short(known)) else { return nil }
            name = self.firstArgument(known)
        }
        return nil
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

    /// The first of the type arguments; nil where there are none.
    private static func firstArgument(_ full: String) -> String? {
        let start = self.path(full).endIndex
        guard start < full.endIndex else { return nil }
        var depth = 0
        var last: Character = " "
        var argument = ""
        for character in full[full.index(after: start)...] {
            switch character {
            case "<", "(", "[": depth += 1
            // The arrow of a function's type closes nothing.
            case ">" where last == "-": break
            case ">" where depth == 0, "," where depth == 0: return argument.isEmpty ? nil : argument
            case ">", ")", "]": depth -= 1
            default: break
            }
            last = character
            argument.append(character)
        }
        return nil
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
