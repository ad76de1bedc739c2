/// The exact area that rectangles cover together, where they may lie over one another.
///
/// A line sweeps from left to right over the edges; a tree of segments knows how much of the line is covered. So
/// thousands of rectangles cost thousands of steps, times a logarithm.
struct RectangleUnion {
    /// How much the rectangles cover together.
    ///
    /// - Parameters:
    ///   - rectangles: the rectangles.
    ///   - steps: is raised by one for each segment that was looked at.
    /// - Returns: the area.
    static func area(of rectangles: [Rectangle], steps: inout Int) -> Double {
        let solid = rectangles.filter { !$0.isEmpty }
        if solid.count <= 1 { return solid.first?.area ?? 0 }
        var union = RectangleUnion(solid)
        defer { steps += union.steps }
        return union.sweep(solid)
    }

    private struct Edge {
        let x: Double
        let low: Int
        let high: Int
        let change: Int
    }

    /// The heights at which something begins or ends, sorted, each once.
    private let heights: [Double]
    /// How often each segment of the tree is covered as a whole.
    private var depths: [Int]
    /// How much of each segment is covered.
    private var lengths: [Double]
    /// How many segments were looked at.
    private var steps = 0

    private init(_ rectangles: [Rectangle]) {
        var heights: [Double] = []
        for height in rectangles.flatMap({ [$0.y, $0.maxY] }).sorted() where heights.last != height {
            heights.append(height)
        }
        self.heights = heights
        self.depths = Array(repeating: 0, count: 4 * heights.count)
        self.lengths = Array(repeating: 0, count: 4 * heights.count)
    }

    private mutating func sweep(_ rectangles: [Rectangle]) -> Double {
        var edges: [Edge] = []
        edges.reserveCapacity(2 * rectangles.count)
        for rectangle in rectangles {
            let (low, high) = (self.place(of: rectangle.y), self.place(of: rectangle.maxY))
            edges.append(Edge(x: rectangle.x, low: low, high: high, change: 1))
            edges.append(Edge(x: rectangle.maxX, low: low, high: high, change: -1))
        }
        edges.sort { $0.x < $1.x }
        var area = 0.0
        var x = edges.first?.x ?? 0
        for edge in edges {
            area += (edge.x - x) * self.lengths[1]
            x = edge.x
            self.change(edge, node: 1, from: 0, to: self.heights.count - 1)
        }
        return area
    }

    /// Adds an edge to the segments of the tree that lie within it.
    private mutating func change(_ edge: Edge, node: Int, from: Int, to: Int) {
        self.steps += 1
        if edge.high <= from || edge.low >= to { return }
        if edge.low <= from, edge.high >= to {
            self.depths[node] += edge.change
        } else {
            let middle = (from + to) / 2
            self.change(edge, node: 2 * node, from: from, to: middle)
            self.change(edge, node: 2 * node + 1, from: middle, to: to)
        }
        if self.depths[node] > 0 {
            self.lengths[node] = self.heights[to] - self.heights[from]
        } else {
            self.lengths[node] = to - from > 1 ? self.lengths[2 * node] + self.lengths[2 * node + 1] : 0
        }
    }

    private func place(of height: Double) -> Int {
        var (low, high) = (0, self.heights.count)
        while low < high {
            let middle = (low + high) / 2
            if self.heights[middle] < height { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
