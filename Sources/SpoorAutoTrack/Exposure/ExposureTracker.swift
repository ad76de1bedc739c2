import SpoorWire

/// Finds each marked element that was visible enough for long enough.
///
/// The app marks elements; scans find out what is visible. A scan that comes while the main thread is idle, when a
/// scroll has ended and when ``deadline`` is reached is enough: nothing hooks into layout, and nothing ticks. What a scan
/// costs beyond reading the elements depends on what changed, not on how many are marked, and has a bound: where elements
/// lie in heaps, some wait for one of the next scans, and ``deadline`` asks for it at once. Until an element had its turn
/// it stays what it was, but nothing is told of it.
/// What is marked is not kept alive, and need not be unmarked.
@MainActor
final class ExposureTracker {
    /// Names of properties that are left out.
    var denied = DeniedNames()

    /// Is told the name of each property that code attached and that is left out.
    var leavesOut: (String) -> Void = { _ in }

    private var scene = VisibilityScene()
    private var machine: ExposureMachine
    private var marks: [ObjectIdentifier: MarkedElement] = [:]
    /// The marks whose elements the scene knows, in the order in which they are drawn.
    private var placed: [MarkedElement] = []
    /// The marks whose elements the scene does not know.
    private var unplaced: [MarkedElement] = []
    /// Marks that were made since the last scan.
    private var new: [MarkedElement] = []
    /// How many of these there are when those that are over are dropped next: no scan may come.
    private var sweepAt = ExposureTracker.sweep
    /// Marks of which the app took leave since the last scan.
    private var over: [MarkedElement] = []
    private var coveredPages = CoveredPages()
    private var coveredRoots: Set<ObjectIdentifier> = []
    private var windows: [WeakElement] = []
    private var lastNumber = 0
    private static let sweep = 256
    /// Marks of which it is not known yet whether their elements can be seen as things are now.
    private var waiting = MarkQueue()
    private var lastLook = Duration.zero
    private var search = CoverSearch()
    private let mostSteps: Int
    private var isPaused = false
    /// Whether nothing that is known of marks holds.
    private var mustLookAtAll = true

    /// Makes a tracker without marks.
    ///
    /// - Parameters:
    ///   - memory: how many names of things that count once are remembered at least; older ones may count again.
    ///   - steps: after so many steps the elements that are left wait for the next scan.
    init(memory: Int, steps: Int = ExposureTracker.stepsPerScan) {
        self.machine = ExposureMachine(memory: memory)
        self.mostSteps = steps
    }

    /// A step is a few nanoseconds: two rectangles are compared, or a part of a line is changed.
    static let stepsPerScan = 250_000

    /// How many steps the last scan took to find out what is covered.
    var stepsOfLastScan: Int { self.search.steps }

    /// The uptime at which a scan is due because something will have been visible for long enough, or waits to be looked
    /// at; nil for none.
    var deadline: Duration? {
        if self.isPaused { return nil }
        return self.waiting.isEmpty ? self.machine.deadline : self.lastLook
    }

    /// How many marks are kept, those that are over among them until the next scan.
    var keptCount: Int { self.placed.count + self.unplaced.count + self.new.count + self.over.count }

    /// How many elements are marked; those that are gone count until the next scan at the latest.
    var markCount: Int { self.marks.count }

    /// What of the screen the last scan could not look at, in words for the app's developers; nil where it saw all.
    var remark: String? {
        if self.scene.hasMore {
            return
                "The screen has more than \(VisibilityScene.maximumElements) elements. Exposure looks at those in front; "
                + "what lies further back counts as unseen."
        }
        guard self.scene.isDeeper else { return nil }
        return
            "The screen has elements more than \(VisibilityScene.maximumDepth) levels deep. They count as unseen, and "
            + "so does what they may cover."
    }

    // MARK: - Marks

    /// Marks an element, in place of what it was marked with before.
    func mark(_ element: any Element, _ mark: ExposureMark) {
        self.lastNumber += 1
        let id = ObjectIdentifier(element)
        let old = self.marks[id]
        let marked = MarkedElement(element, mark, number: self.lastNumber, after: old)
        self.marks[id] = marked
        if let old { self.end(old) }
        if self.new.count >= self.sweepAt { self.dropFromNew() }
        self.new.append(marked)
    }

    /// Takes an element's mark away.
    func unmark(_ element: any Element) {
        if let old = self.marks.removeValue(forKey: ObjectIdentifier(element)) { self.end(old) }
    }

    private func end(_ marked: MarkedElement) {
        marked.isOver = true
        // One that no scan took up has no place to be taken from.
        if marked.isSettled { self.over.append(marked) }
    }

    /// Drops the marks that are over, or whose elements are gone, before any scan saw them.
    private func dropFromNew() {
        for marked in self.new where marked.element == nil && self.marks[marked.id] === marked {
            self.marks[marked.id] = nil
        }
        self.new.removeAll { $0.isOver || $0.element == nil }
        self.sweepAt = max(Self.sweep, self.new.count * 2)
    }

    /// What the app says of an element; what stands first wins.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - mark: what it is marked with.
    /// - Returns: the mark's properties, then the element's, then those of what contains it, from the nearest on.
    func properties(of element: any Element, _ mark: ExposureMark) -> Properties {
        var properties = mark.properties
        properties.mergeNames(self.allowed(element.tracking.properties), overriding: false)
        for outer in ElementAncestors.path(from: element.parent) {
            if let marked = self.marks[ObjectIdentifier(outer)], marked.element === outer, marked.isAtItsRows {
                properties.mergeNames(marked.mark.properties, overriding: false)
            }
            properties.mergeNames(self.allowed(outer.tracking.properties), overriding: false)
        }
        return properties
    }

    private func allowed(_ properties: Properties) -> Properties {
        self.denied.allowed(properties, without: self.leavesOut)
    }

    // MARK: - Scans

    /// Looks at everything that is shown.
    ///
    /// - Parameters:
    ///   - windows: the windows, from back to front.
    ///   - time: now.
    /// - Returns: what is due, from the first drawn to the last; tell by ``finish(_:wasRecorded:)`` what came of it.
    func scan(windows: [any Element], at time: AutoTime) -> [Sighting] {
        guard !self.isPaused else { return [] }
        self.windows = windows.map(WeakElement.init)
        if self.marks.isEmpty {
            self.forget()
            return []
        }
        self.scene.rebuild(windows)
        return self.evaluate(at: time)
    }

    /// Looks again at some elements and what is in them, and at the windows of the last scan where that is not enough.
    ///
    /// - Parameters:
    ///   - elements: what moved or changed; after a scroll, the scrolling element.
    ///   - time: now.
    /// - Returns: what is due, as after a scan.
    func elementsChanged(_ elements: [any Element], at time: AutoTime) -> [Sighting] {
        guard !self.isPaused, !self.marks.isEmpty else { return [] }
        if !self.scene.update(elements) { self.scene.rebuild(self.windows.compactMap(\.element)) }
        return self.evaluate(at: time)
    }

    /// Decides anew by what the last scan saw.
    ///
    /// - Parameter time: now.
    /// - Returns: what is due, as after a scan.
    func lookAgain(at time: AutoTime) -> [Sighting] { self.isPaused ? [] : self.evaluate(at: time) }

    /// Whether an exposure that was due still holds, whatever the app has done meanwhile.
    func holds(_ sighting: Sighting) -> Bool {
        self.marks[ObjectIdentifier(sighting.element)]?.number == sighting.number
    }

    /// Closes an exposure until it comes into sight again.
    ///
    /// - Parameters:
    ///   - sighting: the exposure.
    ///   - wasRecorded: whether any event came of it; only then what counts once has counted.
    func finish(_ sighting: Sighting, wasRecorded: Bool) {
        self.machine.finish(sighting.key, once: wasRecorded && !sighting.mark.repeats)
    }

    /// Notes that the app went into the background: nothing is in sight.
    func pause() {
        self.isPaused = true
        self.loseSight()
    }

    /// Notes that the app is back; the next scan sees everything anew, so what repeats counts again.
    func resume() { self.isPaused = false }

    /// Notes that a page was covered by something that is in no window of the app: nothing of it is in sight.
    func pageCovered(_ page: any PageElement) { self.coveredPages.insert(page) }

    /// Notes that a page is no longer covered; the next scan sees it anew.
    func pageUncovered(_ page: any PageElement) { self.coveredPages.remove(page) }

    // MARK: - What is in sight

    /// Where nothing is marked, nothing is walked over, so that nothing is known.
    private func forget() {
        self.scene = VisibilityScene()
        self.loseSight()
        (self.placed, self.unplaced, self.new, self.over) = ([], [], [], [])
        self.waiting.removeAll()
    }

    private func loseSight() {
        self.machine.loseSight()
        for marked in self.placed { marked.sight = nil }
        for marked in self.over { marked.sight = nil }
        self.mustLookAtAll = true
    }

    private func evaluate(at time: AutoTime) -> [Sighting] {
        let change = self.scene.takeChange()
        let roots = self.coveredPages.roots()
        if roots != self.coveredRoots { self.mustLookAtAll = true }
        self.coveredRoots = roots
        for marked in self.over { self.lose(marked) }
        self.place(isOther: change.isOther)
        self.look(at: change, time)
        self.new.removeAll(keepingCapacity: true)
        let due = self.machine.due(at: time.uptime)
        self.machine.endScan()
        return due.isEmpty ? [] : self.sightings(due)
    }

    private func look(at change: SceneChange, _ time: AutoTime) {
        self.lastLook = time.uptime
        self.search.beginCount()
        var pass = ExposurePass(
            scene: self.scene,
            change: change,
            time: time,
            search: self.search,
            mostSteps: self.mostSteps
        )
        self.search = CoverSearch()
        if self.mustLookAtAll || change.isOther {
            for marked in self.placed { self.look(at: marked, hasMoved: true, &pass) }
        } else {
            self.lookAtChanged(&pass)
        }
        self.mustLookAtAll = false
        self.waiting.drain { marked in
            if marked.index >= 0 { self.decide(marked, &pass) }
            return !pass.isSpent
        }
        self.search = pass.search
    }

    /// Puts the marks in the order in which their elements are drawn; forgets those whose elements are gone.
    private func place(isOther: Bool) {
        if !self.over.isEmpty {
            self.placed.removeAll(where: \.isOver)
            self.unplaced.removeAll(where: \.isOver)
            self.waiting.dropOver()
            self.over.removeAll(keepingCapacity: true)
        }
        var unsettled = self.new.filter { !$0.isOver }
        if isOther {
            unsettled = self.placed + self.unplaced + unsettled
            (self.placed, self.unplaced) = ([], [])
        }
        guard !unsettled.isEmpty else { return }
        for marked in unsettled { self.place(marked) }
        self.placed.sort { $0.index < $1.index }
    }

    private func place(_ marked: MarkedElement) {
        marked.isSettled = true
        if let index = self.scene.index(of: marked.id) {
            marked.index = index
            return self.placed.append(marked)
        }
        marked.index = -1
        self.lose(marked)
        if marked.element == nil { self.marks[marked.id] = nil } else { self.unplaced.append(marked) }
    }

    /// Looks at the marks whose elements changed, that lie behind something that did, or that are new.
    private func lookAtChanged(_ pass: inout ExposurePass) {
        let change = pass.change
        for part in change.parts where change.count > 0 {
            var place = self.firstPlace(from: part.lowerBound)
            while place < self.placed.count, self.placed[place].index <= part.upperBound {
                let index = self.placed[place].index
                if pass.scene.nodes[index].changed == change.pass {
                    let hasMoved = pass.scene.nodes[index].moved == change.pass
                    self.look(at: self.placed[place], hasMoved: hasMoved, &pass)
                }
                place += 1
            }
        }
        for marked in self.new where !marked.isOver && marked.index >= 0 {
            self.look(at: marked, hasMoved: true, &pass)
        }
        guard change.lastCover >= 0 else { return }
        for place in 0..<self.firstPlace(from: change.lastCover) {
            let index = self.placed[place].index
            guard pass.scene.nodes[index].changed != change.pass, pass.isSpent || pass.mayBeCovered(index) else {
                continue
            }
            self.look(at: self.placed[place], hasMoved: false, &pass)
        }
    }

    /// The place of the first mark whose element has at least an index.
    private func firstPlace(from index: Int) -> Int {
        var (low, high) = (0, self.placed.count)
        while low < high {
            let middle = (low + high) / 2
            if self.placed[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Notes in which rows an element is now, and finds out whether enough of it is visible; not yet where it is not
    /// its turn.
    private func look(at marked: MarkedElement, hasMoved: Bool, _ pass: inout ExposurePass) {
        let index = marked.index
        if hasMoved, marked.isNew || marked.isAsleep || pass.scene.hasRows(at: index) {
            marked.look(at: pass.scene.rows(at: index))
        }
        guard !pass.isSpent, self.waiting.isEmpty else {
            return self.canBeSeen(marked, pass.scene) ? self.waiting.append(marked) : self.lose(marked)
        }
        self.decide(marked, &pass)
    }

    /// Whether an element can be in sight where nothing lies over it.
    private func canBeSeen(_ marked: MarkedElement, _ scene: VisibilityScene) -> Bool {
        marked.mark.isEnd && !marked.isAsleep && scene.isUnclipped(at: marked.index)
            && !scene.isInside(marked.index, self.coveredRoots)
    }

    /// Finds out whether enough of an element is visible, in the rows for which it was marked.
    private func decide(_ marked: MarkedElement, _ pass: inout ExposurePass) {
        guard self.canBeSeen(marked, pass.scene), pass.isSeen(marked.index, enough: marked.mark) else {
            return self.lose(marked)
        }
        // Only what has rows can come to be counted as something else.
        if let sight = marked.sight, marked.mark.id != nil || sight == marked.key { return }
        self.lose(marked)
        guard marked.element != nil else { return }
        let (key, mark) = (marked.key, marked.mark)
        marked.sight = key
        self.machine
            .enter(key, by: marked.number, dwell: mark.dwell, repeats: mark.repeats, at: pass.time.uptime)
    }

    private func lose(_ marked: MarkedElement) {
        guard let key = marked.sight else { return }
        marked.sight = nil
        self.machine.leave(key, by: marked.number)
    }

    /// The elements of what is due; one whose cell was used again since it was read is none.
    private func sightings(_ due: [(key: ExposureKey, holder: Int)]) -> [Sighting] {
        let keys = Dictionary(due.map { ($0.holder, $0.key) }, uniquingKeysWith: { first, _ in first })
        var sightings: [Sighting] = []
        for marked in self.placed {
            // Whether it can still be seen is not known of one that waits.
            guard marked.sight != nil, !marked.isWaiting, let key = keys[marked.number] else { continue }
            guard let element = marked.element else {
                self.lose(marked)
                continue
            }
            guard marked.isAtItsRows else { continue }
            sightings.append(Sighting(element: element, mark: marked.mark, key: key, number: marked.number))
        }
        return sightings
    }
}
