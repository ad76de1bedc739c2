/// What can be seen of each element, made by one walk over the windows and kept up to date by smaller ones.
///
/// Visible is an element's own rectangle, inside all that clips it and its window, minus what is drawn over it:
/// opaque elements that come later, in its window or one above, and presented pages; those in an element that lets shine
/// through what lies behind it, only what else is in that. An element's own contents never cover it. It keeps no element
/// alive: it knows them by identity, and forgets them with the next walk.
///
/// A walk has bounds. What they leave out is never visible, and never lets something behind it be visible: of too many
/// elements those in front are known, and what lies too deep counts as opaque wherever it may be drawn.
@MainActor
public struct VisibilityScene {
    /// How many levels a walk goes down; what lies deeper is not visible to the engine.
    public static let maximumDepth = TreeBounds.levels

    /// How many elements a walk takes in, those in front first; a tree that contains itself ends here.
    public static let maximumElements = TreeBounds.elements

    /// An element at most this opaque cannot be seen, nor what is in it.
    public static let leastOpacity = 0.01

    /// Whether the last full walk met one of the bounds, so that not every element is known.
    public var isTruncated: Bool { self.hasMore || self.isDeeper }

    /// Whether there are more elements than the last full walk took in.
    private(set) var hasMore = false

    /// Whether something lies deeper than the last full walk went.
    private(set) var isDeeper = false

    /// How many elements are known.
    public var count: Int { self.nodes.count }

    private(set) var nodes: [SceneNode] = []
    private var indexes: [ObjectIdentifier: Int] = [:]
    private var covers = SceneCovers()
    private var change = SceneChange()
    /// Whether another set of elements covers something than ``covers`` has.
    private var hasOtherCovers = false

    private let mostElements: Int
    private let mostLevels: Int

    /// Makes a scene without elements.
    public init() { self.init(elements: Self.maximumElements, levels: Self.maximumDepth) }

    /// Makes one with other bounds.
    init(elements: Int, levels: Int) {
        self.mostElements = elements
        self.mostLevels = levels
    }

    /// Walks over all windows anew.
    ///
    /// - Parameter windows: the windows, from back to front; or any other elements that are drawn as if alone.
    public mutating func rebuild(_ windows: [any Element]) {
        if self.refresh(windows) {
            self.settleCovers()
        } else {
            self.appendAll(windows)
        }
    }

    /// Reads some elements again, with all that is in them: after a scroll, the scrolling element.
    ///
    /// - Parameter elements: the elements whose facts changed.
    /// - Returns: false where elements came, went or moved to another place in the tree; ``rebuild(_:)`` is due then.
    public mutating func update(_ elements: [any Element]) -> Bool {
        var isSound = true
        for element in elements { isSound = self.refresh(element) && isSound }
        self.settleCovers()
        return isSound
    }

    /// What became other since the last call.
    mutating func takeChange() -> SceneChange {
        defer { self.change.reset() }
        return self.change
    }

    /// How much of an element can be seen: the visible area divided by its own, 0 to 1.
    ///
    /// - Parameter element: the element; one that the last walk did not meet is not visible.
    /// - Returns: the ratio; 0 for what has no area.
    public func visibleRatio(of element: any Element) -> Double {
        guard let index = self.index(of: ObjectIdentifier(element)) else { return 0 }
        var search = CoverSearch()
        return self.visibleRatio(at: index, enough: nil, &search)
    }

    func index(of id: ObjectIdentifier) -> Int? { self.indexes[id] }

    /// Whether any of an element lies where nothing hides it or clips it away.
    func isUnclipped(at index: Int) -> Bool { !self.nodes[index].visible.isEmpty }

    /// How much of an element can be seen, 0 to 1.
    ///
    /// - Parameters:
    ///   - index: its index.
    ///   - enough: the ratio that is asked for; nil wants the exact one.
    ///   - search: counts the steps.
    /// - Returns: the ratio; where one is asked for, another that is less or more as well.
    func visibleRatio(at index: Int, enough: Double?, _ search: inout CoverSearch) -> Double {
        let own = self.nodes[index].frame.area
        let visible = self.nodes[index].visible
        guard own > 0, !visible.isEmpty else { return 0 }
        let area = enough.map { $0 * own }
        if let area, visible.area < area { return 0 }
        let seen = self.covers
            .uncoveredArea(of: visible, index, behind: self.nodes[index].place.last, enough: area, &search)
        return min(seen / own, 1)
    }

    /// Whether an element is, or lies in, one of the given ones.
    func isInside(_ index: Int, _ outer: Set<ObjectIdentifier>) -> Bool {
        guard !outer.isEmpty else { return false }
        var index = index
        while index >= 0 {
            if outer.contains(self.nodes[index].id) { return true }
            index = self.nodes[index].place.parent
        }
        return false
    }

    /// Whether an element lies in a list.
    func hasRows(at index: Int) -> Bool { self.nodes[index].surroundings.row >= 0 }

    /// The rows in which an element lies, from the outermost list's to its own; empty outside of lists.
    func rows(at index: Int) -> [CellPosition] {
        var rows: [CellPosition] = []
        var row = self.nodes[index].surroundings.row
        while row >= 0 {
            if let position = self.nodes[row].position { rows.append(position) }
            row = self.surroundings(of: self.nodes[row].place.parent).row
        }
        return rows.reversed()
    }

    private func surroundings(of parent: Int) -> SceneNode.Surroundings {
        parent >= 0 ? self.nodes[parent].surroundings : .none
    }
}

// MARK: - Walks over all

extension VisibilityScene {
    private mutating func appendAll(_ windows: [any Element]) {
        self.forgetAll()
        for window in windows { self.append(window, parent: -1, depth: 0) }
        if self.hasMore { self.appendFront(windows) }
        self.covers.rebuild(self.nodes)
        self.hasOtherCovers = false
        self.change.becomesOther()
    }

    private mutating func forgetAll() {
        self.nodes.removeAll(keepingCapacity: true)
        self.indexes.removeAll(keepingCapacity: true)
        (self.hasMore, self.isDeeper) = (false, false)
    }

    /// Takes in an element and what is in it, from back to front.
    private mutating func append(_ element: any Element, parent: Int, depth: Int) {
        guard let index = self.appendOne(element, parent: parent, depth: depth), self.nodes[index].isShown else {
            return
        }
        for child in element.children where !self.hasMore { self.append(child, parent: index, depth: depth + 1) }
        self.nodes[index].place.last = self.nodes.count - 1
    }

    /// Takes in one element; nil where it lies beyond a bound.
    private mutating func appendOne(_ element: any Element, parent: Int, depth: Int) -> Int? {
        guard depth < self.mostLevels else {
            self.isDeeper = true
            return nil
        }
        guard self.nodes.count < self.mostElements else {
            self.hasMore = true
            return nil
        }
        let index = self.nodes.count
        let isDeepest = depth == self.mostLevels - 1
        let place = SceneNode.Place(parent: parent, last: index, depth: depth, isDeepest: isDeepest)
        let node = SceneNode.read(element, at: place, index: index, in: self.surroundings(of: parent))
        self.nodes.append(node)
        self.indexes[node.id] = index
        return index
    }

    /// Takes in as many elements as the bound allows from the front, so that whatever may cover one of them is known;
    /// then puts them in the order in which they are drawn.
    private mutating func appendFront(_ windows: [any Element]) {
        self.forgetAll()
        for window in windows.reversed() { self.appendBackwards(window, parent: -1, depth: 0) }
        let front = self.nodes
        self.nodes.removeAll(keepingCapacity: true)
        self.indexes.removeAll(keepingCapacity: true)
        var children = Array(repeating: [Int](), count: front.count)
        var open: [(old: Int, parent: Int)] = []
        for (index, node) in front.enumerated() {
            if node.place.parent >= 0 { children[node.place.parent].append(index) } else { open.append((index, -1)) }
        }
        // Each was met after those in front of it, so that the last one met is drawn first.
        while let (old, parent) = open.popLast() {
            let index = self.nodes.count
            self.nodes.append(front[old].moved(to: index, parent: parent, in: self.surroundings(of: parent)))
            self.indexes[front[old].id] = index
            for child in children[old] { open.append((child, index)) }
        }
        for index in self.nodes.indices.reversed() {
            let place = self.nodes[index].place
            guard place.parent >= 0 else { continue }
            self.nodes[place.parent].place.last = max(self.nodes[place.parent].place.last, place.last)
        }
    }

    private mutating func appendBackwards(_ element: any Element, parent: Int, depth: Int) {
        guard let index = self.appendOne(element, parent: parent, depth: depth), self.nodes[index].isShown else {
            return
        }
        for child in element.children.reversed() where !self.hasMore {
            self.appendBackwards(child, parent: index, depth: depth + 1)
        }
    }
}

// MARK: - Reading again

extension VisibilityScene {
    /// Reads everything again where it stands; false where the tree is another.
    private mutating func refresh(_ windows: [any Element]) -> Bool {
        guard !self.nodes.isEmpty else { return false }
        var next = 0
        for window in windows {
            guard self.refresh(window, parent: -1, next: &next) else { return false }
        }
        guard next == self.nodes.count else { return false }
        self.change.reads(0...(next - 1))
        return true
    }

    private mutating func refresh(_ element: any Element) -> Bool {
        guard let index = self.index(of: ObjectIdentifier(element)) else { return false }
        let parent = self.nodes[index].place.parent
        if parent >= 0 {
            guard let above = element.parent, ObjectIdentifier(above) == self.nodes[parent].id else { return false }
        }
        var next = index
        guard self.refresh(element, parent: parent, next: &next) else { return false }
        self.change.reads(index...(next - 1))
        return true
    }

    /// Reads the element at `next` again and those in it; false where they are not those that were there.
    private mutating func refresh(_ element: any Element, parent: Int, next: inout Int) -> Bool {
        let index = next
        guard index < self.nodes.count, self.nodes[index].id == ObjectIdentifier(element) else { return false }
        let place = self.nodes[index].place
        guard place.parent == parent else { return false }
        let last = place.last
        self.replace(index, by: SceneNode.read(element, at: place, index: index, in: self.surroundings(of: parent)))
        next += 1
        guard self.nodes[index].isShown else { return self.hide(from: &next, to: last) }
        for child in element.children {
            guard next <= last, self.refresh(child, parent: index, next: &next) else { return false }
        }
        return next == last + 1
    }

    /// What is in a hidden element is hidden; it need not be read.
    private mutating func hide(from next: inout Int, to last: Int) -> Bool {
        while next <= last {
            if self.nodes[next].isShown {
                var node = self.nodes[next]
                node.hide()
                self.replace(next, by: node)
            }
            next += 1
        }
        return true
    }

    /// Puts what was read in place of what was known, and notes what is other.
    private mutating func replace(_ index: Int, by node: SceneNode) {
        var node = node
        let pass = self.change.pass
        let parent = node.place.parent
        node.moved = self.nodes[index].moved
        if node.position != self.nodes[index].position || (parent >= 0 && self.nodes[parent].moved == pass) {
            node.moved = pass
        }
        let isSame = node.visible == self.nodes[index].visible && node.frame == self.nodes[index].frame
        if isSame, node.moved != pass {
            node.changed = self.nodes[index].changed
        } else {
            node.changed = pass
            self.change.changes()
        }
        let (cover, group) = (self.nodes[index].cover, self.nodes[index].surroundings.group)
        self.nodes[index] = node
        guard node.cover != cover || (!cover.isEmpty && node.surroundings.group != group) else { return }
        self.change.covers(index, cover, node.cover)
        guard !self.hasOtherCovers else { return }
        // To make all anew costs less than to move many.
        self.hasOtherCovers =
            self.change.hasManyCovers || !self.covers.move(index, to: node.cover, group: node.surroundings.group)
    }

    private mutating func settleCovers() {
        guard self.hasOtherCovers else { return }
        self.hasOtherCovers = false
        self.covers.rebuild(self.nodes)
    }
}
