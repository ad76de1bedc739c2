import SpoorWire

/// Finds the patterns that mean a path, in a time that does not depend on how many there are.
///
/// Patterns that leave nothing open are looked up whole. The others lie in a tree by their parts, through which a path
/// is followed once; at each part a look-up for the part itself, and one for each way in which patterns leave it open.
struct PathIndex: Sendable {
    /// In which way a part is left open.
    private enum Form: UInt8, CaseIterable {
        case exact
        case anyRow
        case anySection
        case anyCell
        case anyPlace
        case anyValue
        case any

        var bit: UInt8 { 1 << self.rawValue }
    }

    private struct Edge: Hashable, Sendable {
        var from: Int32
        var form: UInt8
        var symbol: Int32
        var number: Int
    }

    /// A node of the tree: the ways out of it, and the patterns that end there.
    private struct Node: Sendable {
        var forms: UInt8 = 0
        var ends: [Int32] = []
        var below: [Int32] = []
    }

    private var whole: [String: [Int32]] = [:]
    /// The parts and names of parts that stand in any pattern, by number.
    private var symbols: [Substring: Int32] = [:]
    private var edges: [Edge: Int32] = [:]
    /// The first is the root of paths, the second that of chains.
    private var nodes = [Node(), Node()]

    /// Whether there is no pattern.
    var isEmpty: Bool { self.whole.isEmpty && self.edges.isEmpty }

    /// Adds a pattern, with what is found by it.
    mutating func insert(_ pattern: PathPattern, _ value: Int32) {
        guard pattern.isOpen else {
            self.whole[pattern.description, default: []].append(value)
            return
        }
        self.insert(parts: pattern, value)
    }

    /// Adds a pattern by its parts, even where it leaves nothing open, so that ``nodes(after:_:)`` comes to it.
    mutating func insert(parts pattern: PathPattern, _ value: Int32) {
        var node = Self.root(of: pattern.description)
        for part in pattern.parts { node = self.node(after: node, part) }
        if pattern.isPrefix {
            self.nodes[Int(node)].below.append(value)
        } else {
            self.nodes[Int(node)].ends.append(value)
        }
    }

    /// Adds a text that must be met as it is, such as an element's id.
    mutating func insert(exactly text: String, _ value: Int32) {
        self.whole[text, default: []].append(value)
    }

    /// Whether any pattern means a path.
    func contains(_ path: String) -> Bool {
        if self.whole[path] != nil { return true }
        return self.follow(path) { _ in true }
    }

    /// What is found by the patterns that mean a path.
    func values(for path: String) -> [Int32] {
        var found = self.whole[path] ?? []
        _ = self.follow(path) { values in
            found += values
            return false
        }
        return found
    }

    /// Follows a path through the tree until `take` wants no more; whether it said so.
    private func follow(_ path: String, _ take: ([Int32]) -> Bool) -> Bool {
        let root = Self.root(of: path)
        guard self.nodes[Int(root)].forms != 0 else { return false }
        let separator = UInt8(ascii: root == 0 ? "/" : "#")
        var rest = root == 0 ? path[...] : path.dropFirst()
        var active = [root]
        // Most paths leave the tree after a part or two, so that the parts behind are not even looked for.
        for count in 0...PathPattern.maxParts {
            let end = count == PathPattern.maxParts ? nil : rest.utf8.firstIndex(of: separator)
            let piece = rest[..<(end ?? rest.endIndex)]
            var next: [Int32] = []
            for node in active { self.step(from: node, piece, into: &next) }
            for node in next where !self.nodes[Int(node)].below.isEmpty {
                if take(self.nodes[Int(node)].below) { return true }
            }
            active = next
            if active.isEmpty { return false }
            guard let end else { break }
            rest = rest[rest.utf8.index(after: end)...]
        }
        for node in active where !self.nodes[Int(node)].ends.isEmpty {
            if take(self.nodes[Int(node)].ends) { return true }
        }
        return false
    }

    /// The node that paths begin at.
    static let start: [Int32] = [0]

    /// Where a part leads from some nodes.
    func nodes(after nodes: [Int32], _ piece: String) -> [Int32] {
        var next: [Int32] = []
        for node in nodes { self.step(from: node, piece[...], into: &next) }
        return next
    }

    /// What is found where a path ends at some nodes.
    func ends(at nodes: [Int32]) -> [Int32] { nodes.flatMap { self.nodes[Int($0)].ends } }

    /// What is found at some nodes and everywhere below them.
    func below(_ nodes: [Int32]) -> [Int32] { nodes.flatMap { self.nodes[Int($0)].below } }

    private func step(from node: Int32, _ piece: Substring, into next: inout [Int32]) {
        let forms = self.nodes[Int(node)].forms
        func go(_ form: Form, _ symbol: Int32?, _ number: Int = 0) {
            guard let symbol else { return }
            if let to = self.edges[Edge(from: node, form: form.rawValue, symbol: symbol, number: number)] {
                next.append(to)
            }
        }
        if forms & Form.exact.bit != 0 { go(.exact, self.symbols[piece]) }
        if forms & Form.any.bit != 0 { go(.any, 0) }
        guard forms & ~(Form.exact.bit | Form.any.bit) != 0 else { return }
        if forms & Form.anyValue.bit != 0 {
            for name in PathPart.names(in: piece) { go(.anyValue, self.symbols[name]) }
        }
        guard let part = IndexedPart(piece), let name = self.symbols[part.name] else { return }
        if forms & Form.anyPlace.bit != 0 { go(.anyPlace, name) }
        guard let row = part.second else { return }
        if forms & Form.anyCell.bit != 0 { go(.anyCell, name) }
        if forms & Form.anyRow.bit != 0, let section = Int(part.first) { go(.anyRow, name, section) }
        if forms & Form.anySection.bit != 0, let row = Int(row) { go(.anySection, name, row) }
    }

    private mutating func node(after node: Int32, _ part: PathPart) -> Int32 {
        let edge: (form: Form, symbol: Int32, number: Int) =
            switch part {
            case .exact(let text): (.exact, self.symbol(text), 0)
            case .anyRow(let name, let section): (.anyRow, self.symbol(name), section)
            case .anySection(let name, let row): (.anySection, self.symbol(name), row)
            case .anyCell(let name): (.anyCell, self.symbol(name), 0)
            case .anyPlace(let name): (.anyPlace, self.symbol(name), 0)
            case .anyValue(let name): (.anyValue, self.symbol(name), 0)
            case .any: (.any, 0, 0)
            }
        let key = Edge(from: node, form: edge.form.rawValue, symbol: edge.symbol, number: edge.number)
        self.nodes[Int(node)].forms |= edge.form.bit
        if let known = self.edges[key] { return known }
        let new = Int32(self.nodes.count)
        self.nodes.append(Node())
        self.edges[key] = new
        return new
    }

    private mutating func symbol(_ text: String) -> Int32 {
        if let known = self.symbols[text[...]] { return known }
        let number = Int32(self.symbols.count + 1)
        self.symbols[text[...]] = number
        return number
    }

    private static func root(of path: String) -> Int32 { path.utf8.first == UInt8(ascii: "#") ? 1 : 0 }
}
