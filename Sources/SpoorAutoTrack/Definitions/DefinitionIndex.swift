import SpoorWire

/// Finds the definitions that an event meets; compiled once for a configuration and a version of the app.
struct DefinitionIndex: Sendable {
    private struct Entry: Sendable {
        var definition: Int
        var alias: EventDefinition.Alias
    }

    private let definitions: [EventDefinition]
    private var entries: [Entry] = []
    private var byName = PathIndex()
    private var byPage: [String: [Int32]] = [:]
    /// What makes any event at all.
    private let triggers: Set<EventDefinition.Trigger>

    /// The paths of aliases that were not taken: they leave parts open in more ways than ``SpoorWire/PathShapes`` allow.
    var refused: [PathPattern] { self.byName.refused }

    /// Whether nothing is defined.
    var isEmpty: Bool { self.entries.isEmpty }

    /// Compiles definitions; aliases for other versions of the app are left out.
    init(_ definitions: [EventDefinition] = [], appVersion: String? = nil) {
        self.definitions = definitions
        self.triggers = Set(definitions.map(\.trigger))
        for (number, definition) in definitions.enumerated() {
            for alias in definition.aliases where alias.appVersions?.contains(appVersion) ?? true {
                let entry = Int32(self.entries.count)
                self.entries.append(Entry(definition: number, alias: alias))
                if let path = alias.path {
                    self.byName.insert(path, entry)
                } else if let id = alias.elementID {
                    self.byName.insert(exactly: id, entry)
                } else if let page = alias.page {
                    self.byPage[page, default: []].append(entry)
                }
            }
        }
    }

    /// The definitions that an event meets, in their order, each once.
    ///
    /// - Parameters:
    ///   - trigger: what happened.
    ///   - paths: the element; nil for an event of a page alone.
    ///   - pages: the names of the page: its class, its name, its PAGE_ID.
    /// - Returns: the definitions.
    func matches(_ trigger: EventDefinition.Trigger, _ paths: ElementPaths?, pages: [String]) -> [EventDefinition] {
        guard self.triggers.contains(trigger) else { return [] }
        var candidates: [Int32] = pages.flatMap { self.byPage[$0] ?? [] }
        for name in paths?.names ?? [] { candidates += self.byName.values(for: name) }
        let found = candidates.compactMap { candidate -> Int? in
            let entry = self.entries[Int(candidate)]
            guard self.definitions[entry.definition].trigger == trigger else { return nil }
            return Self.holds(entry.alias, paths, pages: pages) ? entry.definition : nil
        }
        return Set(found).sorted().map { self.definitions[$0] }
    }

    /// Whether what an alias says beside what it was found by holds, too.
    private static func holds(_ alias: EventDefinition.Alias, _ paths: ElementPaths?, pages: [String]) -> Bool {
        if let page = alias.page, !pages.contains(page) { return false }
        if let id = alias.elementID, paths?.elementID != id { return false }
        if let content = alias.content, paths?.content != content { return false }
        guard let position = alias.position else { return true }
        return paths?.elementPosition.map { Self.position($0, fits: position) } ?? false
    }

    private static func position(_ position: String, fits pattern: String) -> Bool {
        let (parts, wanted) = (position.split(separator: ":"), pattern.split(separator: ":"))
        return parts.count == wanted.count && zip(parts, wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }
}

extension ElementPaths {
    /// All names that a person may have copied from an event to mean this element.
    ///
    /// An id of the app's own is one as it is, and as patterns write it where it has a star.
    var names: [String] {
        var names = [self.viewPath, self.elementPath, self.eventPath, self.selector, self.normalisedPath]
        guard !self.elementID.isEmpty else { return names }
        names.append(self.elementID)
        let written = PathText.name(self.elementID)
        if written != self.elementID { names.append(written) }
        return names
    }
}
