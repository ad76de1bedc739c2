/// Which actions of a toolkit's controls are clicks, and which only pass from one of its parts to another.
public struct ActionRule: Hashable, Sendable {
    /// The bar that a control lies in.
    public enum Bar: Hashable, Sendable {
        /// The bar of tabs.
        case tabs
        /// A bar with items: of a navigation, or of tools.
        case items
    }

    /// The nearest bar around the sender; nil for none.
    public var bar: Bar?

    /// Whether the sender is of a class that the toolkit keeps to itself.
    public var isSenderToolkitsOwn: Bool

    /// Whether the action goes to an object of the toolkit's.
    public var isTargetToolkits: Bool

    /// Whether it goes to a view around the sender.
    public var isTargetAround: Bool

    /// Whether it goes to a controller: the toolkit's own wiring goes to views and items.
    public var isTargetController: Bool

    /// Describes an action.
    ///
    /// - Parameters:
    ///   - bar: the nearest bar around the sender; nil for none.
    ///   - isSenderToolkitsOwn: whether the toolkit keeps the sender's class to itself.
    ///   - isTargetToolkits: whether it goes to an object of the toolkit's.
    ///   - isTargetAround: whether it goes to a view around the sender.
    ///   - isTargetController: whether it goes to a controller.
    public init(
        bar: Bar? = nil,
        isSenderToolkitsOwn: Bool,
        isTargetToolkits: Bool,
        isTargetAround: Bool,
        isTargetController: Bool = false
    ) {
        self.bar = bar
        self.isSenderToolkitsOwn = isSenderToolkitsOwn
        self.isTargetToolkits = isTargetToolkits
        self.isTargetAround = isTargetAround
        self.isTargetController = isTargetController
    }

    /// Whether the action stays inside the toolkit, and is no click of its own.
    ///
    /// A bar tells of its tabs by itself, and an item in a bar sends an action of its own once the button that stands for
    /// it was touched, whoever that button tells first. A back button has no item: it tells the bar around it.
    public var isInner: Bool {
        switch self.bar {
        case .tabs: self.isSenderToolkitsOwn
        case .items where self.isTargetToolkits && self.isTargetAround: false
        // A button of the app's in a bar may tell the navigation controller to go back.
        case .items where self.isTargetController: self.isSenderToolkitsOwn
        case .items: self.isSenderToolkitsOwn || self.isTargetToolkits
        case nil: self.isTargetToolkits && (self.isSenderToolkitsOwn || self.isTargetAround)
        }
    }
}
