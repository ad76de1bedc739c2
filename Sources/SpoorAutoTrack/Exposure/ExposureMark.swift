public import SpoorWire

/// What the app asks to know of an element: that somebody saw it, how much of it and for how long.
public struct ExposureMark: Sendable, Equatable {
    /// The name of the event where the app gives none.
    public static let defaultEvent = "$AppExposure"

    /// The name of the event.
    public var event: String

    /// What the element shows, by the app's own name for it: a product, a row of a feed.
    ///
    /// Exposures are counted by this name and the event's, so that a cell that is used again for another row, or a row
    /// that gets another cell, does not confuse them. Without one the element itself is counted, at its rows in the
    /// lists around it.
    public var id: String?

    /// How much of it must be visible, 0 to 1, compared to hundredths; 0 asks for any part.
    public var ratio: Double

    /// For how long it must be visible without a break.
    public var dwell: Duration

    /// Whether it counts again each time it comes back; if not, it counts once.
    public var repeats: Bool

    /// What the app says of it; changing them makes no new exposure.
    public var properties: Properties

    /// Whether it makes an event of its own.
    ///
    /// One that does not only hands its properties down to the marked elements in it: a page's or a section's data.
    public var isEnd: Bool

    /// The row of the innermost list for which the mark was made; nil takes the row where the element is.
    ///
    /// At another row of any list around the mark is asleep, so that a cell which is used again never tells the former
    /// row's data. A row that is not known while the element is marked is taken from where it is first seen.
    public var position: CellPosition?

    /// Makes a mark.
    ///
    /// - Parameters:
    ///   - id: the app's own name for what the element shows; nil counts the element itself.
    ///   - event: the name of the event.
    ///   - ratio: how much of it must be visible, 0 to 1.
    ///   - dwell: for how long.
    ///   - repeats: whether it counts again each time it comes back.
    ///   - properties: what the app says of it.
    ///   - isEnd: whether it makes an event of its own.
    ///   - position: the row for which the mark is made.
    public init(
        id: String? = nil,
        event: String = ExposureMark.defaultEvent,
        ratio: Double = 0,
        dwell: Duration = .zero,
        repeats: Bool = true,
        properties: Properties = Properties(),
        isEnd: Bool = true,
        position: CellPosition? = nil
    ) {
        self.event = event
        self.id = id
        self.ratio = ratio
        self.dwell = dwell
        self.repeats = repeats
        self.properties = properties
        self.isEnd = isEnd
        self.position = position
    }

    /// Whether a visible part is enough, to hundredths, as half a row of 33 points would never be exactly a half.
    func isMet(by visible: Double) -> Bool {
        visible > 0 && (visible * 100).rounded() >= self.hundredths
    }

    /// No less is enough, however the areas of parts are added up.
    var leastVisible: Double { (self.hundredths - 0.5) / 100 - 1e-9 }

    private var hundredths: Double {
        let wanted = self.ratio.isFinite ? min(max(self.ratio, 0), 1) : 0
        return (wanted * 100).rounded()
    }
}
