public import SpoorWire

/// What people see of what the app marked.
extension AutoTracker {
    /// The uptime at which a scan is due because something will have been visible for long enough; nil for none.
    public var exposureDeadline: Duration? { self.exposures.deadline }

    /// Whether a scan could find anything.
    public var needsScans: Bool { self.exposures.markCount > 0 }

    /// Looks at everything that is shown; called while the main thread is idle.
    ///
    /// - Parameter windows: the windows, from back to front.
    public func scan(windows: [any Element]) {
        self.exposures.scan(windows: windows, at: self.begin())
    }

    /// Looks again at some elements and what is in them.
    ///
    /// - Parameter elements: what moved or changed; after a scroll, the scrolling element.
    public func elementsChanged(_ elements: [any Element]) {
        self.exposures.elementsChanged(elements, at: self.begin())
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
        let event = self.exposures.event(of: element, ExposureMark(properties: properties), at: time)
        self.gate.record(event)
        self.define(event, element)
    }

    /// Whether an exposure is recorded, or a definition may make something of it.
    func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool {
        guard self.gate.wants(element, .exposures) else { return false }
        return self.exposureListener?.shouldExpose(element, mark) ?? true
    }

    /// Records an exposure.
    func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) {
        let facts = ElementFacts(of: element, gate: self.gate, pages: self.pages)
        guard !self.gate.isIgnored(facts.paths) else { return }
        if self.gate.isListed(facts.paths) {
            self.gate.record(event, .exposures)
            self.exposureListener?.didExpose(element, mark, event)
        }
        self.define(event, element, facts)
    }

    private func define(_ event: AutoEvent, _ element: any Element, _ facts: ElementFacts? = nil) {
        let facts = facts ?? ElementFacts(of: element, gate: self.gate, pages: self.pages)
        self.gate.define(
            .exposure,
            EventGate.Arrival(event: event, element: element, paths: facts.paths, screen: facts.screen)
        )
    }
}

/// What is known of an element that was seen: the same as of one that was clicked.
@MainActor
struct ElementFacts {
    let paths: ElementPaths
    let screen: PageFacts?
    private let screenProperties: Properties
    private let parameters: Properties

    init(of element: any Element, gate: EventGate, pages: PageTracker) {
        let walk = ElementWalk(from: element, in: nil, rules: pages.rules)
        self.paths = ElementPaths(walk, nil, denied: gate.rules.denied)
        gate.check(self.paths)
        let screen = pages.screen(of: walk)
        self.screen = screen.facts
        self.screenProperties = screen.properties
        self.parameters = gate.parameters(of: element, self.paths, screen: screen.facts)
    }

    var properties: Properties {
        var properties = self.parameters
        properties.merge(ClickProperties.element(self.paths), overriding: true)
        properties.merge(self.screenProperties, overriding: false)
        return properties
    }
}

/// Stands between the exposure tracker and the app's own listener.
@MainActor
final class ExposureRelay: ExposureListener {
    weak var tracker: AutoTracker?

    func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool {
        self.tracker?.shouldExpose(element, mark) ?? false
    }

    func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) {
        self.tracker?.didExpose(element, mark, event)
    }
}
