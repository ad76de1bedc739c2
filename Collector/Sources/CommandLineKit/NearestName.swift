/// Finds the name a person probably meant.
enum NearestName {
    /// The one of `names` that is closest to `typed`, if it is close enough to be worth naming.
    static func find(_ typed: String, among names: [String]) -> String? {
        // A text so long is no slip of the pen.
        guard typed.utf8.count <= String.echoLimit else { return nil }
        let limit = max(1, typed.count / 3)
        let close = names.map { (name: $0, distance: self.distance(typed, $0)) }.filter { $0.distance <= limit }
        if let nearest = close.min(by: { $0.distance < $1.distance }) { return nearest.name }
        let longer = names.filter { typed.count >= 2 && $0.hasPrefix(typed) }
        return longer.count == 1 ? longer.first : nil
    }

    /// How many insertions, deletions, replacements and swaps of neighbours turn one text into the other.
    static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
