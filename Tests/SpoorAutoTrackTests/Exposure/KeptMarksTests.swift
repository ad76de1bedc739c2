@testable import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// What is kept of marks while no scan comes.
@MainActor
struct KeptMarksTests {
    private let tracker = ExposureTracker(memory: 100)
    private let window = Stage.window()
    private var time = AutoTime(milliseconds: 1_700_000_000_000, uptime: .seconds(5))

    /// What may lie between marks and the scan that takes them up.
    enum Waiting: CaseIterable {
        case neverScanned, scannedBefore, paused
    }

    @Test("An element marked 10 000 times without a scan costs no more than a few marks", arguments: Waiting.allCases)
    func markedAgain(_ waiting: Waiting) {
        let view = Stage.view(0, 0, 100, 100, in: self.window)
        self.begin(waiting, view)
        for number in 0..<10_000 { self.tracker.mark(view, ExposureMark(id: "\(number)")) }
        #expect(self.tracker.keptCount < 300)
        self.tracker.resume()
        #expect(self.scan() == ["9999"])
        #expect(self.tracker.keptCount == 1)
    }

    @Test("An element marked and unmarked 10 000 times without a scan leaves nothing", arguments: Waiting.allCases)
    func unmarked(_ waiting: Waiting) {
        let view = Stage.view(0, 0, 100, 100, in: self.window)
        let other = Stage.view(0, 200, 100, 100, in: self.window)
        self.begin(waiting, view)
        for _ in 0..<10_000 {
            self.tracker.mark(view, ExposureMark(id: "a"))
            self.tracker.unmark(view)
        }
        #expect(self.tracker.keptCount < 300)
        self.tracker.mark(other, ExposureMark(id: "b"))
        self.tracker.resume()
        #expect(self.scan() == ["b"])
        #expect(self.tracker.keptCount == 1)
    }

    @Test("Elements that come and go without a scan are forgotten", arguments: [false, true])
    func gone(_ isPaused: Bool) {
        if isPaused { self.tracker.pause() }
        for number in 0..<10_000 {
            self.tracker.mark(ManualElement("Row"), ExposureMark(id: "\(number)"))
        }
        #expect(self.tracker.keptCount < 300)
        #expect(self.tracker.markCount < 300)
    }

    @Test("Marks of many elements that live are all kept, in the order in which they are drawn")
    func living() {
        let views = (0..<1_000).map { _ in Stage.view(0, 0, 10, 10, in: self.window) }
        for _ in 0..<3 {
            for (number, view) in views.enumerated().reversed() {
                self.tracker.mark(view, ExposureMark(id: "\(number)"))
            }
        }
        #expect(self.tracker.markCount == 1_000)
        #expect(self.tracker.keptCount < 3_000)
        _ = self.scan()
        #expect(self.tracker.keptCount == 1_000)
    }

    private func begin(_ waiting: Waiting, _ view: ManualElement) {
        switch waiting {
        case .neverScanned: break
        case .scannedBefore:
            self.tracker.mark(view, ExposureMark(id: "before"))
            #expect(self.scan() == ["before"])
        case .paused:
            self.tracker.mark(view, ExposureMark(id: "before"))
            #expect(self.scan() == ["before"])
            self.tracker.pause()
        }
    }

    private func scan() -> [String] {
        let sightings = self.tracker.scan(windows: [self.window], at: self.time)
        for sighting in sightings { self.tracker.finish(sighting, wasRecorded: true) }
        return sightings.map { $0.mark.id ?? "-" }
    }
}
