/// A mark and the element that carries it.
@MainActor
final class MarkedElement {
    /// The element; nil once it is gone.
    private(set) weak var element: (any Element)?

    /// What the app asked to know.
    let mark: ExposureMark

    /// The row at which the mark holds; nil until the element is first seen in a list.
    private var position: CellPosition?

    /// Whether the element has another row than that for which it was marked: its list uses it again.
    private(set) var isAsleep = false

    /// Counts the element where the app gave no name.
    private var number: Int

    /// Where an element is marked again: the row that it had before.
    private var before: CellPosition?

    init(_ element: any Element, _ mark: ExposureMark, number: Int, after old: MarkedElement?) {
        self.element = element
        self.mark = mark
        self.position = mark.position
        let isSame = old.map { $0.element === element && $0.mark.event == mark.event } ?? false
        self.number = isSame ? old?.number ?? number : number
        self.before = isSame ? old?.position ?? old?.before : nil
    }

    /// By what its exposures are counted.
    var key: ExposureKey {
        self.mark.id.map { .named(event: self.mark.event, id: $0) } ?? .numbered(self.number)
    }

    /// Whether its row was never looked at, which must be done even while it cannot be seen.
    private(set) var isNew = true

    /// Whether the element is at the row for which it was marked, as far as that is known.
    var isAtItsRow: Bool {
        guard let position = self.position, let now = self.element?.enclosingRow else { return true }
        return position == now
    }

    /// Looks at the row where the element is now.
    ///
    /// - Parameter nextNumber: gives a number that no other element has.
    func lookAtRow(_ nextNumber: () -> Int) {
        self.isNew = false
        guard let element = self.element, let now = element.enclosingRow else { return self.isAsleep = false }
        if let before = self.before, (self.position ?? now) != before { self.number = nextNumber() }
        self.before = nil
        let row = self.position ?? now
        self.position = row
        self.isAsleep = row != now
    }
}

extension Element {
    /// The row of the list in which it is: its own or that of the cell around it; nil outside of lists.
    var enclosingRow: CellPosition? {
        if let position = self.cellPosition { return position }
        var above = self.parent
        for _ in 0..<VisibilityScene.maximumDepth {
            guard let element = above else { return nil }
            if let position = element.cellPosition { return position }
            above = element.parent
        }
        return nil
    }
}
