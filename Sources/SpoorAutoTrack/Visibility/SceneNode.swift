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
    }

    /// What an element's contents get from it.
    struct Surroundings {
        /// Where they can be drawn.
        var clip: Rectangle
        /// How opaque they are at most.
        var opacity: Double

        /// Those of what nothing contains.
        static let none = Surroundings(clip: .unbounded, opacity: 1)
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

    /// Whether nothing behind it can be seen.
    private(set) var isCover: Bool

    /// Reads an element's facts.
    init(_ element: any Element, at place: Place, in outer: Surroundings) {
        let facts = element.visibility
        self.id = ObjectIdentifier(element)
        self.place = place
        self.frame = facts.frame ?? .nothing
        let opacity = facts.isHidden ? 0 : outer.opacity * facts.opacity
        let isSeen = opacity > VisibilityScene.leastOpacity && facts.frame != nil
        self.visible = isSeen ? self.frame.intersection(outer.clip) : .nothing
        let isClipping = facts.frame != nil && (facts.clips || Self.isWindow(element, place.depth))
        var clip = isClipping ? self.visible : outer.clip
        if let area = facts.contentArea { clip = clip.intersection(area) }
        self.surroundings = Surroundings(clip: clip, opacity: opacity)
        self.isCover = false
        guard opacity >= Self.coveringOpacity, !self.visible.isEmpty else { return }
        self.isCover = facts.isOpaque || Self.isPresented(element)
    }

    /// Makes it one of which nothing can be seen.
    mutating func hide() {
        self.visible = .nothing
        self.surroundings.opacity = 0
        self.isCover = false
    }

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
