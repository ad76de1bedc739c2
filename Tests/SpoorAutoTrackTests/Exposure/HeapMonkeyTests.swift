import SpoorTesting
import Testing

@testable import SpoorAutoTrack

/// Heaps of elements against counted cells: what scenes say of them, and what is exposed while they change at random.
@MainActor
struct HeapMonkeyTests {
    @Test(
        "The visible ratio of each element of a heap equals that of counted cells, and so does what is asked for",
        arguments: Heap.Kind.allCases,
        [(100, 1, 1.0), (500, 2, 0.1), (2000, 3, 1)] as [(Int, UInt64, Double)]
    )
    func ratios(kind: Heap.Kind, how: (count: Int, seed: UInt64, unit: Double)) {
        let heap = Heap(kind, how.count, seed: how.seed, unit: how.unit)
        let ratios = heap.ratios()
        var scene = VisibilityScene()
        scene.rebuild([heap.window])
        var search = CoverSearch()
        var wrong = 0
        for place in stride(from: 0, to: how.count, by: how.count / 100) {
            let view = heap.views[place]
            let (id, ratio) = (ObjectIdentifier(view), ratios[ObjectIdentifier(view)] ?? 0)
            if abs(scene.visibleRatio(of: view) - ratio) > 1e-8 { wrong += 1 }
            guard let index = scene.index(of: id) else {
                wrong += 1
                continue
            }
            for mark in [0, 0.01, 0.2, 0.5, 0.77, 1].map({ ExposureMark(ratio: $0) }) {
                let near = abs(ratio * 100 - (mark.leastVisible * 100).rounded(.up) + 0.5)
                let found = scene.visibleRatio(at: index, enough: mark.leastVisible, &search)
                // Just between two hundredths the last digit decides, which cells as large as a tenth do not have.
                if mark.isMet(by: found) != mark.isMet(by: ratio), how.unit == 1 || near > 1e-6 { wrong += 1 }
            }
        }
        #expect(wrong == 0, "\(kind) \(how)")
    }

    @Test(
        "While a heap changes at random nothing is exposed that is covered, and in the end all that is not was",
        arguments: MonkeySeeds.or(1...3),
        [(100, 300), (500, 3000), (2000, 50_000)]
    )
    func monkey(seed: UInt64, how: (count: Int, steps: Int)) {
        var random = SeededGenerator(seed: seed)
        let kind = Heap.Kind.allCases[random.below(Heap.Kind.allCases.count)]
        let heap = Heap(kind, how.count, seed: seed)
        let tracker = ExposureTracker(memory: 10_000, steps: how.steps)
        let numbers = Dictionary(uniqueKeysWithValues: heap.views.enumerated().map { (ObjectIdentifier($1), $0) })
        let marks = heap.views.indices.map {
            ExposureMark(id: "\($0)", ratio: [0, 0, 0.1, 0.5][$0 % 4], dwell: .milliseconds(random.below(3) * 20))
        }
        for (view, mark) in zip(heap.views, marks) { tracker.mark(view, mark) }
        var uptime = Duration.seconds(1)
        var shown = Set<Int>()
        var (round, untrue) = (0, 0)
        var ratios: [ObjectIdentifier: Double] = [:]
        while round < 12 || (tracker.deadline != nil && round < 3000) {
            var touched: [any Element] = []
            for _ in 0..<(round < 12 ? random.below(6) : 0) {
                let view = heap.views[random.below(heap.views.count)]
                heap.shake(view, &random)
                touched.append(view)
            }
            uptime += .milliseconds(random.below(30))
            let time = AutoTime(milliseconds: 0, uptime: uptime)
            let isWhole = round == 0 || random.below(2) == 0
            let sightings =
                isWhole ? tracker.scan(windows: [heap.window], at: time) : tracker.elementsChanged(touched, at: time)
            if round <= 12 { ratios = [:] }
            if !sightings.isEmpty, ratios.isEmpty { ratios = heap.ratios() }
            for sighting in sightings {
                let id = ObjectIdentifier(sighting.element)
                if !sighting.mark.isMet(by: ratios[id] ?? 0) { untrue += 1 }
                shown.insert(numbers[id] ?? -1)
                tracker.finish(sighting, wasRecorded: true)
            }
            round += 1
        }
        ratios = heap.ratios()
        let seen = heap.views.indices.filter { marks[$0].isMet(by: ratios[ObjectIdentifier(heap.views[$0])] ?? 0) }
        #expect(untrue == 0, "seed \(seed)")
        #expect(tracker.deadline == nil && shown.isSuperset(of: seen), "seed \(seed)")
    }
}
