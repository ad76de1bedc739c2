/// The rules of what counts as a click, and as one and the same.
///
/// One touch can bring several interceptions: a control with three targets sends three actions, a gesture on a button
/// fires beside the button's own action, a gesture on a cell beside the choice of its row. Within 100 ms a control or
/// cell counts once with all that lies in it, whichever of them was told of first, and so does what lies around an element
/// that counted; two controls of one cell are two. What lies inside of a plain view that counted does count: a recogniser
/// that puts the keyboard away must not cost the button's click.
/// An item of a bar and the button that the bar has for it are one.
public struct ClickFilter: Sendable {
    /// How long one touch may take to be told of.
    public static let window = Duration.milliseconds(100)

    private var recent: [(touch: ClickTouch, uptime: Duration)] = []

    /// Begins with no click.
    public init() {}

    /// Whether a click counts.
    ///
    /// - Parameters:
    ///   - touch: what it was on.
    ///   - uptime: when.
    /// - Returns: false for a part of a click that did count.
    public mutating func counts(_ touch: ClickTouch, at uptime: Duration) -> Bool {
        self.recent.removeAll { uptime - $0.uptime >= Self.window || uptime < $0.uptime }
        guard !self.recent.contains(where: { Self.isSame(touch, after: $0.touch) }) else { return false }
        if self.recent.count >= 32 { self.recent.removeFirst() }
        self.recent.append((touch, uptime))
        return true
    }

    /// Whether an action of a control is a click: what only acts when it is touched always, others when a touch ended.
    ///
    /// - Parameters:
    ///   - kind: what sent the action.
    ///   - touchEnded: whether a touch that ended made it send the action.
    /// - Returns: whether it is a click.
    public static func isClick(_ kind: ElementKind, touchEnded: Bool) -> Bool {
        switch kind {
        case .toggle, .segmentedControl, .stepper, .pageControl, .barItem: true
        default: touchEnded
        }
    }

    /// Whether a gesture on an element can be a click; those that a toolkit's control needs for itself are none.
    @MainActor
    public static func isClick(gestureOn element: any Element) -> Bool {
        guard element.kind.isDrawn, !element.isPrivateWrapper else { return false }
        var current: (any Element)? = element
        var levels = 0
        while let element = current, levels < TreeBounds.levels {
            switch element.kind {
            case .textInput, .web, .toggle, .segmentedControl, .stepper, .slider, .pageControl: return false
            case .cell, .button, .window: return true
            default: break
            }
            current = element.parent
            levels += 1
        }
        return true
    }

    private static func isSame(_ touch: ClickTouch, after counted: ClickTouch) -> Bool {
        if touch.element == counted.element {
            // A list that lost its cells stands for all of its rows.
            guard let row = touch.position, let other = counted.position else { return true }
            return row == other
        }
        if let bar = touch.bar, bar == counted.bar, touch.isBarItem != counted.isBarItem { return true }
        if touch.unit == counted.unit || counted.around.contains(touch.element) { return true }
        return (!counted.isPlain && touch.around.contains(counted.unit))
            || (!touch.isPlain && counted.around.contains(touch.unit))
    }
}
