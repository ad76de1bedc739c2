/// A rectangle in points; its origin is the upper left corner of the window.
public struct Rectangle: Hashable, Sendable {
    /// The left edge.
    public var x: Double

    /// The upper edge.
    public var y: Double

    /// How wide it is; never less than zero.
    public var width: Double

    /// How high it is; never less than zero.
    public var height: Double

    /// Makes a rectangle.
    ///
    /// What is not finite, and a negative width or height, makes it empty: views in the middle of an animation or
    /// parked outside the window report such frames.
    ///
    /// - Parameters:
    ///   - x: the left edge.
    ///   - y: the upper edge.
    ///   - width: how wide it is.
    ///   - height: how high it is.
    public init(x: Double, y: Double, width: Double, height: Double) {
        let isSound = x.isFinite && y.isFinite && width.isFinite && height.isFinite && width >= 0 && height >= 0
        self.x = isSound ? x : 0
        self.y = isSound ? y : 0
        self.width = isSound ? width : 0
        self.height = isSound ? height : 0
    }

    /// The right edge.
    public var maxX: Double { self.x + self.width }

    /// The lower edge.
    public var maxY: Double { self.y + self.height }

    /// The area in square points.
    public var area: Double { self.width * self.height }

    /// Whether nothing is inside.
    public var isEmpty: Bool { self.width <= 0 || self.height <= 0 }

    /// What lies in both; empty where they do not meet.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let x = max(self.x, other.x)
        let y = max(self.y, other.y)
        let width = min(self.maxX, other.maxX) - x
        let height = min(self.maxY, other.maxY) - y
        guard width > 0, height > 0 else { return Rectangle(x: x, y: y, width: 0, height: 0) }
        return Rectangle(x: x, y: y, width: width, height: height)
    }

    /// Whether another one lies inside; an empty one never does.
    public func contains(_ other: Rectangle) -> Bool {
        !other.isEmpty && other.x >= self.x && other.y >= self.y && other.maxX <= self.maxX && other.maxY <= self.maxY
    }
}
