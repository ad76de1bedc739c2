/// One pass of a compiled pattern over a text: all ways at once, the preferred one first (Pike's machine).
struct TextPatternRun {
    /// Where a match and its group lie; -1 for a group that took no part.
    struct Found {
        var start = 0
        var end = 0
        var groupStart = -1
        var groupEnd = -1
    }

    private struct Way {
        var step: Int
        var found: Found
    }

    private let program: [TextPatternStep]
    private let text: [Unicode.Scalar]
    /// At which place each step was come to last.
    private var marks: [Int]
    private var pending: [Way] = []
    /// How many steps may still be taken; below 0 where there were too few.
    private(set) var steps: Int

    init(program: [TextPatternStep], text: [Unicode.Scalar], steps: Int) {
        self.program = program
        self.text = text
        self.marks = [Int](repeating: -1, count: program.count)
        self.steps = steps - program.count
    }

    /// The leftmost match; nil for none, and where the steps did not suffice.
    mutating func run() -> Found? {
        var ways: [Way] = []
        var result: Found?
        for place in 0...self.text.count {
            self.steps -= 1
            var here: [Way] = []
            here.reserveCapacity(ways.count + 1)
            for way in ways { self.follow(way, at: place, into: &here) }
            if result == nil {
                var found = Found()
                found.start = place
                self.follow(Way(step: 0, found: found), at: place, into: &here)
            }
            if here.isEmpty, result != nil { break }
            ways = self.step(here, at: place, &result)
            guard self.steps >= 0 else { return nil }
        }
        return self.steps >= 0 ? result : nil
    }

    /// Takes each way over one character; a way that has arrived ends all that are less preferred.
    private mutating func step(_ here: [Way], at place: Int, _ result: inout Found?) -> [Way] {
        var next: [Way] = []
        for way in here where self.steps >= 0 {
            self.steps -= 1
            let fits: Bool
            switch self.program[way.step] {
            case .found:
                result = way.found
                result?.end = place
                return next
            case .scalar(let scalar): fits = place < self.text.count && self.text[place] == scalar
            case .set(let set):
                self.steps -= set.cost
                fits = place < self.text.count && set.contains(self.text[place])
            default: fits = false
            }
            if fits { next.append(Way(step: way.step + 1, found: way.found)) }
        }
        return next
    }

    /// Follows a way over all steps that take no character.
    private mutating func follow(_ way: Way, at place: Int, into ways: inout [Way]) {
        self.pending.append(way)
        while var way = self.pending.popLast() {
            self.steps -= 1
            guard self.steps >= 0 else { return self.pending.removeAll() }
            guard self.marks[way.step] != place else { continue }
            self.marks[way.step] = place
            switch self.program[way.step] {
            case .jump(let step):
                self.pending.append(Way(step: step, found: way.found))
            case .split(let first, let second):
                self.pending.append(Way(step: second, found: way.found))
                self.pending.append(Way(step: first, found: way.found))
            case .groupStart:
                way.found.groupStart = place
                way.found.groupEnd = -1
                way.step += 1
                self.pending.append(way)
            case .groupEnd:
                way.found.groupEnd = place
                way.step += 1
                self.pending.append(way)
            case .anchor(let anchor):
                guard self.holds(anchor, at: place) else { continue }
                way.step += 1
                self.pending.append(way)
            case .scalar, .set, .found:
                ways.append(way)
            }
        }
    }

    private func holds(_ anchor: TextAnchor, at place: Int) -> Bool {
        switch anchor {
        case .start: place == 0
        case .end: place == self.text.count
        case .wordEdge: self.isWord(place - 1) != self.isWord(place)
        case .noWordEdge: self.isWord(place - 1) == self.isWord(place)
        }
    }

    private func isWord(_ place: Int) -> Bool {
        self.text.indices.contains(place) && ScalarClass.word.contains(self.text[place])
    }
}
