public import SpoorWire

/// What adapters tell of the interface, and what makes events of it: pages, clicks, exposures (002, 003).
///
/// An adapter calls it on the main thread, at the moment of an interception and before the app's own handler runs: all
/// facts are read at once, so that whatever the handler does to the interface changes nothing.
@MainActor
public final class AutoTracker {
    /// Is asked before an exposure is recorded, and told afterwards.
    public weak var exposureListener: (any ExposureListener)?

    /// The readers of the app's own values that the app registers, for the key paths of ``AutoTrackConfiguration``.
    public let readers = PropertyReaders()

    let gate: EventGate
    let pages: PageTracker
    let clicks: ClickTracker
    let exposures: ExposureTracker
    /// Whether the app is asked and told of exposures; scans that it begins meanwhile are left out.
    var isExposing = false
    private let now: () -> AutoTime
    private let next = Locked<AutoTrackRules?>(nil)

    /// Makes one that saw nothing yet.
    ///
    /// - Parameters:
    ///   - rules: what holds; ``apply(_:)`` changes it.
    ///   - isInBackground: whether nobody sees the app, as after a start by the system.
    ///   - exposureMemory: how many exposures that count once are remembered at least; older ones may count again.
    ///   - now: reads the clocks.
    ///   - emit: takes the events.
    ///   - report: gets each sentence that the app's developers should read.
    public init(
        _ rules: AutoTrackRules = AutoTrackRules(AutoTrackConfiguration()),
        isInBackground: Bool = false,
        exposureMemory: Int = 20_000,
        now: @escaping () -> AutoTime,
        emit: @escaping (AutoEvent) -> Void,
        report: @escaping (String) -> Void = { _ in }
    ) {
        self.now = now
        self.gate = EventGate(rules, emit: emit, report: report)
        self.pages = PageTracker(isInBackground: isInBackground)
        self.clicks = ClickTracker(pages: self.pages)
        self.exposures = ExposureTracker(memory: exposureMemory)
        if isInBackground { self.exposures.pause() }
        self.gate.readers = [self.readers]
        self.pages.willView = { [weak self] event, page in self?.prepare(view: &event, of: page) }
        self.pages.isSilent = { [gate] page in gate.rules.ignore.ignores(page: page) }
        self.clicks.leavesOut = { [gate] name in gate.leavesOut(name) }
        self.exposures.leavesOut = self.clicks.leavesOut
        self.pages.leavesOut = self.clicks.leavesOut
        self.adopt(rules)
    }

    /// Takes other rules, from the next interception on; for any thread.
    ///
    /// - Parameter rules: what holds from now on.
    public nonisolated func apply(_ rules: AutoTrackRules) {
        self.next.withLock { $0 = rules }
    }

    /// Adds one who is asked for the app's own values after the others: the adapter's.
    ///
    /// - Parameter reader: knows the toolkit's objects.
    public func add(_ reader: any KeyPathReader) {
        self.gate.readers.append(reader)
    }

    /// The screen that a person is on; nil for none.
    public var currentPage: PageFacts? { self.pages.current }

    /// The kinds of events that are recorded; what needs others an adapter may leave alone.
    public var kinds: AutoTrackKinds {
        self.adoptNext()
        return self.gate.rules.kinds
    }

    /// Which pages are screens of their own.
    public var pageRules: PageRules {
        self.adoptNext()
        return self.gate.rules.pageRules
    }

    /// Reads the clocks for an interception; first takes up other rules, and records what became of pages meanwhile.
    func begin() -> AutoTime {
        self.adoptNext()
        let time = self.now()
        self.record(self.pages.settle(at: time))
        return time
    }

    private func adoptNext() {
        let rules = self.next.withLock { next in
            defer { next = nil }
            return next
        }
        if let rules { self.adopt(rules) }
    }

    private func adopt(_ rules: AutoTrackRules) {
        self.gate.rules = rules
        self.pages.rules = rules.pageRules
        self.pages.table = rules.pages
        self.clicks.denied = rules.denied
        self.clicks.ignore = rules.ignore
        self.exposures.denied = rules.denied
        self.pages.denied = rules.denied
        self.pages.judgeSilence()
        self.clicks.rage = rules.kinds.contains(.rageClicks) ? self.clicks.rage ?? rules.rageClicks : nil
    }
}

extension AutoTracker {
    /// The properties of the engine's own whose names an app could not give.
    public nonisolated static let propertyNames: Set<String> = [
        "$element_id_version", "$event_path", "$page_id", "$scrolled_screens", "$source_id", "$view_path",
    ]
}
