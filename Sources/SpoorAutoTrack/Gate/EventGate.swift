import SpoorWire

/// The last station of every event that the engine makes: leaves out what the rules leave out, adds the app's own
/// values, and makes the events that definitions name.
@MainActor
final class EventGate {
    /// An element's event, its facts read before the app's handler runs.
    struct Arrival {
        /// What happened.
        var event: AutoEvent

        /// What it happened to.
        var element: any Element

        /// The element's names.
        var paths: ElementPaths

        /// The screen that it was on; nil where nobody knows.
        var screen: PageFacts?
    }

    /// The property of a defined event that tells the definition's version; receivers that do not know it pass it over.
    static let versionKey = "_definition_version"

    /// The most definitions that one click, one exposure or one page's view makes events of; the first ones in their order.
    static let maxDefined = 50

    /// The most different sentences that are said, and the most names of properties that are left out.
    private static let (maxRemarks, maxNames) = (100, 50)

    var rules: AutoTrackRules
    /// Who is asked for the app's own values, the first one first.
    var readers: [any KeyPathReader] = []
    private let emit: (AutoEvent) -> Void
    private let report: (String) -> Void
    private var said: Set<String> = []
    private var namesLeftOut: Set<String> = []
    private var saidDefined = false

    init(_ rules: AutoTrackRules, emit: @escaping (AutoEvent) -> Void, report: @escaping (String) -> Void) {
        self.rules = rules
        self.emit = emit
        self.report = report
    }

    /// Whether anything could come of an element: an event of one of some kinds, or one that a definition names.
    func wants(_ element: any Element, in container: (any Element)? = nil, _ kinds: AutoTrackKinds) -> Bool {
        guard self.makesDefined || !self.rules.kinds.isDisjoint(with: kinds) else { return false }
        return !self.rules.ignore.ignores(element, in: container)
    }

    /// Says that an element has no id, where that is so.
    func check(_ paths: ElementPaths) {
        guard paths.elementID.isEmpty else { return }
        self.say(
            "'\(paths.typeName)' has no $element_id: it lies too deep, or among more siblings than are counted. "
                + "Give it an elementID of its own."
        )
    }

    /// Whether an element is left out by its paths.
    func isIgnored(_ paths: ElementPaths) -> Bool {
        self.rules.ignore.hasPaths && self.rules.ignore.ignores(paths.names)
    }

    /// Whether the events of an element are recorded, apart from those that definitions name.
    func isListed(_ paths: ElementPaths) -> Bool {
        self.rules.whiteList.map { $0.allows(paths.names) } ?? true
    }

    /// Records an event that the code or the rules ask for.
    func record(_ event: AutoEvent) { self.emit(event) }

    /// Records an event without an element, where its kind is recorded.
    func record(_ event: AutoEvent, _ kind: AutoTrackKinds) {
        if self.rules.kinds.contains(kind) { self.emit(event) }
    }

    /// Says a sentence, once.
    func say(_ sentence: String) {
        guard self.said.count < Self.maxRemarks, self.said.insert(sentence).inserted else { return }
        self.report(sentence)
    }

    /// Says that a property which code attached is left out, once for each name.
    func leavesOut(_ name: String) {
        guard self.namesLeftOut.count < Self.maxNames, self.namesLeftOut.insert(name).inserted else { return }
        self.report(DeniedNames.remark(on: name))
    }

    /// The values that configured key paths lead to; what cannot be read is said once.
    func parameters(of element: any Element, _ paths: ElementPaths?, screen: PageFacts?) -> Properties {
        var properties = Properties()
        guard !self.rules.parameters.isEmpty else { return properties }
        let reading = ParameterReading(readers: self.readers)
        let pages = screen.map { self.names(of: $0) } ?? []
        let names = paths.map { $0.names.map { (name: $0, pieces: PathPattern.pieces(of: $0)) } } ?? []
        for rule in self.rules.parameters {
            if let page = rule.page, !pages.contains(page) { continue }
            if let path = rule.path, !names.contains(where: { path.matches($0.name, pieces: $0.pieces) }) { continue }
            switch reading.read(rule.keyPath, from: element, page: nil) {
            case .value(let value): properties[rule.name] = value
            case .absent: break
            case .refused(let sentence): self.say("Parameter '\(rule.name)': \(sentence)")
            }
        }
        return properties
    }

    /// The definitions that make an event of an element's.
    func definitions(
        _ trigger: EventDefinition.Trigger,
        _ paths: ElementPaths,
        _ screen: PageFacts?
    ) -> [EventDefinition] {
        guard self.makesDefined else { return [] }
        return self.bounded(
            self.rules.definitions.matches(trigger, paths, pages: screen.map { self.names(of: $0) } ?? [])
        )
    }

    /// As many definitions as one event may meet, the first ones; that there are more is said once.
    private func bounded(_ met: [EventDefinition]) -> [EventDefinition] {
        guard met.count > Self.maxDefined else { return met }
        if !self.saidDefined {
            self.saidDefined = true
            self.report(
                "One event meets \(met.count) definitions; the first \(Self.maxDefined) in their order make events, "
                    + "'\(Limits.shown(met[Self.maxDefined].name))' and those behind it make none. Narrow their aliases."
            )
        }
        return Array(met.prefix(Self.maxDefined))
    }

    /// Records the events that definitions make of an element's.
    func define(_ trigger: EventDefinition.Trigger, _ arrival: Arrival) {
        self.define(self.definitions(trigger, arrival.paths, arrival.screen), arrival)
    }

    /// Records the events that definitions make of the view of a page.
    func define(pageView event: AutoEvent, of page: any PageElement, _ facts: PageFacts) {
        guard self.makesDefined else { return }
        let met = self.bounded(self.rules.definitions.matches(.pageView, nil, pages: self.names(of: facts)))
        guard !met.isEmpty else { return }
        let root = page.rootElement ?? page
        let walk = ElementWalk(from: root, rules: self.rules.pageRules)
        let paths = ElementPaths(walk, nil, unread: self.rules.unread)
        self.define(met, Arrival(event: event, element: root, paths: paths, screen: facts))
    }

    private var makesDefined: Bool { self.rules.kinds.contains(.definitions) && !self.rules.definitions.isEmpty }

    /// Records the events of some definitions.
    func define(_ met: [EventDefinition], _ arrival: Arrival) {
        guard !met.isEmpty else { return }
        let event = DefinitionReading.Event(definitions: met, element: arrival.element, paths: arrival.paths)
        let reading = DefinitionReading([event], rules: self.rules.pageRules, ignore: self.rules.ignore)
        self.define(met, arrival.event, reading)
    }

    /// Records the events of some definitions, whose properties are read.
    func define(_ met: [EventDefinition], _ event: AutoEvent, _ reading: DefinitionReading, number: Int = 0) {
        if reading.isCut {
            let names = met.map(\.name).joined(separator: "', '")
            self.say("A property of '\(Limits.shown(names))' was not found among the elements that are looked at.")
        }
        for definition in met {
            let own = reading.properties(of: definition, event: number)
            if own.isCut {
                self.say(
                    "Some properties of '\(Limits.shown(definition.name))' are left out: to read those of all definitions "
                        + "that were met would take too long. Define fewer, and simpler patterns with fewer repetitions."
                )
            }
            var properties = event.properties
            properties.mergeNames(own.properties, overriding: true)
            properties[Self.versionKey] = .integer(Int64(definition.version))
            self.emit(AutoEvent(definition.name, properties, milliseconds: event.milliseconds))
        }
    }

    /// What a person may call a page by: its class, its name, its PAGE_ID.
    private func names(of page: PageFacts) -> [String] {
        [page.typeName] + [page.name, self.rules.pages.id(of: page)].compactMap(\.self)
    }
}
