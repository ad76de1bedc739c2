import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// What makes an exposure, and what it says.
@MainActor
struct ExposureTrackerTests {
    private let stage = ExposureStage()
    private let view: ManualElement

    init() {
        self.view = Stage.view(0, 0, 100, 100, in: self.stage.window)
    }

    private func hide(_ isHidden: Bool) {
        self.view.visibility.isHidden = isHidden
        self.stage.scan(after: 100)
    }

    @Test("What repeats counts each time it comes back, what does not counts once", arguments: [(true, 3), (false, 1)])
    func repeats(repeats: Bool, count: Int) {
        self.stage.tracker.mark(self.view, ExposureMark(id: "a", repeats: repeats))
        for _ in 0..<3 {
            self.hide(false)
            self.stage.scan(after: 100)
            self.hide(true)
        }
        #expect(self.stage.ids.count == count)
    }

    @Test("The dwell is counted without a break, and by uptime")
    func dwell() {
        self.stage.tracker.mark(self.view, ExposureMark(id: "a", dwell: .seconds(1)))
        self.hide(false)
        self.stage.scan(after: 900)
        self.hide(true)
        self.hide(false)
        self.stage.scan(after: 900)
        #expect(self.stage.ids.isEmpty)
        self.stage.scan(after: 100)
        #expect(self.stage.ids == ["a"])
        #expect(self.stage.events.first?.milliseconds == self.stage.now.milliseconds)
    }

    @Test("In the background nothing is in sight: a dwell begins anew, and what repeats counts again")
    func background() {
        let other = Stage.view(0, 200, 10, 10, in: self.stage.window)
        self.stage.tracker.mark(self.view, ExposureMark(id: "slow", dwell: .seconds(1)))
        self.stage.tracker.mark(other, ExposureMark(id: "quick"))
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["quick"])
        self.stage.tracker.didEnterBackground()
        #expect(self.stage.tracker.exposureDeadline == nil)
        self.stage.scan(after: 60_000)
        #expect(self.stage.ids.isEmpty)
        self.stage.tracker.willEnterForeground()
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["quick"])
        self.stage.scan(after: 1000)
        #expect(self.stage.takeIDs() == ["slow"])
    }

    @Test("A covered page's elements are out of sight until it is uncovered")
    func coveredPage() {
        let page = ManualPage("ListViewController")
        page.view.visibility.frame = Stage.screen
        self.stage.window.add(page.view)
        let row = Stage.view(0, 300, 100, 100, in: page.view)
        self.stage.tracker.mark(row, ExposureMark(id: "a", dwell: .seconds(1)))
        self.stage.scan()
        self.stage.wait(500)
        self.stage.tracker.pageCovered(page)
        self.stage.scan(after: 1000)
        #expect(self.stage.ids.isEmpty)
        self.stage.tracker.pageUncovered(page)
        self.stage.scan()
        self.stage.scan(after: 999)
        #expect(self.stage.ids.isEmpty)
        self.stage.scan(after: 1)
        #expect(self.stage.ids == ["a"])
    }

    @Test("The ratio is compared to hundredths, and no ratio accepts what is not visible")
    func ratios() {
        self.view.visibility.frame = Rectangle(x: -50.3, y: 0, width: 100, height: 100)
        self.stage.tracker.mark(self.view, ExposureMark(id: "half", ratio: 0.5))
        self.stage.scan()
        #expect(self.stage.ids == ["half"])
        for ratio in [0, -1, .nan, 1e-9] {
            self.view.visibility.frame = Rectangle(x: -100, y: 0, width: 100, height: 100)
            self.stage.tracker.mark(self.view, ExposureMark(id: "any \(ratio)", ratio: ratio))
            self.stage.scan()
            #expect(self.stage.ids.count == 1)
        }
        self.view.visibility.frame = Rectangle(x: -99, y: 0, width: 100, height: 100)
        self.stage.tracker.mark(self.view, ExposureMark(id: "all", ratio: 7))
        self.stage.scan()
        #expect(self.stage.ids.count == 1)
        self.view.visibility.frame = Rectangle(x: 0, y: 0, width: 100, height: 100)
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["half", "all"])
    }

    @Test("Data is put together from the element up, the nearest wins, and the last of the chain says isEnd")
    func data() throws {
        let page = Stage.view(0, 0, 390, 844, in: self.stage.window)
        let section = Stage.view(0, 0, 390, 400, in: page)
        let card = Stage.view(0, 0, 100, 100, in: Stage.view(0, 0, 390, 400, in: section))
        card.typeName = "CardCell"
        card.text = "Tea"
        card.tracking.properties = ["own": 2, "level": "element"]
        page.tracking.properties = ["page": "home", "level": "page"]
        self.stage.tracker.mark(
            section,
            ExposureMark(id: "s", properties: ["section": "sale", "level": "section", "page": "near"], isEnd: false)
        )
        self.stage.tracker.mark(card, ExposureMark(id: "7", event: "Card", properties: ["own": 1]))
        self.stage.scan()
        let event = try #require(self.stage.events.first)
        #expect(self.stage.events.count == 1)
        #expect(event.name == "Card")
        let expected: Properties = [
            "own": 1, "level": "element", "section": "sale", "page": "near", "isEnd": true, "exposure_id": "7",
            "$element_type": "CardCell", "$element_content": "Tea",
        ]
        for entry in expected.entries { #expect(event.properties[entry.key] == entry.value, "\(entry.key)") }
    }

    @Test("What was typed is never in an exposure")
    func secrets() throws {
        self.view.text = "secret"
        self.view.isSecure = true
        self.stage.tracker.mark(self.view, ExposureMark(id: "a"))
        let field = Stage.view(0, 200, 100, 100, in: self.stage.window)
        field.kind = .textInput
        field.text = "typed"
        self.stage.tracker.mark(field, ExposureMark(id: "b"))
        self.stage.scan()
        #expect(self.stage.events.count == 2)
        #expect(self.stage.events.allSatisfy { $0.properties["$element_content"] == nil })
    }

    @Test("Neither the tracker nor its scene keeps an element alive, and its mark goes with it")
    func lifetime() {
        weak var gone: ManualElement?
        do {
            let view = Stage.view(0, 0, 10, 10, in: self.stage.window)
            gone = view
            self.stage.tracker.mark(view, ExposureMark(id: "a", dwell: .seconds(1)))
            self.stage.scan()
            view.remove()
        }
        #expect(gone == nil)
        self.stage.scan(after: 2000)
        #expect(self.stage.ids.isEmpty)
        #expect(!self.stage.tracker.needsScans)
        #expect(self.stage.tracker.exposureDeadline == nil)
    }

    @Test("Two elements that show the same thing at once count as one")
    func twins() {
        let twin = Stage.view(0, 300, 100, 100, in: self.stage.window)
        for view in [self.view, twin] { self.stage.tracker.mark(view, ExposureMark(id: "a")) }
        self.stage.scan()
        self.stage.scan(after: 100)
        self.hide(true)
        #expect(self.stage.ids == ["a"])
    }

    @Test("What counts once is remembered in bounded memory, the newest longest")
    func memory() {
        let stage = ExposureStage(memory: 10)
        let view = Stage.view(0, 0, 100, 100, in: stage.window)
        for index in 0..<25 {
            stage.tracker.mark(view, ExposureMark(id: "\(index)", repeats: false))
            stage.scan(after: 100)
        }
        _ = stage.takeIDs()
        for index in [24, 15, 0] {
            stage.tracker.mark(view, ExposureMark(id: "\(index)", repeats: false))
            stage.scan(after: 100)
        }
        #expect(stage.takeIDs() == ["0"])
    }
}
