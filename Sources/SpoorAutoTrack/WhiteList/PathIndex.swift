import SpoorWire

/// Finds the patterns that mean a path, in a time that does not depend on how many there are.
///
/// Patterns that leave nothing open are looked up whole. The others lie in a tree by their parts, through which a path
/// is followed once; at each part a look-up for the part itself, and one for each way in which patterns leave it open.
/// In how many ways at once a path can be followed has a bound: patterns of too many ``PathShapes`` are not taken.
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

    /// What a way out of a node is called.
    private struct Label: Hashable, Sendable {
        var form: UInt8
        var symbol: Int32
        var number: Int
    }

    /// The ways out of a node: most have but one, which needs no look-up.
    private struct Ways: Sendable {
        var forms: UInt8 = 0
        var hasMore = false
        /// Whether patterns mean all below the node.
        var hasBelow = false
        var (label, to): (Int32, Int32) = (-1, -1)
    }

    /// The patterns that end at a node, and those that mean all below.
    private struct Node: Sendable {
        var ends: [Int32] = []
        var below: [Int32] = []
    }

    private var whole: [String: [Int32]] = [:]
    /// The parts and names of parts that stand in any pattern, by number.
    private var symbols: [Substring: Int32] = [:]
    private var labels: [Label: Int32] = [:]
    /// Where a node's second and further ways lead, by the node and the label's number.
    private var edges: [UInt64: Int32] = [:]
    private var shapes = PathShapes()
    /// The patterns that were not taken.
    private(set) var refused: [PathPattern] = []
    /// The first is the root of paths, the second that of chains.
    private var nodes = [Node(), Node()]
    private var ways = [Ways(), Ways()]

    /// Whether there is no pattern.
    var isEmpty: Bool { self.whole.isEmpty && self.nodes.count == 2 }

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
        guard self.shapes.add(pattern) else {
            self.refused.append(pattern)
            return
        }
        var node = Self.root(of: pattern.description)
        for part in pattern.parts { node = self.node(after: node, part) }
        if pattern.isPrefix {
            self.nodes[Int(node)].below.append(value)
            self.ways[Int(node)].hasBelow = true
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
        guard self.ways[Int(root)].forms != 0 else { return false }
        let separator = UInt8(ascii: root == 0 ? "/" : "#")
        var rest = root == 0 ? path[...] : path.dropFirst()
        var active = [root]
        // Most paths leave the tree after a part or two, so that the parts behind are not even looked for.
        for count in 0...PathPattern.maxParts {
            let end = count == PathPattern.maxParts ? nil : rest.utf8.firstIndex(of: separator)
            let piece = rest[..<(end ?? rest.endIndex)]
            let next = self.nodes(after: active, piece)
            for node in next where self.ways[Int(node)].hasBelow {
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
    func nodes(after nodes: [Int32], _ piece: String) -> [Int32] { self.nodes(after: nodes, piece[...]) }

    private func nodes(after nodes: [Int32], _ piece: Substring) -> [Int32] {
        let forms = nodes.reduce(into: UInt8(0)) { $0 |= self.ways[Int($1)].forms }
        guard forms != 0 else { return [] }
        var next: [Int32] = []
        next.reserveCapacity(nodes.count)
        for (form, label) in self.labels(of: piece, forms) {
            for node in nodes {
                let ways = self.ways[Int(node)]
                if ways.label == label {
                    next.append(ways.to)
                } else if ways.hasMore, ways.forms & form.bit != 0 {
                    if let to = self.edges[Self.edge(from: node, label)] { next.append(to) }
                }
            }
        }
        return next
    }

    /// What is found where a path ends at some nodes.
    func ends(at nodes: [Int32]) -> [Int32] { nodes.flatMap { self.nodes[Int($0)].ends } }

    /// What is found at some nodes and everywhere below them.
    func below(_ nodes: [Int32]) -> [Int32] { nodes.flatMap { self.nodes[Int($0)].below } }

    private static func edge(from node: Int32, _ label: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: label))
    }

    /// The labels that mean a part, of those forms that are asked for.
    private func labels(of piece: Substring, _ forms: UInt8) -> [(form: Form, label: Int32)] {
        var labels: [(form: Form, label: Int32)] = []
        func add(_ form: Form, _ symbol: Int32?, _ number: Int = 0) {
            guard let symbol else { return }
            let label = Label(form: form.rawValue, symbol: symbol, number: number)
            if let known = self.labels[label] { labels.append((form, known)) }
        }
        if forms & Form.exact.bit != 0 { add(.exact, self.symbols[piece]) }
        if forms & Form.any.bit != 0 { add(.any, 0) }
        guard forms & ~(Form.exact.bit | Form.any.bit) != 0 else { return labels }
        if forms & Form.anyValue.bit != 0 {
            for name in PathPart.names(in: piece) { add(.anyValue, self.symbols[name]) }
        }
        guard let part = IndexedPart(piece), let name = self.symbols[part.name] else { return labels }
        if forms & Form.anyPlace.bit != 0 { add(.anyPlace, name) }
        guard let row = part.second else { return labels }
        if forms & Form.anyCell.bit != 0 { add(.anyCell, name) }
        if forms & Form.anyRow.bit != 0, let section = Int(part.first) { add(.anyRow, name, section) }
        if forms & Form.anySection.bit != 0, let row = Int(row) { add(.anySection, name, row) }
        return labels
    }

    private mutating func node(after node: Int32, _ part: PathPart) -> Int32 {
        let (form, symbol, number): (Form, Int32, Int) =
            switch part {
            case .exact(let text): (.exact, self.symbol(text), 0)
            case .anyRow(let name, let section): (.anyRow, self.symbol(name), section)
            case .anySection(let name, let row): (.anySection, self.symbol(name), row)
            case .anyCell(let name): (.anyCell, self.symbol(name), 0)
            case .anyPlace(let name): (.anyPlace, self.symbol(name), 0)
            case .anyValue(let name): (.anyValue, self.symbol(name), 0)
            case .any: (.any, 0, 0)
            }
        let key = Label(form: form.rawValue, symbol: symbol, number: number)
        let label = self.labels[key] ?? Int32(self.labels.count)
        self.labels[key] = label
        let edge = Self.edge(from: node, label)
        if self.ways[Int(node)].label == label { return self.ways[Int(node)].to }
        if let known = self.edges[edge] { return known }
        let new = Int32(self.nodes.count)
        self.nodes.append(Node())
        self.ways.append(Ways())
        self.ways[Int(node)].forms |= form.bit
        if self.ways[Int(node)].label < 0 {
            (self.ways[Int(node)].label, self.ways[Int(node)].to) = (label, new)
        } else {
            self.ways[Int(node)].hasMore = true
            self.edges[edge] = new
        }
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
