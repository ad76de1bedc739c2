/// A rectangle by its four edges: nothing is computed, and so nothing rounded, when it is compared or cut.
struct Edges {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    /// No place at all; joined to another one it counts for nothing.
    static let nothing = Edges(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Those of a rectangle; ``nothing`` of an empty one.
    init(_ rectangle: Rectangle) {
        if rectangle.isEmpty {
            self = .nothing
        } else {
            self.init(left: rectangle.x, top: rectangle.y, right: rectangle.maxX, bottom: rectangle.maxY)
        }
    }

    /// The area of what is not ``nothing``.
    var area: Double { (self.right - self.left) * (self.bottom - self.top) }

    /// Whether both have a point in common that lies on no edge.
    func meets(_ other: Edges) -> Bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether another one lies inside.
    func contains(_ other: Edges) -> Bool {
        other.left >= self.left && other.top >= self.top && other.right <= self.right && other.bottom <= self.bottom
    }

    /// The least around both.
    func joined(_ other: Edges) -> Edges {
        Edges(
            left: min(self.left, other.left),
            top: min(self.top, other.top),
            right: max(self.right, other.right),
            bottom: max(self.bottom, other.bottom)
        )
    }

    /// What lies in both, where they meet.
    func intersection(_ other: Edges) -> Edges {
        Edges(
            left: max(self.left, other.left),
            top: max(self.top, other.top),
            right: min(self.right, other.right),
            bottom: min(self.bottom, other.bottom)
        )
    }
}
