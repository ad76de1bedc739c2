import SpoorAutoTrack
import SpoorTesting
import Testing

/// What can be seen of an element in a tree of others.
@MainActor
struct VisibilitySceneTests {
    private let window = Stage.window()

    private func ratio(of element: ManualElement, in windows: [ManualElement]? = nil) -> Double {
        var scene = VisibilityScene()
        scene.rebuild(windows ?? [self.window])
        return scene.visibleRatio(of: element)
    }

    @Test("What lies outside the window, or a clipping ancestor, is not visible")
    func clipping() {
        let box = Stage.view(0, 100, 100, 100, in: self.window)
        let view = Stage.view(50, 150, 100, 100, in: box)
        #expect(self.ratio(of: view) == 1)
        box.visibility.clips = true
        #expect(self.ratio(of: view) == 0.25)
        let outside = Stage.view(380, 0, 20, 10, in: self.window)
        #expect(self.ratio(of: outside) == 0.5)
    }

    @Test("An opaque sibling that comes later covers; one before, a translucent or a hidden one does not")
    func siblings() {
        let under = Stage.view(0, 0, 100, 100, in: self.window)
        let over = Stage.view(0, 0, 100, 75, in: self.window)
        #expect(self.ratio(of: under) == 1)
        over.visibility.isOpaque = true
        #expect(self.ratio(of: under) == 0.25)
        over.visibility.opacity = 0.5
        #expect(self.ratio(of: under) == 1)
        over.visibility.opacity = 1
        over.visibility.isHidden = true
        #expect(self.ratio(of: under) == 1)
        over.visibility.isHidden = false
        self.window.reorder([over, under])
        #expect(self.ratio(of: under) == 1)
    }

    @Test(
        "In a card that shines through, what is opaque covers its siblings there and nothing else",
        arguments: [0.98, 0.5]
    )
    func card(opacity: Double) {
        let window = Stage.window()
        let behind = Stage.view(10, 10, 100, 100, in: window)
        let card = Stage.view(0, 0, 200, 200, in: window)
        card.visibility.clips = true
        let (price, banner) = (Stage.view(10, 10, 100, 100, in: card), Stage.view(0, 0, 100, 300, in: card))
        let photo = Stage.cover(60, -50, 40, 300, in: banner)
        func ratios() -> [Double] {
            var scene = VisibilityScene()
            scene.rebuild([window])
            return [behind, card, price, banner, photo].map { scene.visibleRatio(of: $0) }
        }
        #expect(ratios() == [0.6, 1, 0.6, 200.0 / 300, 200.0 / 300])
        var scene = VisibilityScene()
        scene.rebuild([window])
        card.visibility.opacity = opacity
        #expect(ratios() == [1, 1, 0.6, 200.0 / 300, 200.0 / 300])
        let isSound = scene.update([card])
        #expect(isSound && scene.visibleRatio(of: behind) == 1 && scene.visibleRatio(of: price) == 0.6)
        banner.visibility.opacity = opacity
        #expect(ratios() == [1, 1, 1, 200.0 / 300, 200.0 / 300])
        photo.visibility.opacity = opacity
        #expect(ratios() == [1, 1, 1, 200.0 / 300, 200.0 / 300])
    }

    @Test("Covers that lie over one another are counted once, and together they cover the whole")
    func unions() {
        let under = Stage.view(0, 0, 100, 90, in: self.window)
        Stage.cover(0, 0, 60, 90, in: self.window)
        Stage.cover(20, 0, 60, 90, in: self.window)
        #expect(abs(self.ratio(of: under) - 0.2) < 1e-12)
        Stage.cover(70, 0, 30, 45, in: self.window)
        #expect(abs(self.ratio(of: under) - 0.1) < 1e-12)
        Stage.cover(70, 45, 30, 45, in: self.window)
        #expect(self.ratio(of: under) == 0)
    }

    @Test("Neither its own contents nor what contains it cover an element")
    func kin() {
        self.window.visibility.isOpaque = true
        let box = Stage.cover(0, 0, 100, 100, in: self.window)
        let inner = Stage.cover(0, 0, 100, 100, in: box)
        #expect(self.ratio(of: box) == 1)
        #expect(self.ratio(of: inner) == 1)
        #expect(self.ratio(of: self.window) == 1)
    }

    @Test("A cover deep in a later branch counts, cut by what clips it")
    func deepCovers() {
        let under = Stage.view(0, 0, 100, 100, in: self.window)
        let clip = Stage.view(0, 0, 50, 100, in: self.window)
        clip.visibility.clips = true
        Stage.cover(0, 0, 100, 100, in: Stage.view(0, 0, 1, 1, in: clip))
        #expect(self.ratio(of: under) == 0.5)
        let aside = Stage.cover(300, 300, 10, 10, in: self.window)
        Stage.cover(50, 0, 50, 50, in: Stage.cover(310, 300, 10, 10, in: aside))
        #expect(self.ratio(of: under) == 0.25)
    }

    @Test("A later window's opaque elements cover, an empty one in front does not")
    func windows() {
        let view = Stage.view(0, 0, 100, 100, in: self.window)
        let front = Stage.window()
        #expect(self.ratio(of: view, in: [self.window, front]) == 1)
        Stage.cover(0, 0, 390, 844, in: front)
        #expect(self.ratio(of: view, in: [self.window, front]) == 0)
        #expect(self.ratio(of: view, in: [front, self.window]) == 1)
    }

    @Test("A presented page covers where its view lies, even without a background; a child page does not")
    func presented() {
        let view = Stage.view(0, 0, 390, 400, in: self.window)
        let below = ManualPage("ListViewController")
        let page = ManualPage("FilterViewController")
        page.view.visibility.frame = Rectangle(x: 0, y: 100, width: 390, height: 744)
        self.window.add(page.view)
        #expect(self.ratio(of: view) == 1)
        page.presentingPage = below
        #expect(self.ratio(of: view) == 0.25)
        page.parentPage = below
        #expect(self.ratio(of: view) == 1)
    }

    @Test("A list that runs on below translucent bars shows its rows between them; it is itself visible as a whole")
    func contentArea() {
        let list = Stage.view(0, 0, 390, 844, in: self.window)
        list.visibility.clips = true
        list.visibility.contentArea = Rectangle(x: 0, y: 100, width: 390, height: 644)
        #expect(self.ratio(of: Stage.view(0, 75, 390, 50, in: list)) == 0.5)
        #expect(self.ratio(of: Stage.view(0, 744, 390, 50, in: list)) == 0)
        #expect(self.ratio(of: list) == 1)
    }

    @Test("A tree that contains itself, and one without end, are walked to the bounds")
    func bounds() {
        let box = Stage.view(0, 0, 100, 100, in: self.window)
        box.reorder([box, box])
        var scene = VisibilityScene()
        scene.rebuild([self.window])
        #expect(scene.isTruncated)
        #expect(scene.count == VisibilityScene.maximumElements)
        box.reorder([])
        var deep = box
        for _ in 0..<400 { deep = Stage.view(0, 0, 100, 100, in: deep) }
        scene.rebuild([self.window])
        #expect(scene.isTruncated)
        #expect(scene.visibleRatio(of: deep) == 0)
        #expect(scene.count == VisibilityScene.maximumDepth)
    }
}
