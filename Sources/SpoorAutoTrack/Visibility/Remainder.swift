/// What is left of a rectangle while others are laid over it one after another: parts that do not lie over one another.
///
/// In a heap most of a rectangle goes with the first that lie over it, and what is left are a few strips along its
/// edges. All others need only be compared to these.
struct Remainder {
    /// What is left.
    private(set) var parts: [Edges] = []

    /// Begins with a rectangle of which nothing is covered.
    mutating func begin(with whole: Edges) {
        self.parts.removeAll(keepingCapacity: true)
        self.parts.append(whole)
    }

    /// How much is left.
    var area: Double { self.parts.reduce(0) { $0 + $1.area } }

    /// Whether a rectangle lies over anything that is left.
    func meets(_ other: Edges) -> Bool {
        for part in self.parts where part.meets(other) { return true }
        return false
    }

    /// Takes away what lies under a cover.
    mutating func cut(by cover: Edges) {
        for index in self.parts.indices.reversed() {
            let part = self.parts[index]
            guard part.meets(cover) else { continue }
            // What stands behind it was looked at, or is new: it lies beside the cover.
            let last = self.parts.removeLast()
            if index < self.parts.count { self.parts[index] = last }
            self.add(part, beside: cover)
        }
    }

    /// Adds what of a part lies above, below, left and right of a cover that meets it.
    private mutating func add(_ part: Edges, beside cover: Edges) {
        var rest = part
        if cover.top > rest.top {
            self.parts.append(Edges(left: rest.left, top: rest.top, right: rest.right, bottom: cover.top))
            rest.top = cover.top
        }
        if cover.bottom < rest.bottom {
            self.parts.append(Edges(left: rest.left, top: cover.bottom, right: rest.right, bottom: rest.bottom))
            rest.bottom = cover.bottom
        }
        if cover.left > rest.left {
            self.parts.append(Edges(left: rest.left, top: rest.top, right: cover.left, bottom: rest.bottom))
        }
        if cover.right < rest.right {
            self.parts.append(Edges(left: cover.right, top: rest.top, right: rest.right, bottom: rest.bottom))
        }
    }
}
