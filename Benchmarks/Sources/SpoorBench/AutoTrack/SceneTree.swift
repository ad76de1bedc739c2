import SpoorAutoTrack
import SpoorTesting

/// A screen of 2,000 elements: a header, and 39 shelves of which each scrolls by itself and has seven cards.
@MainActor
struct SceneTree {
    let window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: 390, height: 844))
    /// What scrolls: 50 elements each.
    private(set) var shelves: [ManualElement] = []
    /// What is marked for exposure: the first three cards of each shelf.
    private(set) var cards: [ManualElement] = []
    private(set) var count = 1

    init() {
        let page = self.add("UIView", 0, 0, 390, 844, to: self.window)
        page.visibility.isOpaque = true
        let list = self.add("UIScrollView", 0, 60, 390, 784, to: page)
        list.visibility.clips = true
        for index in 0..<39 { self.addShelf(to: list, y: 60 + Double(index) * 180) }
        let header = self.add("UIView", 0, 0, 390, 60, to: page)
        header.visibility.isOpaque = true
        while self.count < 2000 { _ = self.add("UILabel", 10, 10, 20, 20, to: header) }
    }

    /// Moves a shelf's contents sideways, as a scroll by a finger does.
    func scroll(_ shelf: ManualElement, by dx: Double) {
        for child in shelf.children { self.move(child, dx) }
    }

    private func move(_ element: any Element, _ dx: Double) {
        guard let element = element as? ManualElement else { return }
        element.visibility.frame?.x += dx
        for child in element.children { self.move(child, dx) }
    }

    private mutating func addShelf(to list: ManualElement, y: Double) {
        let shelf = self.add("UICollectionView", 0, y, 390, 170, to: list)
        shelf.visibility.clips = true
        for index in 0..<7 {
            let x = Double(index) * 130
            let card = self.add("CardCell", x, y, 120, 170, to: shelf)
            if index < 3 { self.cards.append(card) }
            let content = self.add("UIView", x, y, 120, 170, to: card)
            content.visibility.isOpaque = true
            _ = self.add("UIImageView", x, y, 120, 120, to: content)
            _ = self.add("UILabel", x, y + 120, 120, 20, to: content)
            let price = self.add("UIView", x, y + 140, 60, 30, to: content)
            price.visibility.isOpaque = true
            _ = self.add("UILabel", x, y + 140, 60, 30, to: price)
            _ = self.add("UIButton", x + 60, y + 140, 60, 30, to: content)
        }
        self.shelves.append(shelf)
    }

    private mutating func add(
        _ name: String,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        to parent: ManualElement
    ) -> ManualElement {
        let element = ManualElement(name, frame: Rectangle(x: x, y: y, width: width, height: height))
        parent.add(element)
        self.count += 1
        return element
    }
}
