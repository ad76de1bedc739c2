/// What covers other elements in a scene, from back to front.
@MainActor
struct SceneCovers {
    private struct Cover {
        /// Its index in the scene.
        let index: Int
        /// What it covers.
        let frame: Rectangle
        /// The least rectangle around it and the covers in it.
        var bounds: Rectangle
        /// The place of the first cover that does not lie in it.
        var end: Int
    }

    private var covers: [Cover] = []

    /// Takes the covers of a scene.
    mutating func rebuild(_ nodes: [SceneNode]) {
        self.covers.removeAll(keepingCapacity: true)
        for index in nodes.indices where nodes[index].isCover {
            let frame = nodes[index].visible
            self.covers.append(Cover(index: index, frame: frame, bounds: frame, end: 0))
        }
        for place in self.covers.indices.reversed() {
            let last = nodes[self.covers[place].index].place.last
            var bounds = self.covers[place].frame
            var end = place + 1
            while end < self.covers.count, self.covers[end].index <= last {
                bounds = bounds.joined(self.covers[end].bounds)
                end = self.covers[end].end
            }
            self.covers[place].bounds = bounds
            self.covers[place].end = end
        }
    }

    /// The area of a rectangle that nothing covers.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle.
    ///   - last: the index of the last element that does not cover it: itself or the last in it.
    /// - Returns: the area.
    func uncoveredArea(of rectangle: Rectangle, behind last: Int) -> Double {
        var place = self.place(after: last)
        var pieces: [Rectangle] = []
        while place < self.covers.count {
            let cover = self.covers[place]
            guard cover.bounds.meets(rectangle) else {
                place = cover.end
                continue
            }
            place += 1
            if cover.frame.contains(rectangle) { return 0 }
            if cover.frame.meets(rectangle) { pieces.append(cover.frame.intersection(rectangle)) }
        }
        guard !pieces.isEmpty else { return rectangle.area }
        let left = rectangle.area - RectangleUnion.area(of: pieces)
        // What is left of a rectangle that is wholly covered, when its parts are added up.
        return left > rectangle.area * 1e-9 ? left : 0
    }

    /// The place of the first cover whose index is greater.
    private func place(after index: Int) -> Int {
        var (low, high) = (0, self.covers.count)
        while low < high {
            let middle = (low + high) / 2
            if self.covers[middle].index > index { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
