/// What brought the engine to an element; it begins the element's event path (003).
public enum Interception: Hashable, Sendable {
    /// A control sent an action; the selector's name, as `buttonClick:`.
    case action(String)

    /// A gesture ended; the type of its recogniser.
    case gesture(String)

    /// A row of a list was chosen; where it stands, read when it was chosen.
    case selection(CellPosition)

    /// A choice of an alert, a tab or a bar item was taken.
    case item

    /// Something happened to a page; its name, as `viewDidAppear:`.
    case page(String)
}
