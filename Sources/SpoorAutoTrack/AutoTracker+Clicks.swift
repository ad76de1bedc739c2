public import SpoorWire

/// The four kinds of clicks (002).
extension AutoTracker {
    /// A control sends an action.
    ///
    /// - Parameters:
    ///   - selector: the action's name, as `buttonClick:`.
    ///   - element: what sends it.
    ///   - touchEnded: whether a touch that ended made it do so.
    ///   - point: where; nil takes the middle of the element.
    public func actionSent(_ selector: String, from element: any Element, touchEnded: Bool, point: Point? = nil) {
        let time = self.begin()
        guard self.wants(element) else { return }
        self.take(self.clicks.actionSent(selector, from: element, touchEnded: touchEnded, point: point, at: time))
    }

    /// A row of a list is chosen.
    ///
    /// - Parameters:
    ///   - list: the list.
    ///   - cell: its cell; nil where the list has none.
    ///   - position: where the row stands.
    ///   - point: where; nil takes the middle of the cell.
    public func rowSelected(
        in list: any Element,
        cell: (any Element)?,
        at position: CellPosition,
        point: Point? = nil
    ) {
        let time = self.begin()
        guard self.wants(cell ?? list, in: list) else { return }
        self.take(self.clicks.rowSelected(in: list, cell: cell, at: position, point: point, time: time))
    }

    /// A gesture that is a click (a tap, a long press) ended.
    ///
    /// - Parameters:
    ///   - gestureTypeName: the type of its recogniser.
    ///   - element: what it was on.
    ///   - point: where; nil takes the middle of the element.
    public func gestureEnded(_ gestureTypeName: String, on element: any Element, point: Point? = nil) {
        let time = self.begin()
        guard self.wants(element) else { return }
        self.take(self.clicks.gestureEnded(gestureTypeName, on: element, point: point, at: time))
    }

    /// A tab, a bar item or a choice of an alert is taken.
    ///
    /// - Parameters:
    ///   - item: what was taken.
    ///   - container: the bar or alert that it belongs to; nil where the item knows it itself.
    public func itemChosen(_ item: any Element, in container: (any Element)?) {
        let time = self.begin()
        guard self.wants(item, in: container) else { return }
        self.take(self.clicks.itemChosen(item, in: container, at: time))
    }

    /// The app's code tells of a click; it is recorded whatever is left out.
    ///
    /// - Parameters:
    ///   - element: what was clicked.
    ///   - properties: what else is known of it.
    public func trackClick(_ element: any Element, properties: Properties = Properties()) {
        let click = self.clicks.trackClick(element, properties: properties, at: self.begin())
        let arrival = self.arrival(of: click)
        self.gate.record(arrival.event)
        self.gate.define(.click, arrival)
    }

    private func wants(_ element: any Element, in container: (any Element)? = nil) -> Bool {
        self.gate.wants(element, in: container, [.clicks, .rageClicks])
    }

    private func take(_ click: Click?) {
        guard let click, !self.gate.isIgnored(click.paths) else { return }
        let arrival = self.arrival(of: click)
        if self.gate.isListed(click.paths) {
            self.gate.record(arrival.event, .clicks)
            if var rage = click.rageEvent {
                rage.properties = arrival.event.properties
                self.gate.record(rage, .rageClicks)
            }
        }
        self.gate.define(.click, arrival)
    }

    /// A click with the app's own values.
    private func arrival(of click: Click) -> EventGate.Arrival {
        self.gate.check(click.paths)
        var event = click.event
        let parameters = self.gate.parameters(of: click.element, click.paths, screen: click.screen)
        event.properties.mergeNames(parameters, overriding: false)
        return EventGate.Arrival(event: event, element: click.element, paths: click.paths, screen: click.screen)
    }
}
