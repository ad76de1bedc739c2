import SpoorAutoTrack

/// What a type that XCUITest names means for visibility.
///
/// A dump has frames and types, and neither backgrounds, opacity nor `clipsToBounds`. These rules stand in for them;
/// none of them knows a file, an app or a version of the system.
/// - The application, windows, whatever scrolls, and cells clip what is in them.
/// - A window that draws nothing (containers without a label) is hidden, unless it is the first: the system keeps such
///   windows for later use, and puts them behind the app's own in the list.
/// - Bars, keyboards, alerts, sheets and popovers cover what was drawn before them, and so do buttons and switches that
///   are enabled: they have a background of their own, or take the touches of what lies behind.
/// - An element of the same type and place as a sibling before it is that sibling, listed twice; it covers nothing.
/// - What fills a window above another child of the window, and has a backdrop of that size, is a presented page:
///   it covers all that was drawn before it in the window. So does one at the end of one or two containers that fill the
///   window, as cross-platform toolkits make them, where another page lies before it. What has nothing larger on its
///   backdrop than a short note is none, as a layer that lets touches through looks the same; popovers, alerts and sheets
///   are no notes.
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

    /// Whether the node draws something by itself: a container does where it has a text, as toolkits that draw all by
    /// themselves make theirs.
    static func draws(_ node: DumpNode) -> Bool {
        !Self.containers.contains(node.type) || (node.type == "Other" && !(node.label ?? "").isEmpty)
    }

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

    /// How many containers may lie between a window and a page that is presented in it.
    private static let wrapperLimit = 2

    /// How many points a page may lack on each side of its window.
    private static let tolerance = 4.0

    /// The part of a window above which what lies on a backdrop is more than a note.
    private static let leastPage = 0.1

    /// The frame of the window in which the node would be a presented page, by where it stands; nil where it would not.
    static func window(behind node: DumpNode, in around: [DumpNode]) -> Rectangle? {
        guard let level = around.lastIndex(where: { $0.type == "Window" }) else { return nil }
        let window = around[level].frame
        let wrappers = around[(level + 1)...]
        guard let parent = around.last, node !== parent.children.first, Self.fills(node.frame, window) else {
            return nil
        }
        if wrappers.isEmpty { return window }
        guard wrappers.count <= Self.wrapperLimit, node.type == "Other" else { return nil }
        for (wrapper, inner) in zip(wrappers, wrappers.dropFirst() + [node]) {
            guard wrapper.type == "Other", Self.fills(wrapper.frame, window), wrapper.children.last === inner else {
                return nil
            }
        }
        // A page is presented over another one.
        let before = parent.children.dropLast()
        return before.contains { $0.type == "Other" && Self.fills($0.frame, window) && !$0.children.isEmpty }
            ? window : nil
    }

    /// Whether what fills a window is a page of its own.
    static func isPage(_ node: DumpNode, filling window: Rectangle) -> Bool {
        guard Self.hasBackdrop(node, filling: window) else { return false }
        return Self.isModal(node) || Self.largest(in: node, filling: window) >= Self.leastPage * window.area
    }

    /// Whether the node is or holds what must be answered, however small it is.
    private static func isModal(_ node: DumpNode) -> Bool {
        ["Popover", "Alert", "Sheet"].contains(node.type) || node.children.contains(where: Self.isModal)
    }

    /// Whether the node has something of its size that lies behind its contents and takes the touches.
    private static func hasBackdrop(_ node: DumpNode, filling window: Rectangle) -> Bool {
        let isBackdrop = Self.backdrops.contains(node.type) || (node.type == "Other" && node.children.isEmpty)
        if isBackdrop, Self.fills(node.frame, window) { return true }
        return node.children.contains { Self.hasBackdrop($0, filling: window) }
    }

    /// The largest area of what lies on the backdrop; that of the window where the backdrop is more than an empty view.
    private static func largest(in node: DumpNode, filling window: Rectangle) -> Double {
        if Self.fills(node.frame, window) {
            if Self.backdrops.contains(node.type) { return window.area }
            return node.children.map { Self.largest(in: $0, filling: window) }.max() ?? 0
        }
        return node.frame.intersection(window).area
    }

    /// Whether a frame is that of the window, or a few points less.
    private static func fills(_ frame: Rectangle, _ window: Rectangle) -> Bool {
        !window.isEmpty && frame.x <= window.x + Self.tolerance && frame.y <= window.y + Self.tolerance
            && frame.maxX >= window.maxX - Self.tolerance && frame.maxY >= window.maxY - Self.tolerance
    }

    /// Frames in dumps are rounded to whole points.
    private static func isSamePlace(_ one: Rectangle, _ other: Rectangle) -> Bool {
        abs(one.x - other.x) <= 1 && abs(one.y - other.y) <= 1
            && abs(one.maxX - other.maxX) <= 1 && abs(one.maxY - other.maxY) <= 1
    }
}
