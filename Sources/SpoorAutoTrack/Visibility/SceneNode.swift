/// An element as a scene keeps it: facts of one moment, and what follows from those of the elements around it.
@MainActor
struct SceneNode {
    /// Where it stands among the others.
    struct Place {
        /// The index of the element that contains it; -1 for none.
        let parent: Int
        /// The index of the last element in it; its own where there is none.
        var last: Int
        /// How far down it lies.
        let depth: Int

        /// Whether what is in it lies deeper than a walk goes.
        let isDeepest: Bool
    }

    /// What an element's contents get from it.
    struct Surroundings {
        /// Where they can be drawn.
        var clip: Rectangle
        /// How opaque they are at most.
        var opacity: Double
        /// The index of the nearest element that lets shine through what lies behind it; -1 for none.
        ///
        /// What is in it is blended as one: an opaque element in it hides what is drawn before it there, and nothing else.
        var group: Int
        /// How opaque they are at most within that.
        var groupOpacity: Double
        /// The index of the nearest element that has a position in a list; -1 for none.
        var row: Int

        /// Those of what nothing contains.
        static let none = Surroundings(clip: .unbounded, opacity: 1, group: -1, groupOpacity: 1, row: -1)
    }

    /// Which element it is; it may be gone.
    let id: ObjectIdentifier

    /// Where it stands.
    var place: Place

    /// Its own rectangle; empty for what is not drawn.
    let frame: Rectangle

    /// The part of ``frame`` that nothing clips away; empty where it is hidden.
    private(set) var visible: Rectangle

    /// What its contents get from it.
    private(set) var surroundings: Surroundings

    /// Where nothing behind it can be seen that lies in the same ``Surroundings/group``; empty for what covers nothing.
    private(set) var cover: Rectangle

    /// Whether what lies behind it shines through.
    private var isFaint = false

    /// Where it stands in its list; nil for what is no cell.
    private(set) var position: CellPosition?

    /// The pass in which it last turned out to be another than before.
    var changed = 0

    /// The pass in which it last turned out to lie in other rows than before.
    var moved = 0

    /// Reads an element's facts.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - place: where it stands.
    ///   - index: its own index.
    ///   - outer: what it gets from what contains it.
    /// - Returns: the node.
    static func read(_ element: any Element, at place: Place, index: Int, in outer: Surroundings) -> SceneNode {
        let facts = element.visibility
        let isWindow = Self.isWindow(element, place.depth)
        var node = SceneNode(ObjectIdentifier(element), facts, isWindow: isWindow, at: place, in: outer)
        node.position = element.cellPosition
        if node.position != nil { node.surroundings.row = index }
        if node.isFaint { (node.surroundings.group, node.surroundings.groupOpacity) = (index, 1) }
        guard node.isShown, !node.isFaint else { return node }
        if !node.visible.isEmpty, facts.isOpaque || Self.isPresented(element) { node.cover = node.visible }
        // What lies deeper is not looked at, and may cover whatever its surroundings let it.
        if place.isDeepest, !element.children.isEmpty { node.cover = node.cover.joined(node.surroundings.clip) }
        return node
    }

    private init(
        _ id: ObjectIdentifier,
        _ facts: VisibilityFacts,
        isWindow: Bool,
        at place: Place,
        in outer: Surroundings
    ) {
        self.id = id
        self.place = place
        self.frame = facts.frame ?? .nothing
        let opacity = facts.isHidden ? 0 : outer.opacity * facts.opacity
        let isSeen = opacity > VisibilityScene.leastOpacity && facts.frame != nil
        self.visible = isSeen ? self.frame.intersection(outer.clip) : .nothing
        let isClipping = facts.frame != nil && (facts.clips || isWindow)
        var clip = isClipping ? self.visible : outer.clip
        if let area = facts.contentArea { clip = clip.intersection(area) }
        self.surroundings = outer
        self.surroundings.clip = clip
        self.surroundings.opacity = opacity
        self.surroundings.groupOpacity *= facts.opacity
        self.isFaint = self.surroundings.groupOpacity < Self.coveringOpacity
        self.cover = .nothing
        self.position = nil
    }

    /// The same at another index of the scene.
    func moved(to index: Int, parent: Int, in outer: Surroundings) -> SceneNode {
        var node = self
        node.place = Place(parent: parent, last: index, depth: self.place.depth, isDeepest: self.place.isDeepest)
        node.surroundings.row = self.position == nil ? outer.row : index
        node.surroundings.group = self.isFaint ? index : outer.group
        return node
    }

    /// Makes it one of which nothing can be seen.
    mutating func hide() {
        self.visible = .nothing
        self.surroundings.opacity = 0
        self.cover = .nothing
    }

    /// Whether anything of it can be seen, or of what is in it.
    var isShown: Bool { self.surroundings.opacity > VisibilityScene.leastOpacity }

    /// Behind something less opaque than this, what lies there still shines through.
    private static let coveringOpacity = 0.99

    /// Windows stand at the top, or below the application; the screen ends where they do.
    private static func isWindow(_ element: any Element, _ depth: Int) -> Bool {
        depth == 0 || (depth == 1 && element.kind == .window)
    }

    /// Whether it is the view of a page that was presented: what lies behind that cannot be reached, even where the
    /// page has no background.
    private static func isPresented(_ element: any Element) -> Bool {
        guard let page = element.ownPage else { return false }
        return page.parentPage == nil && page.presentingPage != nil
    }
}

extension Rectangle {
    /// No place at all.
    static let nothing = Rectangle(x: 0, y: 0, width: 0, height: 0)

    /// A clip that clips nothing; finite, so that sums of its edges are.
    static let unbounded = Rectangle(x: -1e150, y: -1e150, width: 2e150, height: 2e150)

    /// Whether both have a point in common that lies on no edge.
    func meets(_ other: Rectangle) -> Bool {
        self.x < other.maxX && other.x < self.maxX && self.y < other.maxY && other.y < self.maxY
    }

    /// The least rectangle around both; an empty one counts for nothing.
    func joined(_ other: Rectangle) -> Rectangle {
        if other.isEmpty { return self }
        if self.isEmpty { return other }
        let (x, y) = (min(self.x, other.x), min(self.y, other.y))
        return Rectangle(
            x: x,
            y: y,
            width: max(self.maxX, other.maxX) - x,
            height: max(self.maxY, other.maxY) - y
        )
    }
}
