/// What a click was on, as far as it tells one click from another.
public struct ClickTouch: Hashable, Sendable {
    /// The element.
    public var element: ObjectIdentifier

    /// The control or cell that it is or lies in, else the element.
    public var unit: ObjectIdentifier

    /// Whether it is no control or cell and lies in none, so that ``unit`` is the element.
    public var isPlain: Bool

    /// What the element lies in, a bounded number of levels up.
    public var around: Set<ObjectIdentifier>

    /// The row, where a row was chosen.
    public var position: CellPosition?

    /// The bar that the element lies in; nil for none.
    public var bar: ObjectIdentifier?

    /// Whether the element is an item of a bar, for which the bar has a button.
    public var isBarItem = false

    /// Makes a touch.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - unit: the control or cell that it is or lies in; nil takes the element.
    ///   - around: what the element lies in.
    ///   - position: the row, where a row was chosen.
    public init(
        element: ObjectIdentifier,
        unit: ObjectIdentifier? = nil,
        around: Set<ObjectIdentifier> = [],
        position: CellPosition? = nil
    ) {
        self.element = element
        self.unit = unit ?? element
        self.isPlain = unit == nil
        self.around = around
        self.position = position
    }

    /// Reads where an element lies.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - position: the row, where a row was chosen.
    @MainActor
    public init(_ element: any Element, position: CellPosition? = nil) {
        self.init(element: ObjectIdentifier(element), position: position)
        self.isBarItem = element.kind == .barItem
        var unit = element.kind.isControl || element.kind == .cell ? element : nil
        var current = element.parent
        while let around = current, self.around.count < TreeBounds.levels,
            self.around.insert(ObjectIdentifier(around)).inserted
        {
            if unit == nil, around.kind.isControl || around.kind == .cell { unit = around }
            if self.bar == nil, around.kind == .bar { self.bar = ObjectIdentifier(around) }
            current = around.parent
        }
        guard let unit else { return }
        self.unit = ObjectIdentifier(unit)
        self.isPlain = false
    }
}
