/// The levels of a path, from the page down, as texts.
struct PathNames {
    /// See ``ElementPaths/viewPath``.
    private(set) var viewPath = ""

    /// See ``ElementPaths/elementPath``.
    private(set) var elementPath = ""

    /// See ``ElementPaths/selector``.
    private(set) var selector = ""

    /// See ``ElementPaths/normalisedPath``.
    private(set) var normalisedPath = ""

    /// See ``ElementPaths/elementPosition``.
    private(set) var position: String?

    /// Writes the texts.
    ///
    /// - Parameters:
    ///   - steps: the levels, from the page down.
    ///   - segment: the chosen segment of the last level; nil where that has none.
    init(steps: [PathStep], segment: Int?) {
        let innermost = steps.lastIndex { $0.place.isCell }
        var isInCell = false
        for (index, step) in steps.enumerated() {
            let separator = index == 0 ? "" : "/"
            self.viewPath += separator + step.inViewPath
            self.selector += separator + step.inElementPath(isWild: false)
            let isWild = index == innermost || step.kind == .segment
            self.elementPath += separator + step.inElementPath(isWild: isWild)
            self.normalisedPath += separator + step.inNormalisedPath(isInCell: isInCell)
            isInCell = isInCell || step.place.isCell
        }
        self.position = innermost.flatMap { Self.position(of: steps[$0].place) }
        if self.position == nil, let last = steps.last { self.position = Self.position(of: last) }
        guard let segment else { return }
        self.elementPath += "/UISegment[-]"
        self.selector += "/UISegment[\(segment)]"
        self.position = self.position ?? String(segment)
    }

    private static func position(of place: PathPlace) -> String? {
        guard case .cell(let section, let row) = place else { return nil }
        return "\(section):\(row)"
    }

    /// The position of what is in no list: a segment's number.
    private static func position(of step: PathStep) -> String? {
        guard case .segment(let index) = step.place else { return nil }
        return String(index)
    }
}
