public import SpoorWire

/// Pages that come and go.
extension AutoTracker {
    /// A page did appear; told of every page of the toolkit, containers and those to ignore too.
    ///
    /// A ``NamedPage`` is recorded whatever is left out, and so is its leave.
    ///
    /// - Parameter page: the page.
    public func pageDidAppear(_ page: any PageElement) {
        self.record(self.pages.didAppear(page, at: self.begin()))
    }

    /// A page did disappear.
    ///
    /// - Parameter page: the page.
    public func pageDidDisappear(_ page: any PageElement) {
        self.record(self.pages.didDisappear(page, at: self.begin()))
    }

    /// Something that is no page of the app's covers a page: the keyboard, a system sheet.
    ///
    /// - Parameter page: the page.
    public func pageCovered(_ page: any PageElement) {
        let time = self.begin()
        self.record(self.pages.covered(page, at: time))
        self.exposures.pageCovered(page)
        if !self.isExposing { self.expose(self.exposures.lookAgain(at: time), at: time) }
    }

    /// What covered a page is gone.
    ///
    /// - Parameter page: the page.
    public func pageUncovered(_ page: any PageElement) {
        self.record(self.pages.uncovered(page, at: self.begin()))
        self.exposures.pageUncovered(page)
    }

    /// Something was scrolled.
    ///
    /// - Parameters:
    ///   - element: what scrolls.
    ///   - offsetY: how far down, in points.
    ///   - viewportHeight: the height of what is seen at once.
    public func scrolled(_ element: any Element, offsetY: Double, viewportHeight: Double) {
        self.pages.scrolled(element, offsetY: offsetY, viewportHeight: viewportHeight)
    }

    /// Nobody sees the app any more.
    public func didEnterBackground() {
        self.record(self.pages.didEnterBackground(at: self.begin()))
        self.exposures.pause()
    }

    /// The app comes to the front.
    public func willEnterForeground() {
        self.record(self.pages.willEnterForeground(at: self.begin()))
        self.exposures.resume()
    }

    /// The app's code names the screen that a person is on.
    ///
    /// - Parameters:
    ///   - name: the screen's name.
    ///   - properties: what else is known of it.
    public func trackScreen(_ name: String, properties: Properties = Properties()) {
        self.record(self.pages.trackScreen(name, properties: properties, at: self.begin()))
    }

    /// Adds what belongs to the view of a page: the event only says what it is called.
    func prepare(view event: inout AutoEvent, of page: any PageElement) {
        event.properties.mergeNames(self.gate.parameters(of: page, nil, screen: PageFacts(page)), overriding: false)
    }

    /// Records what became of pages, and what is defined by their views.
    func record(_ events: [PageEvent]) {
        for event in events {
            let isView = event.event.name == PageEvents.view
            if event.isAsked {
                self.gate.record(event.event)
            } else {
                self.gate.record(event.event, isView ? .pageViews : .pageLeaves)
            }
            guard isView, let page = event.page else { continue }
            self.gate.define(pageView: event.event, of: page, PageFacts(page))
        }
    }
}
