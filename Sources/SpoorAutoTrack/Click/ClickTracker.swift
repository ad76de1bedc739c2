public import SpoorWire

/// Reads what was clicked, at once and before the app's handler runs (bug case O-22), and gives each click once.
@MainActor
public final class ClickTracker {
    /// Tells rage clicks; nil, unless the app asks for them.
    public var rage: RageClickRule?

    /// The names of properties that are left out.
    var denied = DeniedNames()

    /// Is told the name of each property that code attached and that is left out.
    var leavesOut: (String) -> Void = { _ in }

    /// What is left out of events, and so of contents.
    var ignore = IgnoreRules()

    private let pages: PageTracker
    private var filter = ClickFilter()

    /// Makes a tracker.
    ///
    /// - Parameters:
    ///   - pages: knows the screens.
    ///   - rage: tells rage clicks; nil for none.
    public init(pages: PageTracker, rage: RageClickRule? = nil) {
        self.pages = pages
        self.rage = rage
    }

    /// A control sends an action.
    ///
    /// - Parameters:
    ///   - selector: the action's name, as `buttonClick:`.
    ///   - element: what sends it; a bar item is no view and has no frame.
    ///   - touchEnded: whether a touch that ended made it do so.
    ///   - point: where; nil takes the middle of the element.
    ///   - time: when.
    /// - Returns: the click; nil for what is none, or a part of one that counted.
    public func actionSent(
        _ selector: String,
        from element: any Element,
        touchEnded: Bool,
        point: Point? = nil,
        at time: AutoTime
    ) -> Click? {
        guard ClickFilter.isClick(element.kind, touchEnded: touchEnded) else { return nil }
        return self.click(element, .action(selector), point: point, at: time)
    }

    /// A row of a list is chosen.
    ///
    /// - Parameters:
    ///   - list: the list.
    ///   - cell: its cell; nil where the list has none.
    ///   - position: where the row stands.
    ///   - point: where; nil takes the middle of the cell.
    ///   - time: when.
    /// - Returns: the click; nil for a part of one that counted.
    public func rowSelected(
        in list: any Element,
        cell: (any Element)?,
        at position: CellPosition,
        point: Point? = nil,
        time: AutoTime
    ) -> Click? {
        self.click(cell ?? list, .selection(position), in: list, point: point, at: time)
    }

    /// A gesture that is a click (a tap, a long press) ended.
    ///
    /// - Parameters:
    ///   - gestureTypeName: the type of its recogniser.
    ///   - element: what it was on.
    ///   - point: where; nil takes the middle of the element.
    ///   - time: when.
    /// - Returns: the click; nil for what is none, or a part of one that counted.
    public func gestureEnded(
        _ gestureTypeName: String,
        on element: any Element,
        point: Point? = nil,
        at time: AutoTime
    ) -> Click? {
        guard ClickFilter.isClick(gestureOn: element) else { return nil }
        return self.click(element, .gesture(gestureTypeName), point: point, at: time)
    }

    /// A tab, a bar item or a choice of an alert is taken.
    ///
    /// - Parameters:
    ///   - item: what was taken.
    ///   - container: the bar or alert that it belongs to; nil where the item knows it itself.
    ///   - time: when.
    /// - Returns: the click; nil for a part of one that counted.
    public func itemChosen(_ item: any Element, in container: (any Element)?, at time: AutoTime) -> Click? {
        self.click(item, .item, in: container, at: time)
    }

    /// The app's code tells of a click; it counts whatever else was told of the element.
    ///
    /// - Parameters:
    ///   - element: what was clicked.
    ///   - properties: what else is known of it.
    ///   - time: when.
    /// - Returns: the click.
    public func trackClick(
        _ element: any Element,
        properties: Properties = Properties(),
        at time: AutoTime
    ) -> Click {
        self.read(element, nil, in: nil, own: properties, at: time)
    }

    private func click(
        _ element: any Element,
        _ interception: Interception,
        in container: (any Element)? = nil,
        point: Point? = nil,
        at time: AutoTime
    ) -> Click? {
        var position: CellPosition?
        if case .selection(let row) = interception { position = row }
        guard self.filter.counts(ClickTouch(element, position: position), at: time.uptime) else { return nil }
        var click = self.read(element, interception, in: container, own: Properties(), at: time)
        if let place = point ?? Self.middle(of: element) {
            click.isRage = self.rage?.isRage(place, at: time.uptime) ?? false
        }
        return click
    }

    private func read(
        _ element: any Element,
        _ interception: Interception?,
        in container: (any Element)?,
        own: Properties,
        at time: AutoTime
    ) -> Click {
        let walk = ElementWalk(from: element, in: container, rules: self.pages.rules)
        let unread = Unread(self.ignore, pageRules: self.pages.rules)
        let paths = ElementPaths(walk, interception, denied: self.denied, unread: unread)
        let screen = self.pages.screen(of: walk)
        var properties = ClickProperties.element(paths)
        properties.mergeNames(screen.properties, overriding: false)
        properties.mergeNames(
            self.denied.allowed(element.tracking.properties, without: self.leavesOut),
            overriding: true
        )
        properties.mergeNames(own, overriding: true)
        return Click(
            element: element,
            paths: paths,
            screen: screen.facts,
            properties: properties,
            milliseconds: time.milliseconds,
            isRage: false
        )
    }

    private static func middle(of element: any Element) -> Point? {
        guard let frame = element.visibility.frame, !frame.isEmpty else { return nil }
        return Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    }
}
