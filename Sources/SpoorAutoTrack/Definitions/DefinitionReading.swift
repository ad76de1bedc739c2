import SpoorWire

/// Takes the properties of the definitions that an event meets from what elements around the event's show.
///
/// However many definitions and properties there are, what they mean is looked for in one walk.
@MainActor
struct DefinitionReading {
    /// Whether the walk ended before all that is meant was found.
    let isCut: Bool

    private let paths: ElementPaths
    /// What the elements of properties' paths show.
    private let texts: [PathPattern: String]

    /// Looks for what the properties mean.
    ///
    /// - Parameters:
    ///   - definitions: what the event meets.
    ///   - element: what the event happened to.
    ///   - paths: its names.
    ///   - rules: which pages are transparent.
    init(_ definitions: [EventDefinition], element: any Element, paths: ElementPaths, rules: PageRules) {
        self.paths = paths
        let names = paths.names
        var wanted: Set<PathPattern> = []
        var texts: [PathPattern: String] = [:]
        for path in definitions.lazy.flatMap(\.properties).compactMap(\.path) where !wanted.contains(path) {
            if names.contains(where: { path.matches($0) }) {
                texts[path] = paths.content
            } else {
                wanted.insert(path)
            }
        }
        guard !wanted.isEmpty else {
            (self.texts, self.isCut) = (texts, false)
            return
        }
        var search = ElementSearch(wanted, around: element, position: paths.elementPosition, rules: rules)
        search.walk()
        self.texts = texts.merging(search.texts) { own, _ in own }
        self.isCut = search.isCut
    }

    /// The properties of a definition; one that finds nothing is left out.
    func properties(of definition: EventDefinition) -> Properties {
        var properties = Properties()
        for property in definition.properties {
            guard let text = self.text(for: property) else { continue }
            guard let part = property.pattern.map({ $0.firstMatch(in: text) }) ?? text else { continue }
            switch property.kind {
            case .string: properties[property.name] = .string(part)
            case .number: if let number = ShownNumber.value(of: part) { properties[property.name] = .number(number) }
            }
        }
        return properties
    }

    private func text(for property: EventDefinition.Property) -> String? {
        property.path.map { self.texts[$0] } ?? self.paths.content
    }
}
