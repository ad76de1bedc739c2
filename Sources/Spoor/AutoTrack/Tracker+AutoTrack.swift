public import SpoorAutoTrack
import SpoorChannel
import SpoorStore
public import SpoorWire

/// What is recorded by itself: pages, clicks, exposures (002, 003).
extension Tracker {
    /// What adapters tell of pages, clicks and what can be seen.
    ///
    /// Made when it is first asked for. Where ``TrackerConfiguration/autoTrack`` is nil it records nothing by itself, and
    /// calls such as ``trackScreen(_:_:)`` still are.
    @MainActor
    public var autoTracker: AutoTracker {
        let (made, rules, isUnseen) = self.state.withLock { state in
            (state.autoTrack.tracker, state.autoTrack.rules, state.time.lifeCycle.isUnseen)
        }
        if let made { return made }
        let scheduler = self.environment.scheduler
        let tracker = AutoTracker(
            rules ?? AutoTrackRules(self.autoTrackConfiguration),
            isInBackground: isUnseen,
            now: { AutoTime(milliseconds: scheduler.wallMilliseconds, uptime: scheduler.uptime) },
            emit: { [weak self] event in self?.record(event) },
            report: { [weak self] sentence in self?.warn(sentence) }
        )
        let latest = self.state.withLock { state in
            state.autoTrack.tracker = tracker
            return state.autoTrack.rules
        }
        // They may have been compiled while it was made.
        if rules == nil, let latest { tracker.apply(latest) }
        return tracker
    }

    /// Records that a person came to a screen that auto-tracking cannot name by itself: `$AppViewScreen`.
    ///
    /// Such a screen has no end, and so no leave; ``screenAppeared(_:)`` tells of one that has.
    ///
    /// - Parameters:
    ///   - name: the screen's name, `$screen_name`.
    ///   - properties: what else is known of it.
    @MainActor
    public func trackScreen(_ name: String, _ properties: Properties = Properties()) {
        self.autoTracker.trackScreen(name, properties: self.ownProperties(properties, of: "trackScreen"))
    }

    /// Records that a screen came up that auto-tracking cannot name by itself, `$AppViewScreen`, and begins a person's stay.
    ///
    /// Keep the page as long as the screen is shown, and hand it to ``screenDisappeared(_:)`` then. What is told twice
    /// makes nothing.
    ///
    /// - Parameter page: the screen.
    @MainActor
    public func screenAppeared(_ page: NamedPage) {
        page.tracking.properties = self.ownProperties(page.tracking.properties, of: "screenAppeared")
        self.autoTracker.pageDidAppear(page)
    }

    /// Records that a screen is left, `$AppPageLeave`, with the time in which it could be seen.
    ///
    /// - Parameter page: the screen, as ``screenAppeared(_:)`` was told of it; another one makes nothing.
    @MainActor
    public func screenDisappeared(_ page: NamedPage) { self.autoTracker.pageDidDisappear(page) }

    /// Records a click on an element, `$AppClick`, with all that auto-tracking knows of it.
    ///
    /// - Parameters:
    ///   - element: what was clicked.
    ///   - properties: what else is known of it.
    @MainActor
    public func trackClick(_ element: any Element, _ properties: Properties = Properties()) {
        self.autoTracker.trackClick(element, properties: self.ownProperties(properties, of: "trackClick"))
    }

    /// Records that an element was seen, with all that auto-tracking knows of it.
    ///
    /// - Parameters:
    ///   - element: what was seen.
    ///   - properties: what else is known of it.
    @MainActor
    public func trackExposure(_ element: any Element, _ properties: Properties = Properties()) {
        self.autoTracker.trackExposure(element, properties: self.ownProperties(properties, of: "trackExposure"))
    }

    /// What the app's code wants; nothing by itself where it did not say.
    private var autoTrackConfiguration: AutoTrackConfiguration { self.configuration.autoTrack ?? .manual }

    private func ownProperties(_ properties: Properties, of call: String) -> Properties {
        PropertyCheck.checked(properties, origin: call, report: self.warn)
    }

    /// Compiles the rules anew, on the channel's queue: once storage is open, and for each document.
    func compileAutoTrackRules() {
        let (document, version) = self.state.withLock { state in
            (state.remote.document, state.surroundings.presetSource.facts.appVersion)
        }
        let remote = document.map { AutoTrackRules.Remote($0) } ?? AutoTrackRules.Remote()
        var rules: AutoTrackRules?
        if self.configuration.autoTrack != nil {
            rules = AutoTrackRules(self.autoTrackConfiguration, remote, appVersion: version)
        }
        let tracker = self.state.withLock { state in
            state.autoTrack.serverKinds = remote.settings.kinds
            state.autoTrack.rules = rules
            return state.autoTrack.tracker
        }
        if let rules {
            tracker?.apply(rules)
            self.sayRemarks(on: rules)
        }
    }

    /// Says what cannot be used only where the app's lists and the server's come together; what holds for the app's alone was
    /// said when the tracker was made, and what holds for the server's alone when its document was read.
    private func sayRemarks(on rules: AutoTrackRules) {
        guard !rules.remarks.isEmpty else { return }
        let own = Set(AutoTrackRules(self.autoTrackConfiguration).remarks)
        let others = rules.remarks.filter { !own.contains($0) }
        let unsaid = self.state.withLock { $0.autoTrack.unsaid(others) }
        for remark in unsaid { self.warn("With the server's configuration: \(remark)") }
    }

    /// Records what the engine made, as an automatic event.
    private func record(_ event: AutoEvent) {
        if let problem = Naming.check(name: event.name) {
            return self.warn("Event '\(Limits.shown(event.name))' was dropped: \(problem)")
        }
        let own = PropertyCheck.checked(
            event.properties,
            origin: "event '\(event.name)'",
            names: { AutoTracker.propertyNames.contains($0) ? nil : Naming.checkOwnProperty($0) },
            report: self.warn
        )
        var draft = EventDraft(.track, name: event.name, own: own, milliseconds: event.milliseconds)
        draft.method = .autoTrack
        draft.recordClass = .automatic
        _ = self.record(draft)
    }
}
