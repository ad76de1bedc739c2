/// Where a search stands in the paths that it looks for, in each of the forms that a path has.
struct SearchPlace {
    /// The nodes of the path of 002.
    private(set) var view = PathIndex.start

    /// Those of the selector: each row and segment has its number.
    private(set) var selector = PathIndex.start

    /// Those of the element path as it is if no cell follows: the last row is open.
    private(set) var element = PathIndex.start

    /// Those of the element path as it goes on if a cell follows: each row has its number.
    private var rows = PathIndex.start

    /// Those of the normalised path.
    private(set) var normalised = PathIndex.start

    /// What is meant with all that lies below.
    private(set) var below: [Int32] = []

    /// The hash of the normalised path; nil where nobody asks for it.
    private(set) var hash: UInt64?

    /// The position of the innermost cell.
    private(set) var position: String?

    /// Those of the events' own cells that it lies in.
    var cells: [ObjectIdentifier]

    /// Whether it lies in a cell.
    private(set) var isInCell = false

    /// Whether it lies in a list.
    var isInList = false

    /// The page that the path begins at; nil for none.
    let page: ObjectIdentifier?

    private let hashes: Bool

    /// Stands above the page.
    ///
    /// - Parameters:
    ///   - hashes: whether the hash is asked for.
    ///   - cells: those of the events' own cells that it lies in.
    ///   - page: the page that the path begins at; nil for none.
    init(hashes: Bool, cells: [ObjectIdentifier] = [], page: (any PageElement)?) {
        self.hashes = hashes
        self.cells = cells
        self.page = page.map { ObjectIdentifier($0) }
    }

    /// Whether nothing below can be meant by its path.
    var isDead: Bool {
        self.view.isEmpty && self.selector.isEmpty && self.element.isEmpty && self.rows.isEmpty
            && self.normalised.isEmpty && self.below.isEmpty
    }

    /// Whether anybody asks for the normalised path below.
    var needsIdentifiers: Bool { self.hashes || !self.normalised.isEmpty }

    /// What is meant by the place itself.
    func values(in index: PathIndex) -> [Int32] {
        self.below + index.ends(at: self.view) + index.ends(at: self.selector) + index.ends(at: self.element)
            + index.ends(at: self.normalised)
    }

    /// What is meant by the chosen segment of the control that stands here.
    func values(ofSegment segment: Int, in index: PathIndex) -> [Int32] {
        let ends = [
            index.nodes(after: self.element, "UISegment[-]"),
            index.nodes(after: self.selector, "UISegment[\(segment)]"),
        ]
        return ends.flatMap { index.ends(at: $0) + index.below($0) }
    }

    /// Goes a level down.
    mutating func go(_ step: PathStep, in index: PathIndex) {
        let isCell = step.place.isCell
        let isSegment = step.kind == .segment
        let inView = step.inViewPath
        func follow(_ nodes: [Int32], isWild: Bool) -> [Int32] {
            nodes.isEmpty ? [] : index.nodes(after: nodes, step.inElementPath(isWild: isWild))
        }
        self.view = self.view.isEmpty ? [] : index.nodes(after: self.view, inView)
        self.selector = follow(self.selector, isWild: false)
        // A cell is the innermost one until another follows.
        self.element = follow(isCell ? self.rows : self.element, isWild: isCell || isSegment)
        self.rows = follow(self.rows, isWild: isSegment)
        if self.needsIdentifiers {
            let part = step.inNormalisedPath(isInCell: self.isInCell)
            self.normalised = index.nodes(after: self.normalised, part)
            if self.hashes { self.add(part) }
        }
        for nodes in [self.view, self.selector, self.element, self.normalised] where !nodes.isEmpty {
            self.below += index.below(nodes)
        }
        guard isCell else { return }
        self.isInCell = true
        self.position = nil
        if case .cell(let section, let row) = step.place { self.position = "\(section):\(row)" }
    }

    private mutating func add(_ part: String) {
        guard let hash = self.hash else { return self.hash = ElementID.hash(part.utf8) }
        self.hash = ElementID.hash(part.utf8, after: ElementID.hash("/".utf8, after: hash))
    }
}
