import SpoorAutoTrack

/// What a type that XCUITest names means for visibility.
///
/// A dump has frames and types, and neither backgrounds, opacity nor `clipsToBounds`. These rules stand in for them;
/// none of them knows a file, an app or a version of the system.
/// - The application, windows, whatever scrolls, and cells clip what is in them.
/// - A window that draws nothing (containers only) is hidden: the system keeps such windows for later use.
/// - Bars, keyboards, alerts, sheets and popovers cover what was drawn before them, and so do buttons and switches that
///   are enabled: they have a background of their own, or take the touches of what lies behind.
/// - An element of the same type and place as a sibling before it is that sibling, listed twice; it covers nothing.
/// - What fills a window above another child of the window, and has a backdrop of that size, is a presented page:
///   it covers all that was drawn before it in the window.
enum ScreenRules {
    /// Types that do not draw what lies outside their frame.
    static let clipping: Set<String> = ["Application", "Window", "ScrollView", "Table", "CollectionView", "Cell"]

    /// Types behind which nothing can be seen or touched.
    static let covering: Set<String> = [
        "Keyboard", "NavigationBar", "TabBar", "Toolbar", "Popover", "Alert", "Sheet",
    ]

    /// Types behind which nothing can be touched while they are enabled.
    static let coveringControls: Set<String> = ["Button", "Switch"]

    /// Types that draw nothing by themselves.
    static let containers: Set<String> = [
        "Application", "Window", "Other", "ScrollView", "Table", "CollectionView", "Cell", "WebView",
    ]

    /// Types of containers that are a backdrop even where they contain something.
    static let backdrops: Set<String> = ["ScrollView", "Table", "CollectionView", "WebView", "Image", "Button"]

    static func kind(of type: String) -> ElementKind {
        switch type {
        case "Application": .application
        case "Window": .window
        case "StaticText": .label
        case "Image": .image
        case "Button", "Link", "Key": .button
        case "Switch", "Toggle", "CheckBox": .toggle
        case "SegmentedControl": .segmentedControl
        case "Stepper": .stepper
        case "Slider": .slider
        case "PageIndicator": .pageControl
        case "TextField", "SecureTextField", "SearchField", "TextView": .textInput
        case "ScrollView": .scroll
        case "Table": .table
        case "CollectionView": .collection
        case "Cell": .cell
        case "TabBar": .tabBar
        case "NavigationBar", "Toolbar": .bar
        case "Alert", "Sheet": .alert
        case "WebView": .web
        case "DatePicker", "Picker", "PickerWheel": .control
        default: .view
        }
    }

    /// Whether the type alone makes the node cover what was drawn before it.
    static func covers(_ node: DumpNode) -> Bool {
        Self.covering.contains(node.type) || (Self.coveringControls.contains(node.type) && node.isEnabled)
    }

    /// Whether the node stands at the place of a sibling of its type that came before.
    static func isListedTwice(_ node: DumpNode, among siblings: [DumpNode]) -> Bool {
        for sibling in siblings {
            if sibling === node { return false }
            if sibling.type == node.type, Self.isSamePlace(sibling.frame, node.frame) { return true }
        }
        return false
    }

    /// Whether the node has something of its size that lies behind its contents and takes the touches.
    static func hasBackdrop(_ node: DumpNode, filling window: Rectangle) -> Bool {
        let isBackdrop = Self.backdrops.contains(node.type) || (node.type == "Other" && node.children.isEmpty)
        if isBackdrop, node.frame.contains(window) { return true }
        return node.children.contains { Self.hasBackdrop($0, filling: window) }
    }

    /// Frames in dumps are rounded to whole points.
    private static func isSamePlace(_ one: Rectangle, _ other: Rectangle) -> Bool {
        abs(one.x - other.x) <= 1 && abs(one.y - other.y) <= 1
            && abs(one.maxX - other.maxX) <= 1 && abs(one.maxY - other.maxY) <= 1
    }
}
