/// What can be seen of each element, made by one walk over the windows and kept up to date by smaller ones.
///
/// Visible is an element's own rectangle, inside all that clips it and its window, minus what is drawn over it:
/// opaque elements that come later, in its window or one above, and presented pages. An element's own contents never
/// cover it. It keeps no element alive: it knows them by identity, and forgets them with the next walk.
@MainActor
public struct VisibilityScene {
    /// How many levels a walk goes down; what lies deeper is not visible to the engine.
    public static let maximumDepth = 200

    /// How many elements a walk takes in; a tree that contains itself ends here.
    public static let maximumElements = 20_000

    /// An element at most this opaque cannot be seen, nor what is in it.
    public static let leastOpacity = 0.01

    /// Whether the last full walk met one of the bounds, so that not every element is known.
    public private(set) var isTruncated = false

    /// How many elements are known.
    public var count: Int { self.nodes.count }

    private(set) var nodes: [SceneNode] = []
    private var indexes: [ObjectIdentifier: Int] = [:]
    private var covers = SceneCovers()

    /// Makes a scene without elements.
    public init() {}

    /// Walks over all windows anew.
    ///
    /// - Parameter windows: the windows, from back to front; or any other elements that are drawn as if alone.
    public mutating func rebuild(_ windows: [any Element]) {
        if !self.refresh(windows) { self.appendAll(windows) }
        self.covers.rebuild(self.nodes)
    }

    /// Reads some elements again, with all that is in them: after a scroll, the scrolling element.
    ///
    /// - Parameter elements: the elements whose facts changed.
    /// - Returns: false where elements came, went or moved to another place in the tree; ``rebuild(_:)`` is due then.
    public mutating func update(_ elements: [any Element]) -> Bool {
        var isSound = true
        for element in elements { isSound = self.refresh(element) && isSound }
        self.covers.rebuild(self.nodes)
        return isSound
    }

    /// How much of an element can be seen: the visible area divided by its own, 0 to 1.
    ///
    /// - Parameter element: the element; one that the last walk did not meet is not visible.
    /// - Returns: the ratio; 0 for what has no area.
    public func visibleRatio(of element: any Element) -> Double {
        self.index(of: element).map(self.visibleRatio(at:)) ?? 0
    }

    func index(of element: any Element) -> Int? { self.index(of: ObjectIdentifier(element)) }

    func index(of id: ObjectIdentifier) -> Int? { self.indexes[id] }

    func visibleRatio(at index: Int) -> Double {
        let node = self.nodes[index]
        let own = node.frame.area
        guard own > 0, !node.visible.isEmpty else { return 0 }
        let seen = self.covers.uncoveredArea(of: node.visible, behind: node.place.last)
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

    // MARK: - Walks

    private mutating func appendAll(_ windows: [any Element]) {
        self.nodes.removeAll(keepingCapacity: true)
        self.indexes.removeAll(keepingCapacity: true)
        self.isTruncated = false
        for window in windows { self.append(window, parent: nil, depth: 0) }
    }

    /// Reads everything again where it stands; false where the tree is another.
    private mutating func refresh(_ windows: [any Element]) -> Bool {
        guard !self.nodes.isEmpty else { return false }
        var next = 0
        for window in windows {
            guard self.refresh(window, parent: -1, next: &next) else { return false }
        }
        return next == self.nodes.count
    }

    private mutating func append(_ element: any Element, parent: Int?, depth: Int) {
        guard depth < Self.maximumDepth, self.nodes.count < Self.maximumElements else {
            return self.isTruncated = true
        }
        let index = self.nodes.count
        let place = SceneNode.Place(parent: parent ?? -1, last: index, depth: depth)
        let node = SceneNode(element, at: place, in: self.surroundings(of: place.parent))
        self.nodes.append(node)
        self.indexes[node.id] = index
        guard node.surroundings.opacity > Self.leastOpacity else { return }
        for child in element.children { self.append(child, parent: index, depth: depth + 1) }
        self.nodes[index].place.last = self.nodes.count - 1
    }

    private mutating func refresh(_ element: any Element) -> Bool {
        guard let index = self.index(of: element) else { return false }
        let parent = self.nodes[index].place.parent
        if parent >= 0 {
            guard let above = element.parent, ObjectIdentifier(above) == self.nodes[parent].id else { return false }
        }
        var next = index
        return self.refresh(element, parent: parent, next: &next)
    }

    /// Reads the element at `next` again and those in it; false where they are not those that were there.
    private mutating func refresh(_ element: any Element, parent: Int, next: inout Int) -> Bool {
        let index = next
        guard index < self.nodes.count, self.nodes[index].id == ObjectIdentifier(element) else { return false }
        let place = self.nodes[index].place
        guard place.parent == parent else { return false }
        let last = place.last
        self.nodes[index] = SceneNode(element, at: place, in: self.surroundings(of: parent))
        next += 1
        guard self.nodes[index].surroundings.opacity > Self.leastOpacity else {
            return self.hide(from: &next, to: last)
        }
        for child in element.children {
            guard next <= last, self.refresh(child, parent: index, next: &next) else { return false }
        }
        return next == last + 1
    }

    private func surroundings(of parent: Int) -> SceneNode.Surroundings {
        parent >= 0 ? self.nodes[parent].surroundings : .none
    }

    /// What is in a hidden element is hidden; it need not be read.
    private mutating func hide(from next: inout Int, to last: Int) -> Bool {
        while next <= last {
            self.nodes[next].hide()
            next += 1
        }
        return true
    }
}
