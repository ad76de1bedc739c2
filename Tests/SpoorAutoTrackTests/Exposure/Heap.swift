import SpoorTesting

@testable import SpoorAutoTrack

/// Opaque elements that lie all over one another on a small screen, and what of them can be seen, counted cell by cell.
@MainActor
final class Heap {
    /// How the elements lie.
    enum Kind: CaseIterable, Sendable {
        /// Anywhere, of any size.
        case random
        /// Each a little further than the one behind it, so that of each an edge can be seen.
        case stairs
        /// The other way round: of most nothing but an edge of two sides.
        case fan
        /// Rows and columns, as thin as a cell.
        case strips
        /// One large one behind many small ones.
        case dust
        /// Boxes with others in them, and some that are not opaque.
        case nested
    }

    /// How many cells the screen has on each side.
    static let side = 96

    let window: ManualElement
    private(set) var views: [ManualElement] = []
    /// How large a cell is.
    private let unit: Double

    init(_ kind: Kind, _ count: Int, seed: UInt64, unit: Double = 1) {
        var random = SeededGenerator(seed: seed)
        self.unit = unit
        let side = Double(Self.side) * unit
        self.window = ManualElement("UIWindow", .window, frame: Rectangle(x: 0, y: 0, width: side, height: side))
        for index in 0..<count {
            let cells = Self.cells(kind, index, of: count, &random)
            let view = ManualElement("UIView", frame: nil)
            view.visibility.isOpaque = kind != .nested || random.below(4) > 0
            let isInner = kind == .nested && index > 0 && random.below(3) > 0
            (isInner ? self.views[random.below(index)] : self.window).add(view)
            self.views.append(view)
            self.put(view, cells)
        }
    }

    private static func cells(
        _ kind: Kind,
        _ index: Int,
        of count: Int,
        _ random: inout SeededGenerator
    ) -> (x: Int, y: Int, width: Int, height: Int) {
        let place = index * (Self.side - 40) / count
        switch kind {
        case .random, .nested:
            return (random.below(110) - 14, random.below(110) - 14, random.below(40), random.below(40))
        case .stairs: return (place, place + index % 3, 40, 38)
        case .fan: return (Self.side - 40 - place, index % 40, 40, 50)
        case .strips:
            let line = random.below(Self.side)
            return index.isMultiple(of: 2) ? (line, 0, 1, Self.side) : (0, line, Self.side, 1)
        case .dust:
            return index == 0 ? (0, 0, Self.side, Self.side) : (random.below(95), random.below(95), 2, 2)
        }
    }

    private func put(_ view: ManualElement, _ cells: (x: Int, y: Int, width: Int, height: Int)) {
        view.visibility.frame = Rectangle(
            x: Double(cells.x) * self.unit,
            y: Double(cells.y) * self.unit,
            width: Double(cells.width) * self.unit,
            height: Double(cells.height) * self.unit
        )
    }

    /// Moves an element to another place, whatever its size was.
    func shake(_ view: ManualElement, _ random: inout SeededGenerator) {
        self.put(view, Self.cells(.random, 0, of: 1, &random))
    }

    /// The share of each element that can be seen: a cell belongs to the one that is drawn there last.
    func ratios() -> [ObjectIdentifier: Double] {
        var covered = Array(repeating: false, count: Self.side * Self.side)
        var ratios: [ObjectIdentifier: Double] = [:]
        self.count(self.window, &covered, &ratios)
        return ratios
    }

    /// From front to back; what is in an element does not cover it, so it is counted before that.
    private func count(
        _ element: ManualElement,
        _ covered: inout [Bool],
        _ ratios: inout [ObjectIdentifier: Double]
    ) {
        let frame = element.visibility.frame ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
        func cell(_ points: Double) -> Int { Int((points / self.unit).rounded()) }
        let area = cell(frame.width) * cell(frame.height)
        let cells = self.indexes(cell(frame.x)..<cell(frame.maxX), cell(frame.y)..<cell(frame.maxY))
        let seen = cells.reduce(0) { covered[$1] ? $0 : $0 + 1 }
        ratios[ObjectIdentifier(element)] = area == 0 ? 0 : Double(seen) / Double(area)
        for case let child as ManualElement in element.children.reversed() { self.count(child, &covered, &ratios) }
        if element.visibility.isOpaque { for index in cells { covered[index] = true } }
    }

    private func indexes(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
        let screen = 0..<Self.side
        return rows.clamped(to: screen)
            .flatMap { row in columns.clamped(to: screen).map { row * Self.side + $0 } }
    }
}
