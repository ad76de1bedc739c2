import SpoorWire

/// The properties of the definitions that one event meets, as elements show them.
///
/// Where there is more to do than may be done, as many properties of each definition are read as of any other, the first
/// ones; of patterns and elements those first that take least, so that a costly one takes nothing from the others.
@MainActor
struct ShownProperties {
    /// What a property costs, in steps, and what one with a path costs besides.
    private static let (propertySteps, pathSteps) = (20, 40)

    private struct Match: Hashable {
        let pattern: TextPattern
        let text: String

        /// The most steps that it may take.
        var mostSteps: Int { self.pattern.stepCount * (min(self.text.utf8.count, TextPattern.maxText) + 1) * 2 }
    }

    /// The paths of properties that are not the event's own element.
    private(set) var wanted: Set<PathPattern> = []

    private let event: DefinitionReading.Event
    /// How many properties of each definition are read.
    private var rounds = 0
    private var texts: [PathPattern: String] = [:]
    /// What the patterns took; those that were not followed to their end are missing.
    private var parts: [Match: String?] = [:]
    private var unread: Set<PathPattern> = []

    /// Chooses what is read.
    init(_ event: DefinitionReading.Event, _ budget: inout DefinitionBudget) {
        self.event = event
        self.chooseRounds(&budget)
        let names = event.paths.names.map { (name: $0, pieces: PathPattern.pieces(of: $0)) }
        for path in self.properties.compactMap(\.path) where !self.wanted.contains(path) && self.texts[path] == nil {
            if names.contains(where: { path.matches($0.name, pieces: $0.pieces) }) {
                self.texts[path] = event.paths.content
            } else {
                self.wanted.insert(path)
            }
        }
    }

    private var properties: some Sequence<EventDefinition.Property> {
        let rounds = self.rounds
        return self.event.definitions.lazy.flatMap { $0.properties.prefix(rounds) }
    }

    private mutating func chooseRounds(_ budget: inout DefinitionBudget) {
        let most = self.event.definitions.lazy.map(\.properties.count).max() ?? 0
        while self.rounds < most {
            var cost = 0
            for definition in self.event.definitions where definition.properties.count > self.rounds {
                let hasPath = definition.properties[self.rounds].path != nil
                cost += Self.propertySteps + (hasPath ? Self.pathSteps : 0)
            }
            guard cost <= budget.steps else { return }
            budget.steps -= cost
            self.rounds += 1
        }
    }

    /// Reads what was found, and follows the patterns.
    mutating func read(
        _ search: ElementSearch?,
        _ ask: ElementSearch.Ask,
        _ unread: Unread,
        _ budget: inout DefinitionBudget
    ) {
        if let search { self.readTexts(search, ask, unread, &budget) }
        var matches: Set<Match> = []
        for property in self.properties {
            guard let pattern = property.pattern, let text = self.text(for: property) else { continue }
            matches.insert(Match(pattern: pattern, text: text))
        }
        let sorted = matches.sorted {
            ($0.mostSteps, $0.pattern.description, $0.text) < ($1.mostSteps, $1.pattern.description, $1.text)
        }
        for (index, match) in sorted.enumerated() {
            let share = max(budget.steps, 0) / (sorted.count - index)
            // Less than this ends before anything is looked at.
            guard share > 3 * match.pattern.stepCount else { continue }
            var steps = share
            let part = match.pattern.firstMatch(in: match.text, steps: &steps)
            budget.steps -= share - max(steps, 0)
            if steps >= 0 { self.parts[match] = .some(part) }
        }
    }

    private mutating func readTexts(
        _ search: ElementSearch,
        _ ask: ElementSearch.Ask,
        _ unread: Unread,
        _ budget: inout DefinitionBudget
    ) {
        var found: [ObjectIdentifier: (element: any Element, paths: [PathPattern])] = [:]
        for path in self.wanted.sorted(by: { $0.description < $1.description }) {
            guard let element = search.element(for: path, ask) else { continue }
            found[ObjectIdentifier(element), default: (element, [])].paths.append(path)
        }
        let items = found.values.sorted { $0.paths[0].description < $1.paths[0].description }
        for (index, item) in items.enumerated() {
            // To count takes about as long as to read.
            let share = max(budget.elements, 0) / (items.count - index)
            let size = Self.size(of: item.element, share)
            budget.elements -= min(size, share)
            guard size <= share else {
                self.unread.formUnion(item.paths)
                continue
            }
            let privacy = ElementPrivacy(at: item.element)
            guard let content = ElementContent.content(of: item.element, privacy, unread) else { continue }
            for path in item.paths { self.texts[path] = content }
        }
    }

    /// How many elements a content is read from at most; more than some where there are more.
    private static func size(of element: any Element, _ most: Int) -> Int {
        guard element.tracking.content == nil, element.kind != .textInput, element.kind != .web else { return 1 }
        var (size, pending) = (1, [element])
        while let next = pending.popLast(), size <= most, size < 2_500 {
            let children = next.children
            size = min(size + children.count, 2_500)
            pending += children.prefix(2_500)
        }
        return size
    }

    /// The properties of a definition, and whether some are missing since to read them would have taken too long.
    func properties(of definition: EventDefinition) -> (properties: Properties, isCut: Bool) {
        var properties = Properties()
        var isCut = definition.properties.count > self.rounds
        for property in definition.properties.prefix(self.rounds) {
            guard let text = self.text(for: property) else {
                isCut = isCut || property.path.map { self.unread.contains($0) } ?? false
                continue
            }
            var part = text
            if let pattern = property.pattern {
                guard let known = self.parts[Match(pattern: pattern, text: text)] else {
                    isCut = true
                    continue
                }
                guard let known else { continue }
                part = known
            }
            switch property.kind {
            case .string: properties[property.name] = .string(part)
            case .number: if let number = ShownNumber.value(of: part) { properties[property.name] = .number(number) }
            }
        }
        return (properties, isCut)
    }

    private func text(for property: EventDefinition.Property) -> String? {
        property.path.map { self.texts[$0] } ?? self.event.paths.content
    }
}
