/// Versions of an app from one to another, both included.
public struct AppVersionRange: Hashable, Sendable {
    /// The first version; nil for no lower bound.
    public var first: String?

    /// The last version; nil for no upper bound.
    ///
    /// Bounded by `2.3`, 2.3.1 is in.
    public var last: String?

    /// Makes a range.
    ///
    /// - Parameters:
    ///   - first: the first version; nil for no lower bound.
    ///   - last: the last version; nil for no upper bound.
    public init(first: String? = nil, last: String? = nil) {
        self.first = first
        self.last = last
    }

    /// Whether no version lies in it, since the last one comes before the first.
    public var isEmpty: Bool {
        guard let first = self.first.flatMap(Self.numbers), let last = self.last.flatMap(Self.numbers) else {
            return false
        }
        return Self.isLess(last, Array(first.prefix(last.count)))
    }

    /// Whether a version lies in it; one that is not known does.
    public func contains(_ version: String?) -> Bool {
        guard let numbers = version.flatMap(Self.numbers) else { return true }
        if let first = self.first.flatMap(Self.numbers), Self.isLess(numbers, first) { return false }
        guard let last = self.last.flatMap(Self.numbers) else { return true }
        return !Self.isLess(last, Array(numbers.prefix(last.count)))
    }

    /// Whether a text is a version: whole numbers with points between them.
    public static func isVersion(_ text: String) -> Bool { self.numbers(text) != nil }

    private static func numbers(_ text: String) -> [Int]? {
        // What follows a hyphen or a plus says more about the same version.
        let core = text.prefix { $0 != "-" && $0 != "+" && $0 != " " }
        let parts = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count <= 8, parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        return parts.compactMap(\.self)
    }

    private static func isLess(_ left: [Int], _ right: [Int]) -> Bool {
        for index in 0..<max(left.count, right.count) {
            let (one, other) = (index < left.count ? left[index] : 0, index < right.count ? right[index] : 0)
            if one != other { return one < other }
        }
        return false
    }
}
