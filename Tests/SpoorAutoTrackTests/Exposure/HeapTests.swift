import SpoorTesting
import Testing

@testable import SpoorAutoTrack

/// What scans of heaps cost, counted in steps, and that all is found out in the end.
@MainActor
struct HeapTests {
    /// A tracker with a clock.
    @MainActor
    private final class Looker {
        let tracker: ExposureTracker
        var uptime = Duration.seconds(1)
        private(set) var mostSteps = 0
        private(set) var allSteps = 0
        private(set) var scans = 0

        init(steps: Int = ExposureTracker.stepsPerScan) { self.tracker = ExposureTracker(memory: 10_000, steps: steps) }

        /// The numbers of what one scan tells of.
        func scan(_ heap: Heap) -> [Int] {
            let time = AutoTime(milliseconds: 0, uptime: self.uptime)
            let sightings = self.tracker.scan(windows: [heap.window], at: time)
            for sighting in sightings { self.tracker.finish(sighting, wasRecorded: true) }
            self.mostSteps = max(self.mostSteps, self.tracker.stepsOfLastScan)
            self.allSteps += self.tracker.stepsOfLastScan
            self.scans += 1
            return sightings.compactMap { $0.mark.id.flatMap { Int($0) } }
        }

        /// The numbers of what scans tell of until none is due any more.
        func scanAll(_ heap: Heap, atMost scans: Int) -> [Int] {
            var numbers = self.scan(heap)
            while let deadline = self.tracker.deadline, self.scans < scans {
                self.uptime = max(self.uptime + .milliseconds(5), deadline)
                numbers += self.scan(heap)
            }
            return numbers
        }
    }

    private static func mark(_ heap: Heap, _ tracker: ExposureTracker, ratio: Double, dwell: Duration = .zero) {
        for (number, view) in heap.views.enumerated() {
            tracker.mark(view, ExposureMark(id: "\(number)", ratio: ratio, dwell: dwell))
        }
    }

    /// The numbers of the elements of which enough can be seen.
    private static func seen(_ heap: Heap, ratio: Double) -> [Int] {
        let ratios = heap.ratios()
        let mark = ExposureMark(ratio: ratio)
        return heap.views.indices.filter { mark.isMet(by: ratios[ObjectIdentifier(heap.views[$0])] ?? 0) }
    }

    @Test(
        "No scan of 2,000 elements in a heap takes more steps than are allowed and those of one element",
        arguments: Heap.Kind.allCases,
        [0, 0.5]
    )
    func bound(kind: Heap.Kind, ratio: Double) {
        let heap = Heap(kind, 2000, seed: 1)
        let looker = Looker()
        Self.mark(heap, looker.tracker, ratio: ratio)
        let numbers = looker.scanAll(heap, atMost: 100)
        #expect(looker.tracker.deadline == nil)
        #expect(looker.mostSteps <= ExposureTracker.stepsPerScan + 100_000)
        #expect(looker.allSteps <= 60 * ExposureTracker.stepsPerScan)
        #expect(numbers.sorted() == Self.seen(heap, ratio: ratio))
    }

    @Test("A heap of which each element shows an edge is decided in one scan", arguments: [Heap.Kind.stairs, .fan])
    func edges(kind: Heap.Kind) {
        let heap = Heap(kind, 2000, seed: 1)
        let looker = Looker()
        Self.mark(heap, looker.tracker, ratio: 0.01, dwell: .seconds(1))
        _ = looker.scan(heap)
        #expect(looker.tracker.deadline.map { $0 > looker.uptime } ?? true)
        #expect(looker.mostSteps < ExposureTracker.stepsPerScan)
    }

    @Test(
        "Where 2,000 marked elements lie side by side, a scan takes a few steps for each, and one of 50 that moved fewer"
    )
    func sideBySide() {
        let heap = Heap(.random, 0, seed: 1)
        let looker = Looker()
        let rows = (0..<40).map { row in
            let shelf = ManualElement("Shelf", frame: Rectangle(x: 0, y: Double(row) * 2, width: 96, height: 2))
            for column in 0..<50 {
                let tile = ManualElement(
                    "Tile",
                    frame: Rectangle(x: Double(column), y: Double(row) * 2, width: 1, height: 2)
                )
                tile.visibility.isOpaque = true
                shelf.add(tile)
                looker.tracker.mark(tile, ExposureMark(id: "\(row * 50 + column)"))
            }
            heap.window.add(shelf)
            return shelf
        }
        #expect(looker.scan(heap) == Array(0..<2000))
        #expect(looker.tracker.stepsOfLastScan < 2000 * 30)
        for case let tile as ManualElement in rows[20].children { tile.visibility.frame?.x += 3 }
        let time = AutoTime(milliseconds: 0, uptime: looker.uptime)
        #expect(looker.tracker.elementsChanged([rows[20]], at: time).isEmpty)
        #expect(looker.tracker.stepsOfLastScan < 50 * 300)
    }

    @Test("With any number of steps for a scan the same is exposed in the end", arguments: [1, 50, 1000, 20_000])
    func anySteps(steps: Int) {
        let heap = Heap(.random, 300, seed: 7)
        let looker = Looker(steps: steps)
        Self.mark(heap, looker.tracker, ratio: 0.2)
        #expect(looker.scanAll(heap, atMost: 400).sorted() == Self.seen(heap, ratio: 0.2))
        #expect(looker.tracker.deadline == nil)
    }

    @Test("Where everything changes before each scan, each element still has its turn")
    func fairness() {
        let heap = Heap(.stairs, 100, seed: 1)
        let looker = Looker(steps: 1)
        Self.mark(heap, looker.tracker, ratio: 0)
        var numbers = Set<Int>()
        for round in 0..<150 {
            for view in heap.views { view.visibility.frame?.y += round.isMultiple(of: 2) ? 1 : -1 }
            numbers.formUnion(looker.scan(heap))
        }
        #expect(numbers.isSuperset(of: Self.seen(heap, ratio: 0)))
    }

    @Test("What is covered while elements wait for their turn is not exposed, though its dwell is over")
    func coveredMeanwhile() {
        let heap = Heap(.strips, 100, seed: 3)
        let looker = Looker(steps: 200)
        Self.mark(heap, looker.tracker, ratio: 0, dwell: .seconds(1))
        for _ in 0..<200 { _ = looker.scan(heap) }
        let side = Double(Heap.side)
        let cover = ManualElement("UIView", frame: Rectangle(x: 0, y: 0, width: side, height: side))
        cover.visibility.isOpaque = true
        heap.window.add(cover)
        looker.uptime += .seconds(2)
        #expect(looker.scanAll(heap, atMost: 1000).isEmpty)
        cover.remove()
        #expect(looker.scanAll(heap, atMost: 2000).sorted() == Self.seen(heap, ratio: 0))
    }

    @Test("In the background nothing waits, and what waits for an element that is gone ends with the next scan")
    func ends() {
        let heap = Heap(.random, 300, seed: 2)
        let looker = Looker(steps: 1)
        Self.mark(heap, looker.tracker, ratio: 0)
        _ = looker.scan(heap)
        #expect(looker.tracker.deadline != nil)
        looker.tracker.pause()
        #expect(looker.tracker.deadline == nil)
        looker.tracker.resume()
        for view in heap.views.dropFirst() { view.remove() }
        _ = looker.scan(heap)
        #expect(looker.scanAll(heap, atMost: 10).count <= 1)
        #expect(looker.tracker.deadline == nil)
        looker.tracker.unmark(heap.views[0])
        _ = looker.scan(heap)
        #expect(looker.tracker.keptCount <= heap.views.count && looker.tracker.deadline == nil)
    }
}
