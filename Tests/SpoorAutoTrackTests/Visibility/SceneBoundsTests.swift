import SpoorTesting
import Testing

@testable import SpoorAutoTrack

/// What a scene says of trees that are larger than it looks at: nothing is visible that something may cover.
@MainActor
struct SceneBoundsTests {
    /// Where more elements lie than a walk takes in.
    enum Crowd: CaseIterable {
        case windowBehind
        case branchBehind
        case cycleBehind
    }

    private static func fill(_ parent: ManualElement, _ crowd: Crowd) -> ManualElement {
        let first = Stage.view(0, 0, 10, 10, in: parent)
        if crowd == .cycleBehind {
            parent.reorder([first, parent, parent])
        } else {
            for index in 0..<25_000 { Stage.view(0, Double(index % 800), 10, 10, in: parent) }
        }
        return first
    }

    @Test(
        "Behind a cover nothing is exposed, and what lies in front is, however many there are",
        arguments: Crowd.allCases
    )
    func crowds(crowd: Crowd) {
        let stage = ExposureStage()
        var front = stage.window
        if crowd == .windowBehind {
            front = Stage.window()
            stage.windows = [stage.window, front]
        }
        let list = Stage.view(0, 0, 390, 844, in: stage.window)
        let behind = Self.fill(list, crowd)
        let card = Stage.view(10, 10, 100, 100, in: Stage.cover(0, 0, 390, 844, in: front))
        stage.tracker.mark(behind, ExposureMark(id: "behind"))
        stage.tracker.mark(card, ExposureMark(id: "card"))
        for _ in 0..<3 { stage.scan(after: 100) }
        #expect(stage.ids == ["card"])
        #expect(stage.remarks.count == 1 && stage.remarks[0].contains("20000 elements"), "\(stage.remarks)")
        list.reorder([behind])
        stage.scan(after: 100)
        #expect(stage.ids == ["card"])
    }

    @Test("What may be covered by something too deep is not exposed; what lies in front of it is, and it is said once")
    func tooDeep() {
        let stage = ExposureStage()
        let behind = Stage.view(0, 0, 50, 50, in: stage.window)
        let aside = Stage.view(0, 500, 50, 50, in: stage.window)
        let box = Stage.view(0, 0, 390, 400, in: stage.window)
        box.visibility.clips = true
        var deep = box
        for _ in 0..<250 { deep = Stage.view(0, 0, 390, 400, in: deep) }
        deep.visibility.isOpaque = true
        let front = Stage.view(0, 0, 50, 50, in: stage.window)
        for (id, view) in [("behind", behind), ("aside", aside), ("deep", deep), ("front", front)] {
            stage.tracker.mark(view, ExposureMark(id: id))
        }
        for _ in 0..<3 { stage.scan(after: 100) }
        #expect(stage.ids == ["aside", "front"])
        #expect(stage.remarks.count == 1 && stage.remarks[0].contains("200 levels"), "\(stage.remarks)")
    }

    @Test("With any bound a random tree shows of each element what it shows without, or nothing", arguments: 1...60)
    func anyBound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let windows = [Stage.window(), Stage.window()]
        var all = windows
        for _ in 0..<60 {
            let parent = all[Int.random(in: 0..<all.count, using: &random)]
            func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
            let view = Stage.view(number(0...300), number(0...700), number(0...200), number(0...300), in: parent)
            view.visibility.isOpaque = number(0...2) == 0
            view.visibility.isHidden = number(0...14) == 0
            view.visibility.clips = number(0...3) == 0
            all.append(view)
        }
        var whole = VisibilityScene()
        whole.rebuild(windows)
        let count = Int.random(in: 1...60, using: &random)
        var few = VisibilityScene(elements: count, levels: 200)
        few.rebuild(windows)
        #expect(few.count == min(count, whole.count) && few.isTruncated == (whole.count > count))
        var flat = VisibilityScene(elements: 200, levels: Int.random(in: 1...6, using: &random))
        flat.rebuild(windows)
        for view in all {
            let (ratio, bounded) = (whole.visibleRatio(of: view), few.visibleRatio(of: view))
            #expect(bounded == 0 || abs(bounded - ratio) < 1e-9, "seed \(seed)")
            #expect(flat.visibleRatio(of: view) <= ratio + 1e-9, "seed \(seed)")
        }
    }
}
