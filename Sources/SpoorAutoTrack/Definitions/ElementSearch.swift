import SpoorWire

/// Finds the elements of a page that paths mean, all of them in one walk that leaves out what no path leads into.
///
/// A path with an open row means the row of the event's own cells first, the innermost before those around it; then
/// the same place of another list on the page. Other paths mean the first element that has the name. What cannot be
/// seen, what lies in fields, secure elements and web views, and what is ignored is not found.
@MainActor
struct ElementSearch {
    /// The most elements that are looked at.
    static let maxElements = 20_000

    /// The most elements whose event path is read, where a path of this form is looked for.
    static let maxChains = 100

    /// One event that asks for elements.
    @MainActor
    struct Ask {
        /// The cells that its element lies in, the innermost first.
        let cells: [any Element]

        /// Where its element stands in its list.
        let position: String?

        /// What is looked through: the page, or what is topmost.
        let root: (any Element)?

        init(around element: any Element, position: String?, rules: PageRules) {
            self.cells = ElementSearch.cells(around: element)
            self.position = position
            self.root = ElementSearch.root(around: element, rules)
        }
    }

    /// What was found for a path.
    private struct Found {
        var first: (any Element)?
        /// With an open row: the first in each of the events' cells, and at each position.
        var byCell: [ObjectIdentifier: any Element] = [:]
        var byPosition: [String: any Element] = [:]
        /// What would still be the best for some event.
        var openCells: Set<ObjectIdentifier> = []
        var openPositions: Set<String> = []
    }

    /// Whether there were more elements than are looked at, and something was not found among those.
    private(set) var isCut = false

    private let patterns: [PathPattern]
    private let hasOpenRow: [Bool]
    private let rules: PageRules
    private var unread: Unread
    private let cells: Set<ObjectIdentifier>
    private let root: (any Element)?
    private var index = PathIndex()
    /// What may be the id of an element, and what is looked for in event paths.
    private var (hashes, names): ([UInt64: [Int32]], [String: [Int32]]) = ([:], [:])
    private var chains: [Int32] = []
    private var found: [Found]
    private let numbers: [PathPattern: Int]
    private let memory = WalkMemory()
    private var missing: Set<Int32>
    /// How many elements may still be looked at.
    private(set) var elements: Int
    private var chainReads = Self.maxChains
    /// Whether something is looked for that only a look at every element finds.
    private var looksEverywhere = false

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - wanted: the paths.
    ///   - asks: who asks, all with the same root.
    ///   - rules: which pages are transparent.
    ///   - unread: what is not read, and so not found.
    ///   - elements: how many elements may be looked at.
    init(
        _ wanted: Set<PathPattern>,
        _ asks: [Ask],
        rules: PageRules,
        unread: Unread = Unread(),
        elements: Int = Self.maxElements
    ) {
        self.cells = Set(asks.flatMap { $0.cells.map { ObjectIdentifier($0) } })
        self.root = asks.first?.root
        self.rules = rules
        self.unread = unread
        self.elements = elements
        let hasPlace = asks.contains { $0.position != nil || !$0.cells.isEmpty }
        self.patterns = wanted.filter { hasPlace || !$0.hasOpenRow }
        self.numbers = Dictionary(uniqueKeysWithValues: self.patterns.enumerated().map { ($1, $0) })
        self.hasOpenRow = self.patterns.map(\.hasOpenRow)
        var open = Found()
        for ask in asks {
            if let cell = ask.cells.first {
                open.openCells.insert(ObjectIdentifier(cell))
            } else if let position = ask.position {
                open.openPositions.insert(position)
            }
        }
        self.found = [Found](repeating: open, count: self.patterns.count)
        self.missing = Set((0..<self.patterns.count).map { Int32($0) })
    }

    /// What a path means to one of those that ask.
    func element(for pattern: PathPattern, _ ask: Ask) -> (any Element)? {
        guard let number = self.numbers[pattern] else { return nil }
        let found = self.found[number]
        guard self.hasOpenRow[number] else { return found.first }
        for cell in ask.cells { if let element = found.byCell[ObjectIdentifier(cell)] { return element } }
        return ask.position.flatMap { found.byPosition[$0] }
    }

    /// Walks.
    mutating func walk() {
        guard let root = self.root, !ElementPrivacy(of: root).hidesTexts else { return }
        let around = ElementWalk(from: root, rules: self.rules)
        let steps = around.tree.reversed()
        self.sort(steps.first)
        var place = SearchPlace(hashes: !self.hashes.isEmpty, page: around.page)
        for step in steps { place.go(step, in: self.index) }
        place.isInList = root.kind.isList || ElementWalk.isInList(root)
        if !self.unread.leavesOut(root) { self.look(at: root, &place) }
        self.walk(into: root, place, level: 0)
        let isChainMissing = self.chainReads <= 0 && self.chains.contains { self.missing.contains($0) }
        self.isCut = self.elements <= 0 && !self.missing.isEmpty || isChainMissing || !self.index.refused.isEmpty
    }

    /// Puts each path where it is looked for.
    private mutating func sort(_ first: PathStep?) {
        let begin = Set(first.map { [$0.inViewPath, $0.inNormalisedPath(isInCell: false)] } ?? [])
        for (number, pattern) in self.patterns.enumerated() {
            let value = Int32(number)
            guard pattern.description.utf8.first != UInt8(ascii: "#") else {
                self.chains.append(value)
                self.looksEverywhere = true
                continue
            }
            self.index.insert(parts: pattern, value)
            if case .exact(let part) = pattern.parts.first, begin.contains(part) { continue }
            // The path of an embedded page, or no path at all.
            self.looksEverywhere = true
            guard !pattern.isOpen else { continue }
            self.names[pattern.description, default: []].append(value)
            if let hash = ElementID.hash(of: pattern.description) { self.hashes[hash, default: []].append(value) }
        }
    }

    private mutating func walk(into container: any Element, _ place: SearchPlace, level: Int) {
        var tally = SiblingTally(countsIdentifiers: place.needsIdentifiers)
        self.walk(container.children, &tally, place, isShown: true, level: level)
    }

    private mutating func walk(
        _ children: [any Element],
        _ tally: inout SiblingTally,
        _ place: SearchPlace,
        isShown: Bool,
        level: Int
    ) {
        guard level < TreeBounds.levels else { return }
        for child in children {
            guard self.elements > 0, !self.missing.isEmpty else { return }
            self.elements -= 1
            if isShown { self.enter(child, tally, place, level: level) }
            tally.add(child)
            guard child.isPrivateWrapper else { continue }
            // What it contains is counted among its siblings, whether it can be seen or not.
            var place = place
            place.isInList = place.isInList || child.kind.isList
            self.enter(cell: child, &place)
            let isShown = isShown && self.canBeRead(child) && !ElementPrivacy(at: child).hidesTexts
            self.walk(child.children, &tally, place, isShown: isShown, level: level + 1)
        }
    }

    /// Whether it can be seen, and is not ignored with all that is in it.
    private func canBeRead(_ element: any Element) -> Bool {
        ElementContent.canBeSeen(element.visibility) && !self.unread.leavesOutAll(in: element)
    }

    private mutating func enter(_ child: any Element, _ tally: SiblingTally, _ place: SearchPlace, level: Int) {
        var below = place
        if let page = child.ownPage {
            if ObjectIdentifier(self.rules.root(of: page)) == place.page {
                below.go(PathStep(of: page, count: tally.count(before: page)), in: self.index)
            } else {
                below = SearchPlace(hashes: !self.hashes.isEmpty, cells: place.cells, page: page)
                below.go(PathStep(root: page), in: self.index)
            }
        }
        let step = PathStep(of: child, isInList: { place.isInList }) { tally.count(before: child, identifier: $0) }
        below.go(step, in: self.index)
        guard self.looksEverywhere || !below.isDead, self.canBeRead(child) else { return }
        let privacy = ElementPrivacy(at: child)
        guard !privacy.isSecure else { return }
        below.isInList = place.isInList || child.kind.isList
        if !self.unread.leavesOut(child) { self.look(at: child, &below) }
        guard !child.isPrivateWrapper, !privacy.hidesTexts else { return }
        self.walk(into: child, below, level: level + 1)
    }
}

/// What is meant by an element.
extension ElementSearch {
    private mutating func look(at element: any Element, _ place: inout SearchPlace) {
        self.enter(cell: element, &place)
        var values = place.values(in: self.index)
        if element.kind == .segmentedControl, let segment = element.controlState?.selectedIndex {
            values += place.values(ofSegment: segment, in: self.index)
        }
        values += self.values(byIDOf: element, place)
        values += self.values(byChainOf: element)
        // Where many paths mean each element, fewer elements are looked at.
        self.elements -= values.count / 16
        // Its path is read only where it is the one that is meant.
        var isHidden: Bool?
        for value in values where self.isWanted(value, place) {
            let isLeftOut = isHidden ?? self.unread.hidesByPath(element)
            isHidden = isLeftOut
            if !isLeftOut { self.take(value, element, place) }
        }
    }

    private func enter(cell element: any Element, _ place: inout SearchPlace) {
        let id = ObjectIdentifier(element)
        guard element.kind == .cell, self.cells.contains(id), place.cells.last != id else { return }
        place.cells.append(id)
    }

    private func values(byIDOf element: any Element, _ place: SearchPlace) -> [Int32] {
        guard !self.names.isEmpty else { return [] }
        guard let own = PathText.cutOrNil(element.tracking.elementID) else {
            return place.hash.flatMap { self.hashes[$0] } ?? []
        }
        return Set([own, PathText.name(own)]).flatMap { self.names[$0] ?? [] }
    }

    private mutating func values(byChainOf element: any Element) -> [Int32] {
        guard self.chainReads > 0 else { return [] }
        let name = PathText.name(element.typeName)
        let possible = self.chains.filter { value in
            guard self.missing.contains(value), let first = self.patterns[Int(value)].parts.first else { return false }
            guard case .exact(let part) = first else { return true }
            return part.hasPrefix(name)
        }
        guard !possible.isEmpty else { return [] }
        self.chainReads -= 1
        let path = ElementPaths(ElementWalk(from: element, rules: self.rules, memory: self.memory), nil).eventPath
        return possible.filter { self.patterns[Int($0)].matches(path) }
    }

    /// Whether what a path means is not known yet: here, or in the row that is looked through.
    private func isWanted(_ value: Int32, _ place: SearchPlace) -> Bool {
        let number = Int(value)
        guard self.hasOpenRow[number] else { return self.missing.contains(value) }
        return place.cells.contains { self.found[number].byCell[$0] == nil }
            || place.position.map { self.found[number].byPosition[$0] == nil } ?? false
    }

    private mutating func take(_ value: Int32, _ element: any Element, _ place: SearchPlace) {
        let number = Int(value)
        guard self.hasOpenRow[number] else {
            if self.missing.remove(value) != nil { self.found[number].first = element }
            return
        }
        for cell in place.cells where self.found[number].byCell[cell] == nil {
            self.found[number].byCell[cell] = element
            self.found[number].openCells.remove(cell)
        }
        // Outside of an event's cells it must stand in the same place of its own list.
        if let position = place.position, self.found[number].byPosition[position] == nil {
            self.found[number].byPosition[position] = element
            self.found[number].openPositions.remove(position)
        }
        if self.found[number].openCells.isEmpty, self.found[number].openPositions.isEmpty { self.missing.remove(value) }
    }

    fileprivate static func cells(around element: any Element) -> [any Element] {
        var cells: [any Element] = []
        _ = ElementAncestors.first(from: element) { around in
            if around.kind == .cell { cells.append(around) }
            return false
        }
        return cells
    }

    /// What the page's elements are in, or the topmost element.
    fileprivate static func root(around element: any Element, _ rules: PageRules) -> (any Element)? {
        if let page = ElementAncestors.page(of: element), let root = rules.root(of: page).rootElement { return root }
        var top: (any Element)?
        _ = ElementAncestors.first(from: element) { around in
            top = around
            return false
        }
        return top
    }
}

extension PathPattern {
    /// Whether it leaves the row of a cell open.
    fileprivate var hasOpenRow: Bool { self.parts.contains(where: \.isOpenRow) }
}
