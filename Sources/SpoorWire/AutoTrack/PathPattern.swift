/// Which paths of elements are meant: one, all below one, or one with any row.
///
/// Paths are written as events carry them: `HomeVC[0]/UITableView[0]/UITableViewCell[0:2]` (002, Sensors), or with `#`
/// in front as 003's `event_path`. A part of a pattern may be left open:
///
/// | part | stands for |
/// |---|---|
/// | `UITableViewCell[0:*]`, `UITableViewCell[0][*]` | any row of section 0 |
/// | `UITableViewCell[*:2]` | row 2 of any section |
/// | `UITableViewCell[*:*]` | any row of any section |
/// | `UIButton[*]` | a button at any place |
/// | `selected=*` | any value (of a part like `selected=1`) |
/// | `*` | any one part |
/// | `**`, as the last part | everything below, and the element itself |
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
    /// The longest pattern, in bytes.
    public static let maxBytes = 4_096

    /// The most parts of a path.
    public static let maxParts = 200

    /// The most parts of a pattern that are left open; more would make the search for matches slow.
    public static let maxOpenParts = 6

    /// The pattern as it was written.
    public let description: String

    /// Its parts, without the last `**`.
    public let parts: [PathPart]

    /// Whether everything below is meant, too.
    public let isPrefix: Bool

    /// Whether any part is left open, or everything below is meant.
    public let isOpen: Bool

    /// Reads a pattern.
    ///
    /// - Parameter text: the pattern.
    /// - Throws: a ``PathPatternError`` that says what is wrong.
    public init(_ text: String) throws(PathPatternError) {
        guard !text.isEmpty, text.utf8.count <= Self.maxBytes else { throw .length }
        let isChain = text.utf8.first == UInt8(ascii: "#")
        var pieces = Self.pieces(of: text)
        let isPrefix = pieces.last == "**"
        if isPrefix { pieces.removeLast() }
        guard (1...Self.maxParts).contains(pieces.count), pieces.contains(where: { !$0.isEmpty }) else { throw .parts }
        var parts: [PathPart] = []
        for piece in pieces {
            let part = PathPart(pattern: piece)
            // A chain holds titles, in which a star is a star; class names hold none.
            if !isChain, case .exact = part, piece.utf8.contains(UInt8(ascii: "*")) { throw .star(String(piece)) }
            parts.append(part)
        }
        let open = parts.count { !$0.isExact }
        guard open <= Self.maxOpenParts else { throw .open(open) }
        self.description = text
        self.parts = parts
        self.isPrefix = isPrefix
        self.isOpen = isPrefix || open > 0
    }

    /// Whether a path is meant.
    public func matches(_ path: String) -> Bool {
        guard self.isOpen else { return self.description == path }
        return self.matches(path, pieces: Self.pieces(of: path))
    }

    /// Whether a path is meant that was taken apart before, for many patterns.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - pieces: its ``pieces(of:)``.
    /// - Returns: whether it is meant.
    public func matches(_ path: String, pieces: [Substring]) -> Bool {
        guard self.isOpen else { return self.description == path }
        guard (path.utf8.first == UInt8(ascii: "#")) == (self.description.utf8.first == UInt8(ascii: "#")) else {
            return false
        }
        guard pieces.count == self.parts.count || self.isPrefix && pieces.count > self.parts.count else { return false }
        return zip(self.parts, pieces).allSatisfy { $0.matches($1) }
    }

    /// The parts of a path: between slashes, or between number signs where it begins with one.
    public static func pieces(of path: String) -> [Substring] {
        guard path.utf8.first == UInt8(ascii: "#") else {
            return path.split(separator: "/", maxSplits: self.maxParts, omittingEmptySubsequences: false)
        }
        return path.dropFirst().split(separator: "#", maxSplits: self.maxParts, omittingEmptySubsequences: false)
    }

    /// True when both were written alike.
    public static func == (left: PathPattern, right: PathPattern) -> Bool { left.description == right.description }

    /// Feeds what was written.
    public func hash(into hasher: inout Hasher) { hasher.combine(self.description) }
}

/// Why a text is no pattern of paths.
public enum PathPatternError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is empty, or longer than ``PathPattern/maxBytes``.
    case length

    /// It has no part, or more than ``PathPattern/maxParts``.
    case parts

    /// A star stands where none is understood.
    case star(String)

    /// More than ``PathPattern/maxOpenParts`` parts are left open.
    case open(Int)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .length: "a path has 1 to \(PathPattern.maxBytes) bytes."
        case .parts: "a path has 1 to \(PathPattern.maxParts) parts."
        case .star(let part):
            "the star in \"\(Limits.shown(part))\" means nothing there: write [section:*], [*], * for one part, or ** "
                + "as the last one."
        case .open(let count):
            "\(count) parts are left open; at most \(PathPattern.maxOpenParts) may be."
        }
    }
}
