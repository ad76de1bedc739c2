/// A mark and the element that carries it.
@MainActor
final class MarkedElement {
    /// The element; nil once it is gone.
    private(set) weak var element: (any Element)?

    /// Which element it is; it may be gone.
    let id: ObjectIdentifier

    /// What the app asked to know.
    let mark: ExposureMark

    /// Tells the mark from all others.
    let number: Int

    /// The index of the element in the scene; -1 where it has none.
    var index = -1

    /// By what it counts as being in sight; nil while it is not.
    var sight: ExposureKey?

    /// Whether the app took it away, or put another in its place.
    var isOver = false

    /// Whether a scan took it up.
    var isSettled = false

    /// Whether it waits until it is found out whether the element can be seen.
    var isWaiting = false

    /// Whether it was never looked at.
    private(set) var isNew = true

    /// Whether the element is in other rows than those for which it was marked: a list uses its cell again.
    private(set) var isAsleep = false

    private var rows: MarkedRows

    /// Counts the element where the app gave no name.
    private var counted: Int

    /// Where an element is marked again: the rows that it had before.
    private var before: [CellPosition]?

    init(_ element: any Element, _ mark: ExposureMark, number: Int, after old: MarkedElement?) {
        self.element = element
        self.id = ObjectIdentifier(element)
        self.mark = mark
        self.number = number
        self.rows = MarkedRows(rows: element.rowsWhileMarked, own: mark.position)
        let isSame = old.map { $0.element === element && $0.mark.event == mark.event } ?? false
        self.counted = isSame ? old?.counted ?? number : number
        self.before = isSame ? old?.lastRows : nil
    }

    /// The rows at which it was last awake; nil where it was never looked at.
    private var lastRows: [CellPosition]? { self.before ?? (self.isNew ? nil : self.rows.rows) }

    /// By what its exposures are counted.
    var key: ExposureKey {
        self.mark.id.map { .named(event: self.mark.event, id: $0) } ?? .numbered(self.counted)
    }

    /// Whether the element is in the rows for which it was marked, as far as they are known.
    var isAtItsRows: Bool { self.element.map { self.rows.fits($0.enclosingRows) } ?? false }

    /// Looks at the rows where the element is now.
    ///
    /// - Parameter now: the rows, from the outermost list's to the innermost's.
    func look(at now: [CellPosition]) {
        self.isAsleep = !self.rows.take(now)
        self.isNew = false
        guard !self.isAsleep, let before = self.before else { return }
        if before != self.rows.rows { self.counted = self.number }
        self.before = nil
    }
}
