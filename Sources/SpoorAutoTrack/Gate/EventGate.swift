import SpoorWire

/// The last station of every event that the engine makes: leaves out what the rules leave out, adds the app's own
/// values, and makes the events that definitions name.
@MainActor
final class EventGate {
    /// What is known of an element's event, read before the app's handler runs.
    struct Subject {
        /// The element.
        var element: any Element

        /// What stands in for its parent where it has none.
        var container: (any Element)?

        /// What brought the engine to it.
        var interception: Interception?

        /// What of the rules it belongs to.
        var kind: AutoTrackKinds

        /// The definitions that it may meet; nil for none.
        var trigger: EventDefinition.Trigger?
    }

    /// The property of a defined event that tells the definition's version; receivers that do not know it pass it over.
    static let versionKey = "_definition_version"

    /// The most different sentences that are said.
    private static let maxRemarks = 100

    var rules: AutoTrackRules
    /// Who is asked for the app's own values, the first one first.
    var readers: [any KeyPathReader] = []
    private let emit: (AutoEvent) -> Void
    private let report: (String) -> Void
    private var said: Set<String> = []

    init(_ rules: AutoTrackRules, emit: @escaping (AutoEvent) -> Void, report: @escaping (String) -> Void) {
        self.rules = rules
        self.emit = emit
        self.report = report
    }

    /// Whether any event of a kind, or of a definition, could come of an element.
    func wants(_ subject: Subject) -> Bool {
        let isDefined = subject.trigger != nil && self.rules.kinds.contains(.definitions) && !self.rules.definitions.isEmpty
        guard isDefined || self.rules.kinds.contains(subject.kind) else { return false }
        return !self.rules.ignore.ignores(subject.element, in: subject.container)
    }

    /// The names of an element, where anything depends on them.
    func paths(of subject: Subject) -> ElementPaths {
        ElementPaths(
            of: subject.element,
            interception: subject.interception,
            in: subject.container,
            rules: self.rules.pageRules
        )
    }

    /// Whether the event itself is recorded, apart from those that definitions make of it.
    func allows(_ subject: Subject, _ paths: ElementPaths) -> Bool {
        guard self.rules.kinds.contains(subject.kind) else { return false }
        guard self.rules.needsNames else { return true }
        let names = paths.names
        return !self.rules.ignore.ignores(names) && self.rules.whiteList?.allows(names) ?? true
    }

    /// The values that configured key paths lead to; what cannot be read is said once.
    func parameters(of element: any Element, _ paths: ElementPaths?, page: PageFacts?) -> Properties {
        var properties = Properties()
        guard !self.rules.parameters.isEmpty else { return properties }
        let reading = ParameterReading(readers: self.readers)
        let pages = page.map { self.names(of: $0) } ?? []
        for rule in self.rules.parameters {
            if let page = rule.page, !pages.contains(page) { continue }
            if let path = rule.path, !(paths?.names.contains { path.matches($0) } ?? false) { continue }
            switch reading.read(rule.keyPath, from: element, page: nil) {
            case .value(let value): properties[rule.name] = value
            case .absent: break
            case .refused(let sentence): self.say("Parameter '\(rule.name)': \(sentence)")
            }
        }
        return properties
    }

    /// Hands an event on, with the app's own values, and makes those that are defined by it.
    func pass(_ event: AutoEvent, _ subject: Subject, _ paths: ElementPaths, isAllowed: Bool) {
        guard !self.rules.ignore.ignores(paths.names) else { return }
        var event = event
        let parameters = self.parameters(of: subject.element, paths, page: paths.page)
        event.properties.merge(parameters, overriding: false)
        if isAllowed { self.emit(event) }
        guard let trigger = subject.trigger else { return }
        self.define(trigger, event, subject.element, paths, page: paths.page)
    }

    /// Hands an event of a page on, and makes those that are defined by it.
    func pass(pageView event: AutoEvent, of page: any PageElement) {
        let facts = PageFacts(page)
        var event = event
        event.properties.merge(self.parameters(of: page, nil, page: facts), overriding: false)
        self.pass(event, .pageViews)
        self.define(.pageView, event, page.rootElement ?? page, nil, page: facts)
    }

    /// Hands an event on that has no element, where its kind is recorded.
    func pass(_ event: AutoEvent, _ kind: AutoTrackKinds) {
        if self.rules.kinds.contains(kind) { self.emit(event) }
    }

    /// Hands an event on that the app's code asked for by itself.
    func pass(manual event: AutoEvent) { self.emit(event) }

    /// Says a sentence, once.
    func say(_ sentence: String) {
        guard self.said.count < Self.maxRemarks, self.said.insert(sentence).inserted else { return }
        self.report(sentence)
    }

    /// Makes the events that definitions name.
    private func define(
        _ trigger: EventDefinition.Trigger,
        _ event: AutoEvent,
        _ element: any Element,
        _ paths: ElementPaths?,
        page: PageFacts?
    ) {
        guard self.rules.kinds.contains(.definitions), !self.rules.definitions.isEmpty else { return }
        let pages = page.map { self.names(of: $0) } ?? []
        let met = self.rules.definitions.matches(trigger, paths, pages: pages)
        guard !met.isEmpty else { return }
        let paths = paths ?? ElementPaths(of: element, rules: self.rules.pageRules)
        let reading = DefinitionReading(element: element, paths: paths, rules: self.rules.pageRules)
        for definition in met {
            var properties = event.properties
            properties.merge(reading.properties(of: definition), overriding: true)
            properties[Self.versionKey] = .integer(Int64(definition.version))
            self.emit(AutoEvent(definition.name, properties, milliseconds: event.milliseconds))
        }
    }

    /// What a person may call a page by: its class, its name, its PAGE_ID.
    private func names(of page: PageFacts) -> [String] {
        [page.typeName] + [page.name, self.rules.pages.id(of: page)].compactMap(\.self)
    }
}
