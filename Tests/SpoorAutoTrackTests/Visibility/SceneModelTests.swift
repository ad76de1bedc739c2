import SpoorAutoTrack
import SpoorTesting
import Testing

/// The scene against a model that shares nothing with it: every point of a small screen is asked who is on top.
@MainActor
struct SceneModelTests {
    private static let size = 24

    @Test("The visible ratio of every element equals that of counted points on random trees", arguments: 1...12)
    func points(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let side = Double(Self.size)
        let window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: side, height: side))
        var all = [window]
        for _ in 0..<20 {
            let view = Self.view(&random)
            all[Int.random(in: 0..<all.count, using: &random)].add(view)
            all.append(view)
        }
        var scene = VisibilityScene()
        scene.rebuild([window])
        for view in all {
            let ratio = Self.counted(view, in: window)
            #expect(abs(scene.visibleRatio(of: view) - ratio) < 1e-9, "seed \(seed)")
        }
    }

    private static func view(_ random: inout SeededGenerator) -> ManualElement {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        let frame = Rectangle(x: number(-5...24), y: number(-5...24), width: number(0...12), height: number(0...12))
        let view = ManualElement("UIView", frame: frame)
        view.visibility.isHidden = number(0...14) == 0
        view.visibility.opacity = [1, 1, 1, 1, 1, 1, 1, 0.9, 0.5, 0.005][Int.random(in: 0...9, using: &random)]
        view.visibility.clips = number(0...3) == 0
        view.visibility.isOpaque = number(0...1) == 0
        return view
    }

    /// The share of the element's points that are drawn, and over which nothing opaque is drawn that is not in it.
    ///
    /// What hides it is opaque by itself and with what contains it, up to the element that contains both: what lies in
    /// that is blended as one.
    private static func counted(_ target: ManualElement, in window: ManualElement) -> Double {
        guard let frame = target.visibility.frame, !frame.isEmpty else { return 0 }
        var seen = 0
        for x in Int(frame.x)..<Int(frame.maxX) {
            for y in Int(frame.y)..<Int(frame.maxY) where Self.isSeen(target, in: window, Double(x), Double(y)) {
                seen += 1
            }
        }
        return Double(seen) / frame.area
    }

    private static func isSeen(_ target: ManualElement, in window: ManualElement, _ x: Double, _ y: Double) -> Bool {
        var isSeen = false
        var around: [ObjectIdentifier] = []
        var outer: (any Element)? = target
        while let element = outer {
            around.append(ObjectIdentifier(element))
            outer = element.parent
        }
        func draw(_ element: ManualElement, _ opacity: Double, beside: Double, isInTarget: Bool) {
            let facts = element.visibility
            let beside = around.contains(ObjectIdentifier(element)) ? 1 : beside * facts.opacity
            let opacity = facts.isHidden ? 0 : opacity * facts.opacity
            let isHere = facts.frame.map { x >= $0.x && x < $0.maxX && y >= $0.y && y < $0.maxY } ?? false
            guard opacity > 0.01 else { return }
            let isInTarget = isInTarget || element === target
            if isHere, element === target { isSeen = true }
            if isHere, facts.isOpaque, beside >= 0.99, !isInTarget { isSeen = false }
            if (facts.clips || element === window) && !isHere { return }
            for child in element.children.compactMap({ $0 as? ManualElement }) {
                draw(child, opacity, beside: beside, isInTarget: isInTarget)
            }
        }
        draw(window, 1, beside: 1, isInTarget: false)
        return isSeen
    }
}
