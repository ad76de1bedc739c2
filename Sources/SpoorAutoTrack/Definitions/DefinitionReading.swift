import SpoorWire

/// Takes the properties of a definition from what elements around the event's show.
@MainActor
struct DefinitionReading {
    /// The most elements that one search looks at.
    static let maxElements = 20_000

    /// The most of them whose paths are read.
    static let maxCandidates = 500

    let element: any Element
    let paths: ElementPaths
    let rules: PageRules

    /// The properties of a definition; one that finds nothing is left out.
    func properties(of definition: EventDefinition) -> Properties {
        var properties = Properties()
        for property in definition.properties {
            guard let text = self.text(for: property) else { continue }
            guard let part = property.pattern.map({ $0.firstMatch(in: text) }) ?? text else { continue }
            switch property.kind {
            case .string: properties[property.name] = .string(part)
            case .number: if let number = Self.number(part) { properties[property.name] = .number(number) }
            }
        }
        return properties
    }

    private func text(for property: EventDefinition.Property) -> String? {
        guard let path = property.path, !self.paths.names.contains(where: { path.matches($0) }) else {
            return self.paths.content
        }
        return self.search(path)
    }

    /// Looks for an element: with an open row in the cells around the event's first, since that row is meant; then on
    /// the whole page.
    private func search(_ path: PathPattern) -> String? {
        let isOpenRow = path.parts.contains(where: \.isOpenRow)
        var candidates = Self.maxCandidates
        if isOpenRow {
            for cell in self.cells {
                if let found = self.find(path, in: cell, position: nil, &candidates) { return found.content }
            }
        }
        guard let root = self.root else { return nil }
        // Outside of the cells it must stand in the same place of its own list.
        let position = isOpenRow ? self.paths.elementPosition : nil
        if isOpenRow, position == nil { return nil }
        return self.find(path, in: root, position: position, &candidates)?.content
    }

    private var cells: [any Element] {
        var cells: [any Element] = []
        _ = ElementAncestors.first(from: self.element) { around in
            if around.kind == .cell { cells.append(around) }
            return false
        }
        return cells
    }

    /// What the page's elements are in, or the topmost element.
    private var root: (any Element)? {
        if let page = ElementAncestors.page(of: self.element), let root = self.rules.root(of: page).rootElement {
            return root
        }
        var top: (any Element)?
        _ = ElementAncestors.first(from: self.element) { around in
            top = around
            return false
        }
        return top
    }

    private func find(
        _ path: PathPattern,
        in root: any Element,
        position: String?,
        _ candidates: inout Int
    ) -> ElementPaths? {
        let name = Self.typeName(of: path)
        var pending: [(element: any Element, level: Int)] = [(root, 0)]
        var seen = 0
        while let (element, level) = pending.popLast(), seen < Self.maxElements, candidates > 0 {
            seen += 1
            if name == nil || element.typeName == name {
                candidates -= 1
                let paths = ElementPaths(of: element, rules: self.rules)
                let isIt = paths.names.contains { path.matches($0) }
                if isIt, position == nil || paths.elementPosition == position { return paths }
            }
            guard level < ElementAncestors.maxLevels else { continue }
            for child in element.children.reversed() { pending.append((child, level + 1)) }
        }
        return nil
    }

    /// The class that a path ends in, where its last part tells one.
    private static func typeName(of path: PathPattern) -> String? {
        let name: String
        switch path.parts.last {
        case .exact(let text):
            guard let part = IndexedPart(text[...]) else { return nil }
            name = String(part.name)
        case .anyRow(let type, _), .anySection(let type, _), .anyCell(let type), .anyPlace(let type): name = type
        default: return nil
        }
        // These stand for classes of any name.
        return ["SectionHeader", "SectionFooter", "UISegment", "Cell"].contains(name) ? nil : name
    }

    /// The number in a text; separators of thousands are looked over.
    private static func number(_ text: String) -> Double? {
        let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "_" }
        guard let number = Double(digits), number.isFinite else { return nil }
        return number
    }
}
