/// What an element is to the engine; the adapter decides it from the toolkit's class, its own subclasses included.
public enum ElementKind: String, Hashable, Sendable, CaseIterable {
    /// Something that is drawn and is nothing of the below.
    case view
    /// A label.
    case label
    /// A picture.
    case image
    /// A push button.
    case button
    /// A switch.
    case toggle
    /// A row of segments of which one is chosen.
    case segmentedControl
    /// One of a control's segments.
    case segment
    /// A stepper.
    case stepper
    /// A slider.
    case slider
    /// The dots below pages.
    case pageControl
    /// A control that is none of the above.
    case control
    /// A field or area that takes text; what is in it is never recorded.
    case textInput
    /// Anything that scrolls and is no list.
    case scroll
    /// A table.
    case table
    /// A collection.
    case collection
    /// A cell of a table or collection.
    case cell
    /// The header of a section in a table or collection.
    case sectionHeader
    /// The footer of a section in a table or collection.
    case sectionFooter
    /// The bar of tabs.
    case tabBar
    /// A tab, or an item of another bar; on UIKit no view, so that its facts come from the bar.
    case barItem
    /// The bar of a navigation stack or a tool bar.
    case bar
    /// An alert or an action sheet.
    case alert
    /// A choice of an alert, an action sheet or a menu.
    case alertAction
    /// A web view.
    case web
    /// A window.
    case window
    /// A page: a view controller, a screen of a declarative toolkit.
    case page
    /// The application.
    case application
    /// The application's delegate, or another responder that is not drawn.
    case responder

    /// Whether it is drawn, so that it has a frame.
    public var isDrawn: Bool {
        switch self {
        case .page, .application, .responder: false
        default: true
        }
    }

    /// Whether it arranges cells by section and row.
    public var isList: Bool { self == .table || self == .collection }

    /// Whether it answers touches by itself (002: UIControl).
    public var isControl: Bool {
        switch self {
        case .button, .toggle, .segmentedControl, .stepper, .slider, .pageControl, .control, .textInput, .barItem: true
        default: false
        }
    }
}
