import SpoorAutoTrack
import SpoorTesting
import Testing

/// Ten minutes of virtual time in which everything changes at random; what is recorded is checked against a plain model.
@MainActor
struct ExposureMonkeyTests {
    private static let dwell = Duration.milliseconds(300)

    /// What the model knows of an id: since when it has been visible, whether it was recorded since, and ever.
    private struct Known {
        var since: Duration?
        var isDone = false
        var count = 0
    }

    @Test(
        "On a random screen nothing is exposed unseen, too early or twice, and nothing is missed",
        arguments: MonkeySeeds.or(1...6)
    )
    func monkey(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stage = ExposureStage()
        var views = [stage.window]
        for _ in 0..<60 {
            let view = Stage.view(0, 0, 100, 100, in: views[Int.random(in: 0..<views.count, using: &random)])
            views.append(view)
            Self.shake(view, &random)
        }
        var known: [String: Known] = [:]
        var marks: [ObjectIdentifier: ExposureMark] = [:]
        let end = stage.now.uptime + .seconds(600)
        while stage.now.uptime < end {
            var touched: [any Element] = []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let view = views[Int.random(in: 1..<views.count, using: &random)]
                touched += [view, view.parent].compactMap(\.self)
                Self.disturb(view, among: views, stage, &marks, &random)
                touched += [view.parent].compactMap(\.self)
            }
            stage.wait(Int64.random(in: 10...400, using: &random))
            // What a scan finds by looking at everything is found by looking at what changed.
            if Bool.random(using: &random) { stage.scan() } else { stage.tracker.elementsChanged(touched) }
            let visible = Self.visible(views, marks, stage.window)
            let expected = Self.expect(visible, &known, at: stage.now.uptime)
            #expect(stage.takeIDs().sorted() == expected.sorted(), "seed \(seed)")
        }
        #expect(known.values.contains { $0.count > 0 }, "seed \(seed)")
    }

    private static func disturb(
        _ view: ManualElement,
        among views: [ManualElement],
        _ stage: ExposureStage,
        _ marks: inout [ObjectIdentifier: ExposureMark],
        _ random: inout SeededGenerator
    ) {
        switch Int.random(in: 0...9, using: &random) {
        case 0...4: Self.shake(view, &random)
        case 5, 6, 7:
            let number = Int.random(in: 0...30, using: &random)
            let mark = ExposureMark(id: "\(number)", ratio: 0.5, dwell: Self.dwell, repeats: number.isMultiple(of: 2))
            stage.tracker.mark(view, mark)
            marks[ObjectIdentifier(view)] = mark
        case 8:
            stage.tracker.unmark(view)
            marks[ObjectIdentifier(view)] = nil
        default:
            let parent = views[Int.random(in: 0..<views.count, using: &random)]
            var above: (any Element)? = parent
            while let element = above, element !== view { above = element.parent }
            if above == nil { parent.add(view) }
        }
    }

    private static func shake(_ view: ManualElement, _ random: inout SeededGenerator) {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        view.visibility.frame = Rectangle(
            x: number(-60...360),
            y: number(-60...800),
            width: 100,
            height: number(0...99)
        )
        view.visibility.isHidden = number(0...12) == 0
        view.visibility.opacity = number(0...12) == 0 ? 0 : 1
        view.visibility.clips = number(0...8) == 0
        view.visibility.isOpaque = number(0...4) == 0
    }

    /// The ids of which at least a half is visible.
    private static func visible(
        _ views: [ManualElement],
        _ marks: [ObjectIdentifier: ExposureMark],
        _ window: ManualElement
    ) -> [ExposureMark] {
        var scene = VisibilityScene()
        scene.rebuild([window])
        return views.compactMap { view in
            guard let mark = marks[ObjectIdentifier(view)] else { return nil }
            return (scene.visibleRatio(of: view) * 100).rounded() >= 50 ? mark : nil
        }
    }

    /// What must have been recorded, by rules written down a second time.
    private static func expect(
        _ visible: [ExposureMark],
        _ known: inout [String: Known],
        at uptime: Duration
    ) -> [String] {
        var due: [String] = []
        let ids = Dictionary(visible.map { ($0.id ?? "-", $0.repeats) }, uniquingKeysWith: { first, _ in first })
        for (id, repeats) in ids {
            var one = known[id] ?? Known()
            one.since = one.since ?? uptime
            if !one.isDone, repeats || one.count == 0, uptime - (one.since ?? uptime) >= Self.dwell {
                due.append(id)
                one.isDone = true
                one.count += 1
            }
            known[id] = one
        }
        for id in known.keys where ids[id] == nil {
            known[id]?.since = nil
            known[id]?.isDone = false
        }
        return due
    }
}
