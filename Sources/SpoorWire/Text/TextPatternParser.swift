/// Reads the text of a pattern.
struct TextPatternParser {
    private static let maxDepth = 20
    private static let maxCount = 255

    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    /// Whether there is a group whose part is taken.
    private(set) var hasGroup = false

    init(_ text: String) throws(TextPatternError) {
        self.scalars = Array(text.unicodeScalars.prefix(TextPattern.maxLength + 1))
        guard (1...TextPattern.maxLength).contains(self.scalars.count) else { throw .length }
    }

    mutating func parse() throws(TextPatternError) -> TextPatternNode {
        let node = try self.choice()
        guard self.next == nil else { throw self.problem("\")\" without \"(\"") }
        return node
    }

    private var next: Unicode.Scalar? { self.place < self.scalars.count ? self.scalars[self.place] : nil }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard self.next == wanted else { return false }
        self.place += 1
        return true
    }

    private func problem(_ what: String) -> TextPatternError { .unsupported(what, at: self.place) }

    private mutating func choice() throws(TextPatternError) -> TextPatternNode {
        var branches = [try self.sequence()]
        while self.take("|") { branches.append(try self.sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(TextPatternError) -> TextPatternNode {
        var parts: [TextPatternNode] = []
        while let scalar = self.next, scalar != "|", scalar != ")" {
            let start = self.place
            let part = try self.atom()
            parts.append(try self.repetition(of: part, since: start))
        }
        return parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func atom() throws(TextPatternError) -> TextPatternNode {
        guard let scalar = self.next else { return .empty }
        switch scalar {
        case "(": return try self.group()
        case "[": return .set(try self.set())
        case "*", "+", "?": throw self.problem("\"\(scalar)\" with nothing to repeat")
        case "{" where self.isCount: throw self.problem("a repetition with nothing to repeat")
        case "\\": return try self.escape()
        default: self.place += 1
        }
        switch scalar {
        case ".": return .set(.any)
        case "^": return .anchor(.start)
        case "$": return .anchor(.end)
        default: return .scalar(scalar)
        }
    }

    private mutating func group() throws(TextPatternError) -> TextPatternNode {
        guard self.depth < Self.maxDepth else { throw self.problem("a group nested so deeply") }
        self.place += 1
        var isTaken = true
        if self.next == "?" {
            guard self.place + 1 < self.scalars.count, self.scalars[self.place + 1] == ":" else {
                throw self.problem("\"(?\" with anything but \":\" (look-around, names, flags)")
            }
            self.place += 2
            isTaken = false
        }
        isTaken = isTaken && !self.hasGroup
        self.hasGroup = self.hasGroup || isTaken
        self.depth += 1
        let inside = try self.choice()
        self.depth -= 1
        guard self.take(")") else { throw self.problem("\"(\" without \")\"") }
        return isTaken ? .taken(inside) : inside
    }

    private mutating func repetition(
        of part: TextPatternNode,
        since start: Int
    ) throws(TextPatternError) -> TextPatternNode {
        var range: (from: Int, to: Int?)?
        if self.take("*") {
            range = (0, nil)
        } else if self.take("+") {
            range = (1, nil)
        } else if self.take("?") {
            range = (0, 1)
        } else if let counted = self.counts() {
            range = counted
        }
        guard let range else {
            // Others read `{,3}` as 0 to 3, or as four characters.
            guard !self.isCount else { throw self.problem("a repetition without its first number (write {0,n})") }
            return part
        }
        if let most = range.to, most < range.from || most > Self.maxCount || range.from > Self.maxCount {
            throw .unsupported("a repetition of \(range.from) to \(most)", at: start)
        }
        guard range.from <= Self.maxCount else { throw .tooLarge }
        let isLazy = self.take("?")
        if self.next == "+" || self.next == "*" || self.isCount { throw self.problem("a repetition of a repetition") }
        return .repeated(part, from: range.from, to: range.to, isLazy: isLazy)
    }

    /// A repetition in braces; braces that hold no numbers are characters.
    private mutating func counts() -> (from: Int, to: Int?)? {
        let start = self.place
        guard self.take("{") else { return nil }
        if let from = self.number() {
            if self.take("}") { return (from, from) }
            if self.take(",") {
                if self.take("}") { return (from, nil) }
                if let most = self.number(), self.take("}") { return (from, most) }
            }
        }
        self.place = start
        return nil
    }

    /// Whether braces that repeat something begin here; also where their first number is left out.
    private var isCount: Bool {
        guard self.next == "{" else { return false }
        let inside = self.scalars[self.place...].dropFirst().prefix { $0 != "}" }
        guard inside.endIndex < self.scalars.count, inside.contains(where: { $0 != "," }) else { return false }
        return inside.count { $0 == "," } <= 1 && inside.allSatisfy { ("0"..."9").contains($0) || $0 == "," }
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let digit = self.next, ("0"..."9").contains(digit), (value ?? 0) < 10_000 {
            value = (value ?? 0) * 10 + Int(digit.value - 48)
            self.place += 1
        }
        return value
    }

    private mutating func escape() throws(TextPatternError) -> TextPatternNode {
        self.place += 1
        guard let scalar = self.next else { throw self.problem("\"\\\" at the end") }
        if scalar == "b" || scalar == "B" {
            self.place += 1
            return .anchor(scalar == "b" ? .wordEdge : .noWordEdge)
        }
        let element = try self.escaped()
        if let kind = element.kind { return .set(ScalarSet(classes: [kind])) }
        return .scalar(element.scalar)
    }

    /// What stands behind a backslash: a kind of character, or one.
    private mutating func escaped() throws(TextPatternError) -> (
        kind: (ScalarClass, isNegated: Bool)?, scalar: Unicode.Scalar
    ) {
        guard let scalar = self.next else { throw self.problem("\"\\\" at the end") }
        defer { self.place += 1 }
        switch scalar {
        case "d": return ((.digit, false), scalar)
        case "D": return ((.digit, true), scalar)
        case "w": return ((.word, false), scalar)
        case "W": return ((.word, true), scalar)
        case "s": return ((.space, false), scalar)
        case "S": return ((.space, true), scalar)
        case "n": return (nil, "\n")
        case "r": return (nil, "\r")
        case "t": return (nil, "\t")
        default:
            // Letters and digits mean something elsewhere; taken as characters they would hide a mistake.
            guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
                throw self.problem("\"\\\(scalar)\"")
            }
            return (nil, scalar)
        }
    }

    private mutating func set() throws(TextPatternError) -> ScalarSet {
        try self.refuseNamedClass(in: self.scalars[self.place...])
        self.place += 1
        var set = ScalarSet()
        set.isNegated = self.take("^")
        var isFirst = true
        while let scalar = self.next, scalar != "]" || isFirst {
            isFirst = false
            if scalar == "[" { try self.refuseNamedClass(in: self.scalars[self.place...]) }
            if scalar == "&", self.scalars[self.place...].starts(with: ["&", "&"]) {
                throw self.problem("\"&&\" (what two sets share)")
            }
            var element: (kind: (ScalarClass, isNegated: Bool)?, scalar: Unicode.Scalar) = (nil, scalar)
            self.place += 1
            if scalar == "\\" { element = try self.escaped() }
            if let kind = element.kind {
                set.classes.append(kind)
                continue
            }
            set.ranges.append(try self.range(from: element.scalar))
        }
        guard self.take("]") else { throw self.problem("\"[\" without \"]\"") }
        return set
    }

    /// Classes by their names, as `[:alpha:]`, are not known; taken as characters they would never match.
    private func refuseNamedClass(in rest: ArraySlice<Unicode.Scalar>) throws(TextPatternError) {
        guard let sign = rest.dropFirst().first, sign == ":" || sign == "." || sign == "=" else { return }
        let name = rest.dropFirst(2).drop { $0 == "^" }
        let end = name.drop { $0.properties.isAlphabetic }
        guard end.count < name.count, end.starts(with: [sign, "]"]) else { return }
        throw self.problem("\"[\(sign)\" (a class by its name; write \\d, \\w, \\s or a range)")
    }

    private mutating func range(from first: Unicode.Scalar) throws(TextPatternError) -> ClosedRange<Unicode.Scalar> {
        guard self.next == "-", self.place + 1 < self.scalars.count, self.scalars[self.place + 1] != "]" else {
            return first...first
        }
        self.place += 1
        var last = self.scalars[self.place]
        self.place += 1
        if last == "\\" {
            let element = try self.escaped()
            guard element.kind == nil else { throw self.problem("a range that ends in a kind of character") }
            last = element.scalar
        }
        guard first <= last else { throw self.problem("a range that runs backwards") }
        return first...last
    }
}
