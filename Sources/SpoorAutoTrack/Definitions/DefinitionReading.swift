import SpoorWire

/// Takes the properties of the definitions that the events of one moment meet, a click or all exposures of a scan, from
/// what elements around the events' show.
///
/// However many events, definitions and properties there are, what they mean is looked for in one walk for each page,
/// and what the reading costs has a bound: ``DefinitionBudget``.
@MainActor
struct DefinitionReading {
    /// An event that definitions are met by.
    struct Event {
        /// What it meets.
        let definitions: [EventDefinition]

        /// What it happened to.
        let element: any Element

        /// The element's names.
        let paths: ElementPaths
    }

    /// Whether a walk ended before all that is meant was found.
    private(set) var isCut = false

    /// How many steps and elements of the budget were not needed.
    private(set) var rest = (steps: 0, elements: 0)

    private var shown: [ShownProperties]

    /// Reads what the properties mean.
    ///
    /// - Parameters:
    ///   - events: the events.
    ///   - rules: which pages are transparent.
    ///   - ignore: what is left out of events, and so not read.
    init(_ events: [Event], rules: PageRules, ignore: IgnoreRules = IgnoreRules()) {
        let unread = Unread(ignore, pageRules: rules)
        var budget = DefinitionBudget(events: events.count)
        self.shown = events.map { event in
            budget.begin()
            return ShownProperties(event, &budget)
        }
        var elements = ElementSearch.maxElements
        var roots: [ObjectIdentifier?] = []
        let asks = events.map {
            ElementSearch.Ask(around: $0.element, position: $0.paths.elementPosition, rules: rules)
        }
        for number in events.indices {
            roots.append(self.shown[number].wanted.isEmpty ? nil : asks[number].root.map { ObjectIdentifier($0) })
        }
        var searches: [ObjectIdentifier: ElementSearch] = [:]
        for root in roots.compactMap(\.self) where searches[root] == nil {
            let members = events.indices.filter { roots[$0] == root }
            let wanted = members.reduce(into: Set<PathPattern>()) { $0.formUnion(self.shown[$1].wanted) }
            let asking = members.map { asks[$0] }
            var search = ElementSearch(wanted, asking, rules: rules, unread: unread, elements: elements)
            search.walk()
            elements = search.elements
            searches[root] = search
            self.isCut = self.isCut || search.isCut
        }
        budget.restart()
        for number in events.indices {
            budget.begin()
            let search = roots[number].flatMap { searches[$0] }
            self.shown[number].read(search, asks[number], unread, &budget)
        }
        self.rest = budget.rest
    }

    /// The properties of a definition; one that finds nothing is left out.
    ///
    /// - Parameters:
    ///   - definition: the definition.
    ///   - event: which event it is for.
    /// - Returns: the properties, and whether some are missing since to read them would have taken too long.
    func properties(of definition: EventDefinition, event: Int = 0) -> (properties: Properties, isCut: Bool) {
        self.shown[event].properties(of: definition)
    }
}

/// What reading the properties of definitions may cost the events of one moment, counted, so that the same is read on
/// every device: whatever a server's definitions ask for, people do not wait for it.
struct DefinitionBudget {
    /// The most steps: of patterns, and those that properties cost besides.
    static let maxSteps = 200_000

    /// The most elements that are read for their texts.
    static let maxElements = 10_000

    /// What may be spent for the event whose turn it is: each gets the same, and what those before it left.
    var (steps, elements) = (0, 0)

    private let events: Int
    private var left: Int

    init(events: Int) {
        (self.events, self.left) = (events, events)
        (self.total, self.spare) = (Self.maxSteps / 2, 0)
    }

    /// What is there for the events whose turn comes.
    private var (total, spare): (Int, Int)

    /// What nobody needed.
    var rest: (steps: Int, elements: Int) { (self.total + self.steps, self.spare + self.elements) }

    /// It is the next event's turn.
    mutating func begin() {
        (self.total, self.spare) = (self.total + self.steps, self.spare + self.elements)
        let left = max(self.left, 1)
        (self.steps, self.elements) = (self.total / left, self.spare / left)
        (self.total, self.spare) = (self.total - self.steps, self.spare - self.elements)
        self.left -= 1
    }

    /// Every event has another turn: for the elements, and for the second half of the steps.
    mutating func restart() {
        self.total += self.steps + Self.maxSteps / 2
        self.spare = Self.maxElements
        (self.steps, self.elements) = (0, 0)
        self.left = self.events
    }
}
