/// One step of a compiled pattern.
enum TextPatternStep: Sendable {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case anchor(TextAnchor)
    /// Goes on in two places; the first is preferred.
    case split(Int, Int)
    case jump(Int)
    case groupStart
    case groupEnd
    case found
}

/// Turns a parsed pattern into steps.
///
/// What it does has a bound, not only what comes of it: a part that makes no step can be repeated as well.
struct TextPatternCompiler {
    /// The most parts that are gone through, each as often as it is repeated.
    static let maxParts = 16 * TextPattern.maxSteps

    /// How many parts were gone through.
    private(set) var parts = 0
    private var steps: [TextPatternStep] = []

    mutating func compile(_ node: TextPatternNode) throws(TextPatternError) -> [TextPatternStep] {
        try self.add(node)
        try self.append(.found)
        return self.steps
    }

    private mutating func append(_ step: TextPatternStep) throws(TextPatternError) {
        guard self.steps.count < TextPattern.maxSteps else { throw .tooLarge }
        self.steps.append(step)
    }

    private mutating func add(_ node: TextPatternNode) throws(TextPatternError) {
        guard self.parts < Self.maxParts else { throw .tooLarge }
        self.parts += 1
        switch node {
        case .empty: break
        case .scalar(let scalar): try self.append(.scalar(scalar))
        case .set(let set): try self.append(.set(set))
        case .anchor(let anchor): try self.append(.anchor(anchor))
        case .sequence(let parts): for part in parts { try self.add(part) }
        case .choice(let branches): try self.add(branches: branches[...])
        case .taken(let inside):
            try self.append(.groupStart)
            try self.add(inside)
            try self.append(.groupEnd)
        case .repeated(let part, let from, let most, let isLazy):
            for _ in 0..<from { try self.add(part) }
            guard let most else { return try self.addLoop(part, isLazy: isLazy) }
            try self.addOptional(part, times: most - from, isLazy: isLazy)
        }
    }

    private mutating func add(branches: ArraySlice<TextPatternNode>) throws(TextPatternError) {
        guard let first = branches.first else { return }
        guard branches.count > 1 else { return try self.add(first) }
        let split = self.steps.count
        try self.append(.split(split + 1, 0))
        try self.add(first)
        let jump = self.steps.count
        try self.append(.jump(0))
        self.steps[split] = .split(split + 1, self.steps.count)
        try self.add(branches: branches.dropFirst())
        self.steps[jump] = .jump(self.steps.count)
    }

    private mutating func addLoop(_ part: TextPatternNode, isLazy: Bool) throws(TextPatternError) {
        let split = self.steps.count
        try self.append(.split(0, 0))
        try self.add(part)
        try self.append(.jump(split))
        let (again, on) = (split + 1, self.steps.count)
        self.steps[split] = isLazy ? .split(on, again) : .split(again, on)
    }

    private mutating func addOptional(_ part: TextPatternNode, times: Int, isLazy: Bool) throws(TextPatternError) {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(self.steps.count)
            try self.append(.split(0, 0))
            try self.add(part)
        }
        for split in splits {
            self.steps[split] = isLazy ? .split(self.steps.count, split + 1) : .split(split + 1, self.steps.count)
        }
    }
}
