/// What covers other elements in a scene, from back to front.
///
/// Over the covers stands a tree of rectangles, each the least one around the two below it: a look-up goes down only
/// where something could lie.
@MainActor
struct SceneCovers {
    /// The covers' indexes in the scene.
    private var indexes: [Int] = []
    /// The tree: the root is at 1, what is below `node` at `2 * node` and `2 * node + 1`, the covers from `width` on.
    private var bounds: [Rectangle] = []
    private var width = 1

    /// Takes the covers of a scene.
    mutating func rebuild(_ nodes: [SceneNode]) {
        self.indexes.removeAll(keepingCapacity: true)
        for index in nodes.indices where !nodes[index].cover.isEmpty { self.indexes.append(index) }
        self.width = 1
        while self.width < self.indexes.count { self.width *= 2 }
        self.bounds = Array(repeating: .nothing, count: 2 * self.width)
        for (place, index) in self.indexes.enumerated() { self.bounds[self.width + place] = nodes[index].cover }
        for node in (1..<self.width).reversed() {
            self.bounds[node] = self.bounds[2 * node].joined(self.bounds[2 * node + 1])
        }
    }

    /// Takes another rectangle for a cover; false where the element was none, or is none any more.
    mutating func move(_ index: Int, to frame: Rectangle) -> Bool {
        let place = self.place(after: index - 1)
        guard place < self.indexes.count, self.indexes[place] == index, !frame.isEmpty else { return false }
        var node = self.width + place
        self.bounds[node] = frame
        while node > 1 {
            node /= 2
            self.bounds[node] = self.bounds[2 * node].joined(self.bounds[2 * node + 1])
        }
        return true
    }

    /// The area of a rectangle that nothing covers.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle.
    ///   - last: the index of the last element that does not cover it: itself or the last in it.
    /// - Returns: the area.
    func uncoveredArea(of rectangle: Rectangle, behind last: Int) -> Double {
        let first = self.place(after: last)
        guard first < self.indexes.count else { return rectangle.area }
        var pieces: [Rectangle] = []
        var enough = Self.firstCheck
        // From the first cover on: down to the left where something could lie, else on to the next one not below.
        var (node, isLeaf) = (self.width + first, true)
        while node > 0 {
            if self.bounds[node].meets(rectangle) {
                if !isLeaf {
                    node *= 2
                    isLeaf = node >= self.width
                    continue
                }
                if self.bounds[node].contains(rectangle) { return 0 }
                pieces.append(self.bounds[node].intersection(rectangle))
                if pieces.count == enough {
                    if Self.left(of: rectangle, under: pieces) == 0 { return 0 }
                    enough *= 4
                }
            }
            while node & 1 == 1 { node >>= 1 }
            if node > 0 { node += 1 }
            isLeaf = node >= self.width
        }
        return pieces.isEmpty ? rectangle.area : Self.left(of: rectangle, under: pieces)
    }

    /// How many pieces may make it worthwhile to see whether they already cover all.
    private static let firstCheck = 32

    private static func left(of rectangle: Rectangle, under pieces: [Rectangle]) -> Double {
        let left = rectangle.area - RectangleUnion.area(of: pieces)
        // What is left of a rectangle that is wholly covered, when its parts are added up.
        return left > rectangle.area * 1e-9 ? left : 0
    }

    /// The place of the first cover whose index is greater.
    private func place(after index: Int) -> Int {
        var (low, high) = (0, self.indexes.count)
        while low < high {
            let middle = (low + high) / 2
            if self.indexes[middle] > index { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
