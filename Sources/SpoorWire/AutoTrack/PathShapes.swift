/// In which ways the patterns of a list leave parts open; at most so many for paths that begin alike.
///
/// A path is followed through a list in as many ways at once as its patterns have shapes: which parts they leave open,
/// and how. A bound on the shapes, not on the patterns, makes a look-up take the same time however long the list is.
public struct PathShapes: Sendable {
    /// The most shapes of patterns with the same first part, and of those that leave it open.
    public static let maxCount = 64

    /// What to say of a pattern that is one shape too many.
    public static let remark =
        "the list leaves other parts open in \(maxCount) ways already, for paths that begin alike; the entry is ignored. "
        + "Leave open the same parts in several entries, or end some with **."

    private struct Group: Hashable {
        let isChain: Bool
        let first: String?
    }

    private var groups: [Group: Set<[UInt16]>] = [:]

    /// Makes one without patterns.
    public init() {}

    /// Takes a pattern, unless it is of one shape too many.
    ///
    /// - Parameter pattern: the pattern.
    /// - Returns: whether it was taken.
    public mutating func add(_ pattern: PathPattern) -> Bool {
        var forms = pattern.parts.map(\.form)
        while forms.last == 0 { forms.removeLast() }
        guard !forms.isEmpty else { return true }
        var first: String?
        if case .exact(let text) = pattern.parts.first { first = text }
        let group = Group(isChain: pattern.description.utf8.first == UInt8(ascii: "#"), first: first)
        if self.groups[group]?.contains(forms) == true { return true }
        guard self.groups[group]?.count ?? 0 < Self.maxCount else { return false }
        self.groups[group, default: []].insert(forms)
        return true
    }
}

extension PathPart {
    /// In which way it is open; a part of a path is met by but one pattern's part of each form.
    fileprivate var form: UInt16 {
        switch self {
        case .exact: 0
        case .anyRow: 1
        case .anySection: 2
        case .anyCell: 3
        case .anyPlace: 4
        case .any: 5
        // Of the names that a part may have, each has another number of signs of equality.
        case .anyValue(let name): 6 + UInt16(clamping: name.utf8.count { $0 == UInt8(ascii: "=") })
        }
    }
}
