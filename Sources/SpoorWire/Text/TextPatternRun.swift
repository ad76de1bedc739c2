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

    let program: [TextPatternStep]
    let text: [Unicode.Scalar]

    /// The leftmost match; nil for none.
    func run() -> Found? {
        var ways: [Way] = []
        var result: Found?
        for place in 0...self.text.count {
            var marks = [Bool](repeating: false, count: self.program.count)
            var here: [Way] = []
            here.reserveCapacity(ways.count + 1)
            for way in ways { self.follow(way, at: place, &marks, into: &here) }
            if result == nil {
                var found = Found()
                found.start = place
                self.follow(Way(step: 0, found: found), at: place, &marks, into: &here)
            }
            if here.isEmpty, result != nil { break }
            ways = self.step(here, at: place, &result)
        }
        return result
    }

    /// Takes each way over one character; a way that has arrived ends all that are less preferred.
    private func step(_ here: [Way], at place: Int, _ result: inout Found?) -> [Way] {
        var next: [Way] = []
        for way in here {
            let fits: Bool
            switch self.program[way.step] {
            case .found:
                result = way.found
                result?.end = place
                return next
            case .scalar(let scalar): fits = place < self.text.count && self.text[place] == scalar
            case .set(let set): fits = place < self.text.count && set.contains(self.text[place])
            default: fits = false
            }
            if fits { next.append(Way(step: way.step + 1, found: way.found)) }
        }
        return next
    }

    /// Follows a way over all steps that take no character.
    private func follow(_ way: Way, at place: Int, _ marks: inout [Bool], into ways: inout [Way]) {
        var pending = [way]
        while var way = pending.popLast() {
            guard !marks[way.step] else { continue }
            marks[way.step] = true
            switch self.program[way.step] {
            case .jump(let step):
                pending.append(Way(step: step, found: way.found))
            case .split(let first, let second):
                pending.append(Way(step: second, found: way.found))
                pending.append(Way(step: first, found: way.found))
            case .groupStart:
                way.found.groupStart = place
                way.found.groupEnd = -1
                way.step += 1
                pending.append(way)
            case .groupEnd:
                way.found.groupEnd = place
                way.step += 1
                pending.append(way)
            case .anchor(let anchor):
                guard self.holds(anchor, at: place) else { continue }
                way.step += 1
                pending.append(way)
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
