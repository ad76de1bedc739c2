public import SpoorWire

/// Makes an event of each marked element that was visible enough for long enough.
///
/// The app marks elements; scans find out what is visible. A scan that comes while the main thread is idle, when a
/// scroll has ended and when ``deadline`` is reached is enough: nothing hooks into layout, and nothing ticks.
/// What is marked is not kept alive, and need not be unmarked.
@MainActor
public final class ExposureTracker {
    /// Is asked before an exposure is recorded, and told afterwards.
    public weak var listener: (any ExposureListener)?

    /// Takes the events.
    private let emit: (AutoEvent) -> Void

    /// What is said of an element besides the app's own data: its type, path, page.
    private let facts: (any Element) -> Properties

    private var scene = VisibilityScene()
    private var machine: ExposureMachine
    private var marks: [ObjectIdentifier: MarkedElement] = [:]
    private var coveredPages = CoveredPages()
    private var windows: [WeakElement] = []
    private var lastNumber = 0
    private var isPaused = false
    private var isScanning = false

    /// Makes a tracker without marks.
    ///
    /// - Parameters:
    ///   - memory: how many names of things that count once are remembered at least; older ones may count again.
    ///   - facts: what is said of an element besides the app's own data; nil says what the element itself knows.
    ///   - emit: takes the events, from the first drawn to the last.
    public init(
        memory: Int = 20_000,
        facts: ((any Element) -> Properties)? = nil,
        emit: @escaping (AutoEvent) -> Void
    ) {
        self.machine = ExposureMachine(memory: memory)
        self.facts = facts ?? ExposureFacts.of
        self.emit = emit
    }

    /// The uptime at which a scan is due because something will have been visible for long enough; nil for none.
    public var deadline: Duration? { self.isPaused ? nil : self.machine.deadline }

    /// How many elements are marked; those that are gone count until the next scan.
    public var markCount: Int { self.marks.count }

    /// Marks an element, in place of what it was marked with before.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - mark: what the app wants to know of it.
    public func mark(_ element: any Element, _ mark: ExposureMark) {
        let id = ObjectIdentifier(element)
        self.marks[id] = MarkedElement(element, mark, number: self.nextNumber(), after: self.marks[id])
    }

    /// Takes an element's mark away.
    ///
    /// - Parameter element: the element.
    public func unmark(_ element: any Element) { self.marks[ObjectIdentifier(element)] = nil }

    /// Looks at everything that is shown.
    ///
    /// - Parameters:
    ///   - windows: the windows, from back to front.
    ///   - time: now.
    public func scan(windows: [any Element], at time: AutoTime) {
        guard !self.isPaused, !self.isScanning else { return }
        self.windows = windows.map(WeakElement.init)
        if self.marks.isEmpty { return self.forget() }
        self.scene.rebuild(windows)
        self.evaluate(at: time)
    }

    /// Looks again at some elements and what is in them, and at the windows of the last scan where that is not enough.
    ///
    /// - Parameters:
    ///   - elements: what moved or changed; after a scroll, the scrolling element.
    ///   - time: now.
    public func elementsChanged(_ elements: [any Element], at time: AutoTime) {
        guard !self.isPaused, !self.isScanning, !self.marks.isEmpty else { return }
        if !self.scene.update(elements) { self.scene.rebuild(self.windows.compactMap(\.element)) }
        self.evaluate(at: time)
    }

    /// Notes that the app went into the background: nothing is in sight.
    public func pause() {
        self.isPaused = true
        self.machine.loseSight()
    }

    /// Notes that the app is back; the next scan sees everything anew, so what repeats counts again.
    public func resume() { self.isPaused = false }

    /// Notes that a page was covered by something that is in no window of the app: nothing of it is in sight.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - time: now.
    public func pageCovered(_ page: any PageElement, at time: AutoTime) {
        self.coveredPages.insert(page)
        if !self.isPaused, !self.isScanning { self.evaluate(at: time) }
    }

    /// Notes that a page is no longer covered; the next scan sees it anew.
    ///
    /// - Parameter page: the page.
    public func pageUncovered(_ page: any PageElement) { self.coveredPages.remove(page) }

    /// The event of an exposure, as a scan would make it.
    ///
    /// - Parameters:
    ///   - element: what was seen.
    ///   - mark: what the app says of it.
    ///   - time: when.
    /// - Returns: the event: the mark's properties, then the element's, then those of what contains it, from the
    ///   nearest on; then the engine's facts. What stands first wins.
    public func event(of element: any Element, _ mark: ExposureMark, at time: AutoTime) -> AutoEvent {
        var properties = mark.properties
        properties.merge(element.tracking.properties, overriding: false)
        var above = element.parent
        for _ in 0..<VisibilityScene.maximumDepth {
            guard let outer = above else { break }
            if let marked = self.marks[ObjectIdentifier(outer)], marked.element === outer, marked.isAtItsRow {
                properties.merge(marked.mark.properties, overriding: false)
            }
            properties.merge(outer.tracking.properties, overriding: false)
            above = outer.parent
        }
        var facts = self.facts(element)
        facts.set(mark.isEnd, forKey: ExposureFacts.isEnd)
        facts.set(mark.id, forKey: ExposureFacts.id)
        properties.merge(facts, overriding: false)
        return AutoEvent(mark.event, properties, milliseconds: time.milliseconds)
    }

    // MARK: - Scans

    /// Where nothing is marked, nothing is walked over, so that nothing is known.
    private func forget() {
        self.scene = VisibilityScene()
        self.machine.loseSight()
    }

    private func evaluate(at time: AutoTime) {
        self.isScanning = true
        defer { self.isScanning = false }
        self.machine.beginScan()
        var due: [(key: ExposureKey, id: ObjectIdentifier)] = []
        for (_, id) in self.visibleMarks() {
            guard let marked = self.marks[id] else { continue }
            let (key, mark) = (marked.key, marked.mark)
            if self.machine.see(key, dwell: mark.dwell, repeats: mark.repeats, at: time.uptime) {
                due.append((key, id))
            }
        }
        self.machine.endScan()
        for (key, id) in due { self.expose(key, id, at: time) }
    }

    /// The marks of which enough is visible, in the order in which their elements are drawn; forgets those gone.
    private func visibleMarks() -> [(index: Int, id: ObjectIdentifier)] {
        let covered = self.coveredPages.roots()
        var visible: [(index: Int, id: ObjectIdentifier)] = []
        var gone: [ObjectIdentifier] = []
        for (id, marked) in self.marks {
            let index = self.scene.index(of: id)
            let ratio = index.map(self.scene.visibleRatio(at:)) ?? 0
            let isVisible = marked.mark.isEnd && marked.mark.isMet(by: ratio)
            // Whether an element still lives costs more to ask than whether it is visible.
            guard isVisible || index == nil || marked.isNew else { continue }
            guard marked.element != nil else {
                gone.append(id)
                continue
            }
            guard let index else { continue }
            marked.lookAtRow(self.nextNumber)
            guard isVisible, !marked.isAsleep, !self.scene.isInside(index, covered) else { continue }
            visible.append((index, id))
        }
        for id in gone { self.marks[id] = nil }
        return visible.sorted { $0.index < $1.index }
    }

    /// Asks the app and makes the event; whatever the app does meanwhile, even taking marks away.
    private func expose(_ key: ExposureKey, _ id: ObjectIdentifier, at time: AutoTime) {
        guard let marked = self.marks[id], marked.key == key, let element = marked.element else { return }
        let isWanted = self.listener?.shouldExpose(element, marked.mark) ?? true
        self.machine.finish(key, once: isWanted && !marked.mark.repeats)
        guard isWanted else { return }
        let event = self.event(of: element, marked.mark, at: time)
        self.emit(event)
        self.listener?.didExpose(element, marked.mark, event)
    }

    private func nextNumber() -> Int {
        self.lastNumber += 1
        return self.lastNumber
    }
}
