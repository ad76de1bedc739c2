/// What became other in a scene since somebody last asked, so that only that is looked at again.
struct SceneChange {
    /// How many covers are told apart; more are taken for the least rectangle around them.
    private static let coverLimit = 128

    /// How many parts are told apart; more are taken for the whole.
    private static let partLimit = 256

    /// Counts the times that somebody asked; a node that changed since bears this number.
    private(set) var pass = 1

    /// Whether elements came, went or moved in the tree, so that indexes have another meaning.
    private(set) var isOther = true

    /// The parts of the scene that were read again, from the first index to the last.
    private(set) var parts: [ClosedRange<Int>] = []

    /// How many nodes of those are other than before.
    private(set) var count = 0

    /// The least rectangle around all covers that came, went or moved.
    private(set) var covered = Rectangle.nothing

    /// The index of the last of those covers; -1 for none.
    private(set) var lastCover = -1

    private var covers: [(index: Int, frame: Rectangle)] = []

    /// Whether more covers came, went or moved than are told apart.
    var hasManyCovers: Bool { self.covers.count > Self.coverLimit }

    /// Begins anew: nothing has changed since now.
    mutating func reset() {
        self.pass += 1
        self.isOther = false
        self.parts.removeAll(keepingCapacity: true)
        self.covers.removeAll(keepingCapacity: true)
        self.covered = .nothing
        self.lastCover = -1
        self.count = 0
    }

    /// Notes that a node is other than before.
    mutating func changes() { self.count += 1 }

    /// Notes that the tree is another one.
    mutating func becomesOther() {
        self.isOther = true
        self.parts.removeAll(keepingCapacity: true)
    }

    /// Notes that a part was read again.
    mutating func reads(_ part: ClosedRange<Int>) {
        guard !self.isOther else { return }
        if self.parts.count >= Self.partLimit {
            let all = self.parts.reduce(part) { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) }
            self.parts = [all]
        } else {
            self.parts.append(part)
        }
    }

    /// Notes that an element covers another rectangle than before; either may be empty.
    mutating func covers(_ index: Int, _ before: Rectangle, _ now: Rectangle) {
        for frame in [before, now] where !frame.isEmpty {
            self.covered = self.covered.joined(frame)
            self.lastCover = max(self.lastCover, index)
            if self.covers.count <= Self.coverLimit { self.covers.append((index, frame)) }
        }
    }

    /// Whether a cover that came, went or moved may lie over an element.
    ///
    /// - Parameters:
    ///   - visible: the element's rectangle.
    ///   - last: the index of the last element that does not cover it: itself or the last in it.
    ///   - search: counts the steps.
    /// - Returns: false where none does.
    func mayCover(_ visible: Rectangle, behind last: Int, _ search: inout CoverSearch) -> Bool {
        guard self.lastCover > last, self.covered.meets(visible) else { return false }
        guard !self.hasManyCovers else { return true }
        search.took(self.covers.count)
        return self.covers.contains { $0.index > last && $0.frame.meets(visible) }
    }
}
