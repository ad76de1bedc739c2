import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Ten minutes in which an app with random screens is used at random, all of it through the one face that adapters call.
@MainActor
struct AutoTrackerMonkeyTests {
    /// The app: pages in a stack, each with a random tree; what is below the top is taken out of the window.
    @MainActor
    private final class App {
        let bench = AutoTrackerBench()
        let window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: 390, height: 844))
        var stack: [ManualPage] = []
        var seen: [String: Double] = [:]
        var isInBackground = false
        /// What is marked, each with its id: several may have the same one.
        var marked: [ObjectIdentifier: (element: ManualElement, id: String)] = [:]
        var random: SeededGenerator
        private(set) var all: [ManualElement] = []
        private(set) var touched = 0
        private var count = 0

        var tracker: AutoTracker { self.bench.tracker }

        init(seed: UInt64) {
            self.random = SeededGenerator(seed: seed)
            self.bench.configuration.kinds = .all
            self.push()
        }

        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self.random) }

        func wait(_ milliseconds: Int) {
            self.bench.wait(.milliseconds(milliseconds))
            guard !self.isInBackground, let top = self.stack.last else { return }
            self.seen[top.typeName, default: 0] += Double(milliseconds) / 1_000
        }

        func push() {
            guard self.stack.count < 8 else { return self.pop() }
            self.count += 1
            let page = ManualPage("Page\(self.count)VC")
            page.view.visibility.frame = self.window.visibility.frame
            self.grow(page.view)
            self.replace(by: page)
            self.stack.append(page)
        }

        func pop() {
            guard self.stack.count > 1 else { return }
            let old = self.stack.removeLast()
            self.replace(by: self.stack[self.stack.count - 1], leaving: old)
        }

        private func replace(by page: ManualPage, leaving old: ManualPage? = nil) {
            let old = old ?? self.stack.last
            old?.view.remove()
            self.window.add(page.view)
            self.tracker.pageDidAppear(page)
            if let old { self.tracker.pageDidDisappear(old) }
            self.all = []
            self.collect(page.view)
        }

        func grow(_ root: ManualElement) {
            var parents = [root]
            for _ in 0..<self.number(5...40) {
                let kinds: [ElementKind] = [
                    .view, .label, .image, .button, .toggle, .cell, .table, .textInput, .scroll,
                ]
                let kind = kinds[self.number(0...kinds.count - 1)]
                let element = ManualElement("Type\(kind)", kind)
                self.count += 1
                element.tracking.elementID = "e\(self.count)"
                if kind == .cell { element.cellPosition = CellPosition(section: 0, row: self.number(0...50)) }
                self.shake(element)
                parents[self.number(0...parents.count - 1)].add(element)
                parents.append(element)
            }
        }

        func shake(_ element: ManualElement) {
            element.visibility.frame = Rectangle(
                x: Double(self.number(-100...400)),
                y: Double(self.number(-100...900)),
                width: Double(self.number(0...300)),
                height: Double(self.number(0...300))
            )
            element.visibility.isHidden = self.number(0...9) == 0
            element.visibility.opacity = self.number(0...9) == 0 ? 0 : 1
            element.visibility.isOpaque = self.number(0...3) == 0
            element.visibility.clips = self.number(0...3) == 0
        }

        private func collect(_ element: ManualElement) {
            self.all.append(element)
            for child in element.children { if let child = child as? ManualElement { self.collect(child) } }
        }

        func any() -> ManualElement { self.all[self.number(0...self.all.count - 1)] }

        /// Touches an element in all the ways at once in which a toolkit may tell of it; the handler then changes the tree.
        func touch(_ element: ManualElement) {
            self.touched += 1
            self.tracker.gestureEnded("UITapGestureRecognizer", on: element)
            for _ in 0..<self.number(1...3) { self.tracker.actionSent("tap:", from: element, touchEnded: true) }
            if let position = element.cellPosition, let list = element.parent {
                self.tracker.rowSelected(in: list, cell: element, at: position)
            }
            self.tracker.itemChosen(element, in: element.parent)
            guard self.number(0...4) == 0, element.parent != nil, !self.stack.contains(where: { $0.view === element })
            else {
                return
            }
            element.remove()
            if let top = self.stack.last {
                self.all = []
                self.collect(top.view)
            }
        }

        func mark(_ element: ManualElement) {
            let id = "m\(self.number(0...60))"
            self.marked[ObjectIdentifier(element)] = (element, id)
            let dwell = Duration.milliseconds(self.number(0...500))
            self.tracker.mark(element, ExposureMark(id: id, ratio: 0.1, dwell: dwell, repeats: false))
        }

        func setBackground(_ isIn: Bool) {
            if isIn { self.tracker.didEnterBackground() } else { self.tracker.willEnterForeground() }
            self.isInBackground = isIn
        }

        /// Whether a person could see anything of an element, as far as its frame and what it is in tell.
        func canSee(_ id: String) -> Bool {
            self.marked.values.contains { $0.id == id && self.canSee($0.element) }
        }

        private func canSee(_ element: ManualElement) -> Bool {
            guard var area = element.visibility.frame, !self.isInBackground else { return false }
            var current: (any Element)? = element
            while let around = current {
                if around.visibility.isHidden || around.visibility.opacity < 0.01 { return false }
                if around === self.window {
                    return !area.intersection(Rectangle(x: 0, y: 0, width: 390, height: 844)).isEmpty
                }
                if around !== element, around.visibility.clips {
                    area = area.intersection(around.visibility.frame ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
                }
                current = around.parent
            }
            return false
        }
    }

    private func step(_ app: App) {
        switch app.number(0...19) {
        case 0: if !app.isInBackground { app.push() }
        case 1: if !app.isInBackground { app.pop() }
        case 2: app.setBackground(!app.isInBackground)
        case 3: app.setBackground(app.isInBackground)
        case 4: if let top = app.stack.last, !app.isInBackground { app.tracker.pageDidAppear(top) }
        case 5, 6, 7, 8: if !app.isInBackground { app.touch(app.any()) }
        case 9, 10: app.mark(app.any())
        case 11: app.tracker.unmark(app.any())
        case 12, 13: app.shake(app.any())
        case 14: app.tracker.scrolled(app.any(), offsetY: Double(app.number(-50...5_000)), viewportHeight: 844)
        default: self.scan(app)
        }
        app.wait(app.number(0...1_500))
    }

    private func scan(_ app: App) {
        let before = app.bench.events.count
        app.tracker.scan(windows: [app.window])
        for event in app.bench.events[before...] where event.name == "$AppExposure" {
            guard case .string(let id) = event.properties["exposure_id"] else {
                Issue.record("an exposure has no id")
                continue
            }
            #expect(app.canSee(id), "\(id) was exposed unseen")
        }
    }

    @Test(
        "Ten random minutes: time on each page is what it was, no exposure unseen or twice, no click twice",
        arguments: MonkeySeeds.or(1...10)
    )
    func tenMinutes(seed: UInt64) throws {
        let app = App(seed: seed)
        let end = app.bench.time.uptime + .seconds(600)
        while app.bench.time.uptime < end { self.step(app) }
        app.setBackground(true)
        var told: [String: Double] = [:]
        var clicks: [String: Int64] = [:]
        var exposed: Set<String> = []
        for event in app.bench.events {
            switch event.name {
            case "$AppPageLeave":
                let (name, seconds) = (event.properties["$screen_name"], event.properties["event_duration"])
                guard case .string(let name) = name, case .number(let seconds) = seconds else { continue }
                told[name, default: 0] += seconds
            case "$AppClick":
                guard case .string(let id) = event.properties["$element_id"] else { continue }
                if let last = clicks.updateValue(event.milliseconds, forKey: id) {
                    #expect(event.milliseconds - last >= 100, "seed \(seed): \(id) was clicked twice")
                }
            case "$AppExposure":
                guard case .string(let id) = event.properties["exposure_id"] else { continue }
                #expect(exposed.insert(id).inserted, "seed \(seed): \(id) was exposed twice")
            default: break
            }
            #expect(event.properties.problems.isEmpty)
        }
        for (name, seconds) in app.seen {
            #expect(abs(told[name, default: 0] - seconds) < 0.01, "seed \(seed), \(name)")
        }
        #expect(clicks.count > 10 && !exposed.isEmpty, "seed \(seed): the monkey did something")
        #expect(clicks.count <= app.touched)
    }
}
