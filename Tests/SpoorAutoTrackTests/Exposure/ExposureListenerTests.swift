import SpoorAutoTrack
import SpoorTesting
import Testing

/// The app is asked before an exposure and told afterwards, and may do what it likes meanwhile.
@MainActor
struct ExposureListenerTests {
    private final class Listener: ExposureListener {
        var asked: [String] = []
        var told: [String] = []
        var isWilling = true
        var whenAsked: () -> Void = {}

        func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool {
            self.asked.append(mark.id ?? "-")
            self.whenAsked()
            return self.isWilling
        }

        func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) {
            self.told.append(event.name)
        }
    }

    private final class Indifferent: ExposureListener {}

    private let stage = ExposureStage()
    private let listener = Listener()

    init() {
        self.stage.tracker.exposureListener = self.listener
    }

    @Test("A refused exposure is asked for again only after it was out of sight, even if it counts once")
    func refused() {
        let view = Stage.view(0, 0, 10, 10, in: self.stage.window)
        self.stage.tracker.mark(view, ExposureMark(id: "a", event: "Seen", repeats: false))
        self.listener.isWilling = false
        for _ in 0..<3 { self.stage.scan(after: 100) }
        #expect(self.listener.asked == ["a"])
        #expect(self.stage.events.isEmpty)
        #expect(self.stage.tracker.exposureDeadline == nil)
        view.visibility.isHidden = true
        self.stage.scan(after: 100)
        view.visibility.isHidden = false
        self.listener.isWilling = true
        self.stage.scan(after: 100)
        #expect(self.listener.asked == ["a", "a"])
        #expect(self.listener.told == ["Seen"])
        #expect(self.stage.ids == ["a"])
    }

    @Test("The app may take marks away, mark others and scan while it is asked")
    func busyListener() {
        let views = (0..<4).map { Stage.view(0, Double($0) * 100, 10, 10, in: self.stage.window) }
        for (index, view) in views.enumerated() { self.stage.tracker.mark(view, ExposureMark(id: "\(index)")) }
        self.listener.whenAsked = { [stage] in
            stage.tracker.unmark(views[1])
            stage.tracker.mark(views[2], ExposureMark(id: "other"))
            stage.tracker.scan(windows: stage.windows)
            views[3].remove()
        }
        self.stage.scan()
        #expect(self.stage.takeIDs() == ["0", "3"])
        self.listener.whenAsked = {}
        self.stage.scan(after: 100)
        #expect(self.stage.takeIDs() == ["other"])
    }

    @Test("A listener that says nothing lets all pass, and is not kept alive")
    func indifferent() {
        let view = Stage.view(0, 0, 10, 10, in: self.stage.window)
        self.stage.tracker.mark(view, ExposureMark(id: "a"))
        do {
            let indifferent = Indifferent()
            self.stage.tracker.exposureListener = indifferent
            self.stage.scan()
        }
        #expect(self.stage.ids == ["a"])
        #expect(self.stage.tracker.exposureListener == nil)
    }
}
