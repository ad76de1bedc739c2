/// A pattern that takes a part out of a text, such as the price out of "from ¥129.50".
///
/// A regular expression whose work has a bound: patterns come from a server and run on a device's main thread, where
/// one that backtracks without end would stop the app. It is followed in one pass over the text, so that the time is
/// at most ``maxSteps`` × ``maxText``; look-around and back references, which cannot be done so, are refused. So are
/// classes by a name (`[[:alpha:]]`), intersections of sets (`&&`), and repetitions of repetitions or of nothing
/// (`a{2}{3}`, `{2}`), which would silently mean something else. `$` is the very end of the text.
///
/// Known: characters, `.`, `[…]` and `[^…]` with ranges, `\d \w \s \D \W \S`, `\b \B`, `^ $`, `|`, `(…)`, `(?:…)`,
/// `* + ? {n} {n,} {n,m}` and their lazy forms. Of several matches the leftmost is taken, as Perl and Java do.
public struct TextPattern: Hashable, Sendable, CustomStringConvertible {
    /// The longest pattern, in Unicode scalars.
    public static let maxLength = 256

    /// The longest text that is looked at, in Unicode scalars; what is behind it is not seen.
    public static let maxText = 1_024

    /// The most steps that a pattern may have once its repetitions are written out.
    public static let maxSteps = 512

    /// The pattern as it was written.
    public let description: String

    let program: [TextPatternStep]

    /// How many steps the pattern has once its repetitions are written out; each character of a text may take so many.
    public var stepCount: Int { self.program.count }

    private let hasGroup: Bool

    /// Reads a pattern.
    ///
    /// - Parameter text: the pattern.
    /// - Throws: a ``TextPatternError`` that says what cannot be followed.
    public init(_ text: String) throws(TextPatternError) {
        var parser = try TextPatternParser(text)
        let node = try parser.parse()
        var compiler = TextPatternCompiler()
        self.program = try compiler.compile(node)
        self.hasGroup = parser.hasGroup
        self.description = text
    }

    /// The part of a text that the pattern's first group takes; without a group, that the whole pattern does.
    ///
    /// - Parameter text: the text.
    /// - Returns: the part; nil where the pattern is not found, or the group took no part in it.
    public func firstMatch(in text: String) -> String? {
        var steps = Int.max
        return self.firstMatch(in: text, steps: &steps)
    }

    /// The same, as long as there are steps to take; a text of a few words takes some hundred.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - steps: how many steps may be taken; less those that were, and below 0 where they did not suffice.
    /// - Returns: the part; nil where the pattern is not found, the group took no part in it, or there were too few steps.
    public func firstMatch(in text: String, steps: inout Int) -> String? {
        let scalars = Array(text.unicodeScalars.prefix(Self.maxText))
        var run = TextPatternRun(program: self.program, text: scalars, steps: steps)
        let match = run.run()
        steps = run.steps
        guard steps >= 0, let found = match else { return nil }
        let (start, end) = self.hasGroup ? (found.groupStart, found.groupEnd) : (found.start, found.end)
        guard start >= 0, end >= start else { return nil }
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[start..<end])
        return String(part)
    }

    /// True when both were written alike.
    public static func == (left: TextPattern, right: TextPattern) -> Bool { left.description == right.description }

    /// Feeds what was written.
    public func hash(into hasher: inout Hasher) { hasher.combine(self.description) }
}

/// Why a text is no pattern.
public enum TextPatternError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is empty, or longer than ``TextPattern/maxLength``.
    case length

    /// Something cannot be followed, at a place counted in Unicode scalars from 0.
    case unsupported(String, at: Int)

    /// Its repetitions make too many steps.
    case tooLarge

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .length: "a pattern has 1 to \(TextPattern.maxLength) characters."
        case .unsupported(let what, let place): "\(what) at character \(place + 1) cannot be followed."
        case .tooLarge:
            "its repetitions make more than \(TextPattern.maxSteps) steps; repeat less, or use * and +."
        }
    }
}
