public import SpoorWire

/// What people see of what the app marked.
extension AutoTracker {
    /// The uptime at which a scan is due because something will have been visible for long enough, or waits to be looked
    /// at; nil for none.
    public var exposureDeadline: Duration? { self.exposures.deadline }

    /// Whether a scan could find anything.
    public var needsScans: Bool { self.exposures.markCount > 0 }

    /// Looks at everything that is shown; called while the main thread is idle.
    ///
    /// - Parameter windows: the windows, from back to front.
    public func scan(windows: [any Element]) {
        let time = self.begin()
        guard !self.isExposing else { return }
        self.expose(self.exposures.scan(windows: windows, at: time), at: time)
        if let remark = self.exposures.remark { self.gate.say(remark) }
    }

    /// Looks again at some elements and what is in them.
    ///
    /// - Parameter elements: what moved or changed; after a scroll, the scrolling element.
    public func elementsChanged(_ elements: [any Element]) {
        let time = self.begin()
        guard !self.isExposing else { return }
        self.expose(self.exposures.elementsChanged(elements, at: time), at: time)
    }

    /// Marks an element, in place of what it was marked with before.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - mark: what the app wants to know of it.
    public func mark(_ element: any Element, _ mark: ExposureMark) {
        self.exposures.mark(element, mark)
    }

    /// Takes an element's mark away.
    ///
    /// - Parameter element: the element.
    public func unmark(_ element: any Element) {
        self.exposures.unmark(element)
    }

    /// The app's code tells that an element was seen; it is recorded whatever is left out.
    ///
    /// - Parameters:
    ///   - element: what was seen.
    ///   - properties: what else is known of it.
    public func trackExposure(_ element: any Element, properties: Properties = Properties()) {
        let time = self.begin()
        let facts = ElementFacts(of: element, gate: self.gate, pages: self.pages)
        let event = self.event(of: element, ExposureMark(properties: properties), facts, at: time)
        self.gate.record(event)
        self.gate.define(self.gate.definitions(.exposure, facts.paths, facts.screen), facts.arrival(of: event, element))
    }

    /// Makes events of what was seen, and notes what came of each; whatever the app does when it is asked or told.
    func expose(_ sightings: [Sighting], at time: AutoTime) {
        guard !sightings.isEmpty else { return }
        self.isExposing = true
        defer { self.isExposing = false }
        // All is read before the app can change anything, so that what several elements lie in is read once.
        let memory = WalkMemory()
        let read = sightings.map { sighting -> ElementFacts? in
            guard self.gate.wants(sighting.element, .exposures) else { return nil }
            return ElementFacts(of: sighting.element, gate: self.gate, pages: self.pages, memory: memory)
        }
        let met = read.map { facts in facts.map { self.gate.definitions(.exposure, $0.paths, $0.screen) } ?? [] }
        var (events, numbers): ([DefinitionReading.Event], [Int?]) = ([], [])
        for (index, sighting) in sightings.enumerated() {
            guard let facts = read[index], !met[index].isEmpty, !self.gate.isIgnored(facts.paths) else {
                numbers.append(nil)
                continue
            }
            numbers.append(events.count)
            events.append(.init(definitions: met[index], element: sighting.element, paths: facts.paths))
        }
        let reading = DefinitionReading(events, rules: self.gate.rules.pageRules, ignore: self.gate.rules.ignore)
        for (index, sighting) in sightings.enumerated() where self.exposures.holds(sighting) {
            var wasRecorded = false
            if let facts = read[index] {
                let defined = numbers[index].map { (met[index], reading, $0) }
                wasRecorded = self.record(sighting, facts, defined, at: time)
            }
            self.exposures.finish(sighting, wasRecorded: wasRecorded)
        }
    }

    /// Records an exposure: first the rules decide, then the app; whether any event came of it.
    private func record(
        _ sighting: Sighting,
        _ facts: ElementFacts,
        _ defined: (met: [EventDefinition], reading: DefinitionReading, number: Int)?,
        at time: AutoTime
    ) -> Bool {
        guard !self.gate.isIgnored(facts.paths) else { return false }
        let isListed = self.gate.rules.kinds.contains(.exposures) && self.gate.isListed(facts.paths)
        guard isListed || defined != nil else { return false }
        guard self.exposureListener?.shouldExpose(sighting.element, sighting.mark) ?? true else { return false }
        let event = self.event(of: sighting.element, sighting.mark, facts, at: time)
        if isListed {
            self.gate.record(event)
            self.exposureListener?.didExpose(sighting.element, sighting.mark, event)
        }
        if let defined { self.gate.define(defined.met, event, defined.reading, number: defined.number) }
        return true
    }

    /// The event of an exposure: what the app says, then what the engine knows; what stands first wins.
    private func event(
        of element: any Element,
        _ mark: ExposureMark,
        _ facts: ElementFacts,
        at time: AutoTime
    ) -> AutoEvent {
        var properties = self.exposures.properties(of: element, mark)
        var known = facts.properties
        known.set(mark.isEnd, forKey: "isEnd")
        known.set(mark.id, forKey: "exposure_id")
        properties.mergeNames(known, overriding: false)
        return AutoEvent(mark.event, properties, milliseconds: time.milliseconds)
    }
}

/// What is known of an element that was seen: the same as of one that was clicked.
@MainActor
struct ElementFacts {
    let paths: ElementPaths
    let screen: PageFacts?
    private let screenProperties: Properties
    private let parameters: Properties

    init(of element: any Element, gate: EventGate, pages: PageTracker, memory: WalkMemory? = nil) {
        let walk = ElementWalk(from: element, rules: pages.rules, memory: memory)
        self.paths = ElementPaths(walk, nil, denied: gate.rules.denied, unread: gate.rules.unread)
        gate.check(self.paths)
        let screen = pages.screen(of: walk)
        self.screen = screen.facts
        self.screenProperties = screen.properties
        self.parameters = gate.parameters(of: element, self.paths, screen: screen.facts)
    }

    /// An event of the element, as definitions want it.
    func arrival(of event: AutoEvent, _ element: any Element) -> EventGate.Arrival {
        EventGate.Arrival(event: event, element: element, paths: self.paths, screen: self.screen)
    }

    var properties: Properties {
        var properties = self.parameters
        properties.mergeNames(ClickProperties.element(self.paths), overriding: true)
        properties.mergeNames(self.screenProperties, overriding: false)
        return properties
    }
}
