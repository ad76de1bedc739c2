import SpoorAutoTrack
import SpoorTesting

/// A screen of 2,041 elements that all can be seen: 40 shelves of 50 opaque tiles each.
@MainActor
struct SceneGrid {
    let window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: 390, height: 844))
    /// What scrolls: 50 tiles each.
    private(set) var shelves: [ManualElement] = []
    /// What is marked for exposure.
    private(set) var tiles: [ManualElement] = []

    init() {
        for row in 0..<40 {
            let y = Double(row) * 21
            let shelf = ManualElement("UICollectionView", frame: Rectangle(x: 0, y: y, width: 390, height: 21))
            shelf.visibility.clips = true
            for column in 0..<50 {
                let x = 10 + Double(column) * 7.2
                let tile = ManualElement("TileCell", frame: Rectangle(x: x, y: y, width: 7, height: 20))
                tile.visibility.isOpaque = true
                shelf.add(tile)
                self.tiles.append(tile)
            }
            self.window.add(shelf)
            self.shelves.append(shelf)
        }
    }

    /// Moves a shelf's tiles sideways, as a scroll by a finger does.
    func scroll(_ shelf: ManualElement, by dx: Double) {
        for case let tile as ManualElement in shelf.children { tile.visibility.frame?.x += dx }
    }
}
