/// Marks that wait until it is found out whether their elements can be seen, those first that wait longest.
///
/// One that is in it already keeps its turn, so that each has its turn however often everything changes.
@MainActor
struct MarkQueue {
    private var marks: [MarkedElement] = []

    /// Whether none waits.
    var isEmpty: Bool { self.marks.isEmpty }

    mutating func append(_ marked: MarkedElement) {
        guard !marked.isWaiting else { return }
        marked.isWaiting = true
        self.marks.append(marked)
    }

    /// Takes marks out for as long as `decide` goes on.
    ///
    /// - Parameter decide: is given one that is still in use; answers whether another can be looked at.
    mutating func drain(_ decide: (MarkedElement) -> Bool) {
        var count = 0
        var goesOn = true
        while goesOn, count < self.marks.count {
            let marked = self.marks[count]
            count += 1
            marked.isWaiting = false
            if !marked.isOver { goesOn = decide(marked) }
        }
        self.marks.removeFirst(count)
    }

    /// Drops those of which the app took leave.
    mutating func dropOver() { self.marks.removeAll(where: \.isOver) }

    /// Empties it.
    mutating func removeAll() {
        for marked in self.marks { marked.isWaiting = false }
        self.marks.removeAll()
    }
}
