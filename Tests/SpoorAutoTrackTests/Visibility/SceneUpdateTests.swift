import SpoorAutoTrack
import SpoorTesting
import Testing

/// A scene that is kept up to date equals one that is made anew.
@MainActor
struct SceneUpdateTests {
    @Test("After any changes of facts, an updated scene says what a new one says", arguments: 1...30)
    func equalsNew(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let window = Stage.window()
        var all = [window]
        for _ in 0..<120 {
            let parent = all[Int.random(in: 0..<all.count, using: &random)]
            let view = Stage.view(0, 0, 0, 0, in: parent)
            Self.shake(view, &random)
            all.append(view)
        }
        var scene = VisibilityScene()
        scene.rebuild([window])
        for _ in 0..<10 {
            var changed: [ManualElement] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let view = all[Int.random(in: 1..<all.count, using: &random)]
                Self.shake(view, &random)
                changed.append(view)
            }
            if !scene.update(changed) { scene.rebuild([window]) }
            var fresh = VisibilityScene()
            fresh.rebuild([window])
            for view in all {
                #expect(abs(scene.visibleRatio(of: view) - fresh.visibleRatio(of: view)) < 1e-9, "seed \(seed)")
            }
        }
    }

    private static func shake(_ view: ManualElement, _ random: inout SeededGenerator) {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        view.visibility.frame = Rectangle(
            x: number(-50...350),
            y: number(-50...800),
            width: number(0...200),
            height: number(0...200)
        )
        view.visibility.isHidden = number(0...9) == 0
        view.visibility.opacity = number(0...9) == 0 ? 0.5 : 1
        view.visibility.clips = number(0...3) == 0
        view.visibility.isOpaque = number(0...2) == 0
    }

    @Test("An update notices elements that came, went or moved")
    func structure() {
        let window = Stage.window()
        let left = Stage.view(0, 0, 100, 100, in: window)
        let right = Stage.view(100, 0, 100, 100, in: window)
        let child = Stage.view(0, 0, 10, 10, in: left)
        var scene = VisibilityScene()
        scene.rebuild([window])
        let isSound = scene.update([left, right])
        #expect(isSound)
        Stage.view(0, 0, 5, 5, in: right)
        let sawNew = !scene.update([right])
        #expect(sawNew)
        scene.rebuild([window])
        right.add(child)
        let sawMoved = !scene.update([child])
        #expect(sawMoved)
        scene.rebuild([window])
        child.remove()
        let sawGone = !scene.update([right])
        #expect(sawGone)
        let sawStranger = !scene.update([ManualElement("UIView")])
        #expect(sawStranger)
    }

    @Test("What is in an element that was hidden is read again when it is shown")
    func shown() {
        let window = Stage.window()
        let box = Stage.view(0, 0, 100, 100, in: window)
        let child = Stage.view(0, 0, 10, 10, in: box)
        var scene = VisibilityScene()
        scene.rebuild([window])
        box.visibility.isHidden = true
        let isHiddenSound = scene.update([box])
        #expect(isHiddenSound)
        #expect(scene.visibleRatio(of: child) == 0)
        box.visibility.isHidden = false
        let isShownSound = scene.update([box])
        #expect(isShownSound)
        #expect(scene.visibleRatio(of: child) == 1)
    }
}
