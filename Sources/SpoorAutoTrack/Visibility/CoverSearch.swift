/// The work of finding out what of elements is uncovered: its steps are counted, and it keeps memory to work in.
struct CoverSearch {
    /// How many rectangles were compared, or parts of a line changed, since the count began.
    private(set) var steps = 0

    /// What is left of the rectangle that is looked at.
    var remainder = Remainder()

    /// What lies over it, where that is too much for ``remainder``.
    var pieces: [Rectangle] = []

    /// Counts from nought.
    mutating func beginCount() { self.steps = 0 }

    /// Counts steps.
    mutating func took(_ steps: Int) { self.steps += steps }

    /// The area that ``pieces`` cover together.
    mutating func coveredArea() -> Double { RectangleUnion.area(of: self.pieces, steps: &self.steps) }
}
