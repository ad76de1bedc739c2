/// What covers other elements in a scene, from back to front.
///
/// Over the covers stands a tree of rectangles, each the least one around the two below it: a look-up goes down only
/// where something could lie.
@MainActor
struct SceneCovers {
    /// Of each element of the scene, how many of those up to it cover something.
    private var counts: [Int] = []
    /// How many cover something.
    private var count = 0
    /// The tree: the root is at 1, what is below `node` at `2 * node` and `2 * node + 1`, the covers from `width` on.
    private var bounds: [Edges] = []
    private var width = 1
    /// Of each node of the tree, the least index of a group in which it covers anything; empty where all cover everywhere.
    private var groups: [Int] = []

    /// Takes the covers of a scene.
    mutating func rebuild(_ nodes: [SceneNode]) {
        self.count = 0
        self.counts.removeAll(keepingCapacity: true)
        var isGrouped = false
        for index in nodes.indices {
            if !nodes[index].cover.isEmpty {
                self.count += 1
                isGrouped = isGrouped || nodes[index].surroundings.group >= 0
            }
            self.counts.append(self.count)
        }
        self.width = 1
        while self.width < self.count { self.width *= 2 }
        self.bounds.removeAll(keepingCapacity: true)
        self.bounds.append(contentsOf: repeatElement(.nothing, count: self.width))
        for index in nodes.indices where !nodes[index].cover.isEmpty { self.bounds.append(Edges(nodes[index].cover)) }
        self.bounds.append(contentsOf: repeatElement(.nothing, count: 2 * self.width - self.bounds.count))
        for node in (1..<self.width).reversed() {
            self.bounds[node] = self.bounds[2 * node].joined(self.bounds[2 * node + 1])
        }
        self.groups.removeAll(keepingCapacity: true)
        if isGrouped { self.regroup(nodes) }
    }

    private mutating func regroup(_ nodes: [SceneNode]) {
        self.groups.append(contentsOf: repeatElement(.max, count: self.width))
        for index in nodes.indices where !nodes[index].cover.isEmpty {
            self.groups.append(nodes[index].surroundings.group)
        }
        self.groups.append(contentsOf: repeatElement(.max, count: 2 * self.width - self.groups.count))
        for node in (1..<self.width).reversed() {
            self.groups[node] = min(self.groups[2 * node], self.groups[2 * node + 1])
        }
    }

    /// Takes another rectangle for a cover, or another group; false where the element was none, or is none any more.
    mutating func move(_ index: Int, to frame: Rectangle, group: Int) -> Bool {
        let place = self.place(after: index - 1)
        guard self.place(after: index) > place, !frame.isEmpty, group < 0 || !self.groups.isEmpty else { return false }
        var node = self.width + place
        self.bounds[node] = Edges(frame)
        if !self.groups.isEmpty { self.groups[node] = group }
        while node > 1 {
            node /= 2
            self.bounds[node] = self.bounds[2 * node].joined(self.bounds[2 * node + 1])
            if !self.groups.isEmpty { self.groups[node] = min(self.groups[2 * node], self.groups[2 * node + 1]) }
        }
        return true
    }

    /// Whether any cover below a node of the tree covers anything in a group in which an element lies.
    private func isInGroup(_ node: Int, _ element: Int) -> Bool { self.groups.isEmpty || self.groups[node] < element }

    /// The area of a rectangle that nothing covers.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle.
    ///   - element: the index of the element that it is of.
    ///   - last: the index of the last element that does not cover it: itself or the last in it.
    ///   - enough: the area that is asked for; nil wants the exact one.
    ///   - search: counts the steps.
    /// - Returns: the area; where one is asked for, another that is less or more as well.
    func uncoveredArea(
        of rectangle: Rectangle,
        _ element: Int,
        behind last: Int,
        enough: Double?,
        _ search: inout CoverSearch
    ) -> Double {
        let first = self.place(after: last)
        guard first < self.count else { return rectangle.area }
        let whole = Edges(rectangle)
        var isCut = false
        var node = self.next(from: self.width + first, whole, element, isCut: false, &search)
        while node > 0 {
            let cover = self.bounds[node]
            if cover.contains(whole) { return 0 }
            if !isCut { search.remainder.begin(with: whole) }
            isCut = true
            search.remainder.cut(by: cover)
            search.took(search.remainder.parts.count)
            let left = search.remainder.area
            if left <= max(enough ?? 0, rectangle.area * Self.leastShare) { return 0 }
            if search.remainder.parts.count > Self.mostParts {
                return self.area(of: rectangle, element, from: first, enough: enough, &search)
            }
            node = self.next(from: self.following(node), whole, element, isCut: true, &search)
        }
        return isCut ? search.remainder.area : rectangle.area
    }

    /// The area of a rectangle of which too many parts are left, from the sum of all that lies over it.
    private func area(
        of rectangle: Rectangle,
        _ element: Int,
        from first: Int,
        enough: Double?,
        _ search: inout CoverSearch
    ) -> Double {
        let whole = Edges(rectangle)
        search.pieces.removeAll(keepingCapacity: true)
        var most = 0.0
        var node = self.next(from: self.width + first, whole, element, isCut: false, &search)
        while node > 0 {
            if self.bounds[node].contains(whole) { return 0 }
            let piece = self.bounds[node].intersection(whole)
            most += piece.area
            search.pieces.append(
                Rectangle(
                    x: piece.left,
                    y: piece.top,
                    width: piece.right - piece.left,
                    height: piece.bottom - piece.top
                )
            )
            node = self.next(from: self.following(node), whole, element, isCut: false, &search)
        }
        // As much is left even where no two lie over one another.
        let least = rectangle.area - most
        if let enough, least > max(enough, 0) + rectangle.area * Self.margin { return least }
        let left = rectangle.area - search.coveredArea()
        return left > rectangle.area * Self.leastShare ? left : 0
    }

    /// The first cover from a node of the tree on that lies over a rectangle, or over what is left of it; 0 for none.
    private func next(
        from start: Int,
        _ whole: Edges,
        _ element: Int,
        isCut: Bool,
        _ search: inout CoverSearch
    ) -> Int {
        var (node, steps) = (start, 0)
        // Down to the left where something could lie, else on to the next one not below.
        while node > 0 {
            steps += 1
            if self.bounds[node].meets(whole), self.isInGroup(node, element),
                !isCut || search.remainder.meets(self.bounds[node])
            {
                if node >= self.width { break }
                node *= 2
            } else {
                node = self.following(node)
            }
        }
        search.took(isCut ? steps * search.remainder.parts.count : steps)
        return node
    }

    /// The next node of the tree that does not lie below one; 0 for none.
    private func following(_ node: Int) -> Int {
        // Up from each that is the right one of two, then to its neighbour.
        let up = node >> (~node).trailingZeroBitCount
        return up > 0 ? up + 1 : 0
    }

    /// How many parts are compared one by one; more are added up along a line.
    private static let mostParts = 32

    /// What is left of a rectangle that is wholly covered, when its parts are added up.
    private static let leastShare = 1e-9

    /// By how much a sum of areas may be wrong.
    private static let margin = 1e-6

    /// The place of the first cover whose index is greater.
    private func place(after index: Int) -> Int { index < 0 ? 0 : self.counts[index] }
}
