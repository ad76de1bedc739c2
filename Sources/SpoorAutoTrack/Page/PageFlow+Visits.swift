/// How visits begin and end, and what covers them.
extension PageFlow {
    func index(of key: PageKey) -> Int? { self.visits.lastIndex { $0.entry.key == key } }

    /// Covers what a page was presented over; that is viewed again once the page is gone.
    mutating func cover(by entry: PageEntry) {
        for index in self.visits.indices where entry.covers.contains(self.visits[index].entry.key) {
            guard self.visits[index].coverers.insert(entry.key).inserted else { continue }
            self.visits[index].isReturning = self.visits[index].isViewed
        }
    }

    mutating func begin(_ entry: PageEntry, at time: AutoTime) -> [PageEvent] {
        var events = self.endLost(at: time) + self.viewReturned(at: time)
        if self.visits.count >= Self.maxVisits { events += self.end(self.visits[0].entry.key, at: time) }
        var visit = PageVisit(entry)
        visit.coverers.formIntersection(self.visits.map(\.entry.key))
        self.visits.append(visit)
        self.cover(by: entry)
        return events + self.update(at: time)
    }

    /// A page comes to the front: where from is the last page before it that makes events.
    mutating func arrive(_ index: Int) {
        let entry = self.visits[index].entry
        if !self.visits[index].isViewed || self.visits[index].isReturning {
            // Nobody comes to a page from itself: what lay between made no events.
            let isBack = self.last?.key == entry.key
            self.visits[index].referrer = isBack ? self.last?.referrer : self.last?.facts
            let origin = isBack ? self.last?.sourceID : self.last?.pageID
            self.visits[index].sourceID = entry.hasPageBeneath ? entry.beneathID : origin
            self.named = nil
        }
        if !entry.isSilent { self.last = PageOrigin(self.visits[index], key: entry.key) }
    }

    /// The event of a view; nil for a page that makes none.
    mutating func view(_ index: Int, at time: AutoTime) -> PageEvent? {
        self.visits[index].isViewed = true
        self.visits[index].isReturning = false
        self.visits[index].isOpen = true
        let visit = self.visits[index]
        self.visits[index].isTold = !visit.entry.isSilent
        return visit.entry.isSilent ? nil : PageEvent(PageEvents.view(visit, at: time), of: visit.entry)
    }

    /// The views of pages that are seen again for long enough; what only flashes by, as when a row of presented pages
    /// is dismissed one by one, is not viewed.
    mutating func viewReturned(at time: AutoTime) -> [PageEvent] {
        self.visits.indices.compactMap { index in
            let visit = self.visits[index]
            guard visit.isReturning, let since = visit.since, time.uptime - since >= Self.flash else { return nil }
            return self.view(index, at: time.moved(to: since))
        }
    }

    /// The event of a leave, where there is something to leave that was told of.
    mutating func leave(_ index: Int, at time: AutoTime) -> PageEvent? {
        guard self.visits[index].isViewed, self.visits[index].isOpen else { return nil }
        let dwell = self.visits[index].takeDwell(at: time.uptime)
        let visit = self.visits[index]
        guard visit.isTold, !visit.entry.isSilent else { return nil }
        return PageEvent(PageEvents.leave(visit, dwell: dwell, at: time), of: visit.entry)
    }

    mutating func end(_ key: PageKey, at time: AutoTime) -> [PageEvent] {
        guard let index = self.index(of: key) else { return [] }
        let event = self.leave(index, at: time)
        let visit = self.visits.remove(at: index)
        for index in self.visits.indices { self.visits[index].coverers.remove(key) }
        // What a page covered that went unnoticed could be seen from then on.
        return (event.map { [$0] } ?? []) + self.update(at: time, since: visit.lostSince)
    }

    /// Ends the visits of pages that are off the screen and covered by nothing: they went together with their cover.
    ///
    /// - Parameters:
    ///   - keys: the pages that are asked about; nil for all.
    ///   - time: when.
    /// - Returns: the events.
    mutating func endLost(_ keys: Set<PageKey>? = nil, at time: AutoTime) -> [PageEvent] {
        var events: [PageEvent] = []
        // Each may have covered another one that went as well.
        while let lost = self.visits.first(where: { $0.isLost && (keys?.contains($0.entry.key) ?? true) }) {
            events += self.end(lost.entry.key, at: time)
        }
        return events
    }

    /// The pages that cover one, those that cover these, and so on.
    func allCoverers(of index: Int) -> Set<PageKey> {
        var all = self.visits[index].coverers
        var count = -1
        while count != all.count {
            count = all.count
            for visit in self.visits where all.contains(visit.entry.key) { all.formUnion(visit.coverers) }
        }
        return all
    }

    /// Starts and stops the clocks; a page that comes to the front for the first time is viewed.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - since: since when what covered the page is gone; nil for now.
    /// - Returns: the views.
    mutating func update(at time: AutoTime, since: Duration? = nil) -> [PageEvent] {
        let start = time.moved(to: since ?? time.uptime)
        var events: [PageEvent] = []
        for index in self.visits.indices {
            let visit = self.visits[index]
            let isRunning = visit.isInFront && !self.isInBackground
            if isRunning, visit.since == nil { self.arrive(index) }
            if isRunning, !visit.isViewed, let view = self.view(index, at: start) { events.append(view) }
            self.visits[index].setRunning(isRunning, at: isRunning ? start.uptime : time.uptime)
            self.visits[index].lostSince = visit.isLost ? visit.lostSince ?? start.uptime : nil
        }
        return events
    }
}

extension AutoTime {
    /// An earlier or later moment, by the monotonic clock.
    fileprivate func moved(to uptime: Duration) -> AutoTime {
        let (seconds, attoseconds) = (self.uptime - uptime).components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return AutoTime(milliseconds: self.milliseconds - milliseconds, uptime: uptime)
    }
}
