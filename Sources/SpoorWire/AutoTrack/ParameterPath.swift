/// The way from an element to a value of the app: `viewController.banner.url` (003).
///
/// The first name is asked of the element itself, but for `viewController` and `page`, which are its page, `cell`, the
/// cell that it is in, and `parent` and `superview`, what contains it.
public struct ParameterPath: Hashable, Sendable, CustomStringConvertible {
    /// The most names.
    public static let maxNames = 8

    /// The names, from the element to the value.
    public let names: [String]

    /// The way as it was written.
    public var description: String { self.names.joined(separator: ".") }

    /// Reads a way.
    ///
    /// - Parameter text: names with points between them.
    /// - Throws: a ``ParameterPathError`` that says what is wrong.
    public init(_ text: String) throws(ParameterPathError) {
        guard !text.isEmpty, text.utf8.count <= Self.maxNames * Limits.maxNameLength else { throw .length }
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= Self.maxNames else { throw .length }
        for name in names {
            guard Self.isName(name) else { throw .name(name) }
            guard !SensitiveNames.contains(name) else { throw .denied(name) }
        }
        self.names = names
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= Limits.maxNameLength else { return false }
        return !(48...57).contains(first)
            && name.utf8.allSatisfy { byte in
                (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
            }
    }
}

/// Why a text is no way to a value.
public enum ParameterPathError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is empty, or has more than ``ParameterPath/maxNames`` names.
    case length

    /// A part of it is no name.
    case name(String)

    /// A name stands for what is never read.
    case denied(String)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .length: "a key path has 1 to \(ParameterPath.maxNames) names with points between them."
        case .name(let name):
            "\"\(Limits.shown(name))\" is no name: it has ASCII letters, digits and '_', no digit in front."
        case .denied(let name):
            "\"\(Limits.shown(name))\" is never read: it may hold a secret, or do something when it is asked."
        }
    }
}

/// A property that events of some elements get from the app's own objects.
public struct ParameterRule: Hashable, Sendable {
    /// The most rules.
    public static let maxCount = 200

    /// The property's name.
    public var name: String

    /// Where its value is.
    public var keyPath: ParameterPath

    /// The elements that it is for; nil takes all.
    public var path: PathPattern?

    /// The class of the page that it is for; nil takes all.
    public var page: String?

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - name: the property's name.
    ///   - keyPath: where its value is.
    ///   - path: the elements that it is for; nil takes all.
    ///   - page: the class of the page that it is for; nil takes all.
    public init(_ name: String, _ keyPath: ParameterPath, path: PathPattern? = nil, page: String? = nil) {
        self.name = name
        self.keyPath = keyPath
        self.path = path
        self.page = page
    }
}
