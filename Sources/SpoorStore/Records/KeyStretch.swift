/// Keys of a table between two, both excluded, among which rows are searched that can be read.
struct KeyStretch: Equatable {
    var lower: Int64
    var upper: Int64

    /// The most stretches that a piece is halved into: a piece of the first size comes down to single keys.
    static let mostLooks = 4_096

    /// How many keys the first piece at an end has.
    private static let firstPiece: Int64 = 2_048
    /// How many times as many the next one has.
    private static let growth: Int64 = 4
    /// A damaged key may be of any size: so far from an end nothing is searched.
    private static let piecesAtAnEnd = 6

    /// The two halves; none where there is room for one key at most.
    var halves: [Self] {
        let width = self.upper - self.lower
        guard width > 2 else { return [] }
        let middle = self.lower + width / 2
        return [Self(lower: self.lower, upper: middle + 1), Self(lower: middle, upper: self.upper)]
    }

    /// Cuts it into where to search, the most promising first.
    ///
    /// - Parameter last: about the highest key there is; nil where nobody knows.
    /// - Returns: growing pieces behind the lower end and before the upper one.
    func pieces(around last: Int64?) -> [Self] {
        guard let last, self.upper == .max, last > self.lower, last < .max else { return self.pieces }
        // The number may be damaged, or older than the last rows.
        return Self(lower: self.lower, upper: last + 1).pieces + Self(lower: last, upper: .max).pieces
    }

    private var pieces: [Self] {
        var left = self
        var pieces: [Self] = []
        var size = Self.firstPiece
        for _ in 0..<Self.piecesAtAnEnd {
            guard left.upper - left.lower > 2 * size else { return pieces + [left] }
            pieces.append(Self(lower: left.lower, upper: left.lower + size + 1))
            left.lower += size
            // An end that nobody has seen is none to begin at.
            if left.upper < .max {
                pieces.append(Self(lower: left.upper - size - 1, upper: left.upper))
                left.upper -= size
            }
            size *= Self.growth
        }
        return pieces
    }
}
