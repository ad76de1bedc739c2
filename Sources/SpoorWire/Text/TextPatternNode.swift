/// A part of a parsed pattern.
indirect enum TextPatternNode {
    case empty
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case anchor(TextAnchor)
    case sequence([TextPatternNode])
    case choice([TextPatternNode])
    case repeated(TextPatternNode, from: Int, to: Int?, isLazy: Bool)
    /// The group whose part is taken: the first one.
    case taken(TextPatternNode)
}

/// A place between two characters.
enum TextAnchor: Sendable {
    case start
    case end
    case wordEdge
    case noWordEdge
}

/// A kind of character.
enum ScalarClass: Sendable {
    case digit
    case word
    case space

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .digit: scalar.properties.numericType == .decimal
        case .word:
            scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        case .space: scalar.properties.isWhitespace
        }
    }
}

/// Which characters may stand at a place.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [(ScalarClass, isNegated: Bool)] = []
    var isNegated = false

    /// Everything but the ends of lines.
    static let any = ScalarSet(ranges: ["\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}"], isNegated: true)

    /// What a look at it costs beside the first step.
    var cost: Int { self.ranges.count / 8 + self.classes.count }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isIn =
            self.ranges.contains { $0.contains(scalar) }
            || self.classes.contains { $0.0.contains(scalar) != $0.isNegated }
        return isIn != self.isNegated
    }
}
