extension HookTable {
    /// What is hooked of UIKit; every row is public API.
    public static let uiKit = HookTable(
        points: [
            .sendAction, .controlAction, .menuAction, .viewDidAppear, .viewDidDisappear, .gestureInit,
            .gestureAddTarget, .gestureRemoveTarget, .alertAction, .tabSelected,
        ],
        delegates: [.tableView, .collectionView, .tabBar, .tabController]
    )
}

extension HookPoint {
    /// A control, or a bar item, sends its action: `action, target, sender, event`.
    public static let sendAction = HookPoint(
        "action",
        className: "UIApplication",
        selector: "sendAction:to:from:forEvent:",
        types: "B@::@@@"
    )

    /// A page has appeared: `animated`.
    public static let viewDidAppear = HookPoint(
        "page.appear",
        className: "UIViewController",
        selector: "viewDidAppear:",
        types: "v@:B"
    )

    /// A page has disappeared: `animated`.
    public static let viewDidDisappear = HookPoint(
        "page.disappear",
        className: "UIViewController",
        selector: "viewDidDisappear:",
        types: "v@:B"
    )

    /// A gesture recogniser was made with a target: `target, action`; the receiver is what the initialiser gave.
    public static let gestureInit = HookPoint(
        "gesture.init",
        className: "UIGestureRecognizer",
        selector: "initWithTarget:action:",
        types: "@@:@:",
        moment: .after
    )

    /// A gesture recogniser gets a target: `target, action`.
    public static let gestureAddTarget = HookPoint(
        "gesture.add",
        className: "UIGestureRecognizer",
        selector: "addTarget:action:",
        types: "v@:@:"
    )

    /// A gesture recogniser loses a target, or all: `target, action`.
    public static let gestureRemoveTarget = HookPoint(
        "gesture.remove",
        className: "UIGestureRecognizer",
        selector: "removeTarget:action:",
        types: "v@:@:"
    )

    /// A choice of an alert is made: `title, style, handler`; the handler is replaced by one that calls it.
    ///
    /// The block may lie on the caller's stack: whoever keeps it makes a closure of it first, which copies it.
    public static let alertAction = HookPoint(
        "alert.action",
        className: "UIAlertAction",
        selector: "actionWithTitle:style:handler:",
        types: "@@:@q@?",
        isClassMethod: true
    )

    /// A tab of a controller is chosen: `tabBar, item`.
    ///
    /// A tab bar asks its delegate, which is its controller. That class declares the bar's protocol and may lack this
    /// optional method of it: then it is added. An app's subclass with a method of its own is seen by `DelegatePoint.tabBar`.
    public static let tabSelected = HookPoint(
        "tab",
        className: "UITabBarController",
        selector: "tabBar:didSelectItem:",
        types: "v@:@@",
        isAddedWhereMissing: true
    )
}

extension DelegatePoint {
    /// A row of a table is tapped: `table, indexPath`.
    public static let tableView = DelegatePoint(
        "table",
        className: "UITableView",
        methods: [Method("tableView:didSelectRowAtIndexPath:", types: "v@:@@")]
    )

    /// An item of a collection is tapped: `collection, indexPath`.
    public static let collectionView = DelegatePoint(
        "collection",
        className: "UICollectionView",
        methods: [Method("collectionView:didSelectItemAtIndexPath:", types: "v@:@@")]
    )

    /// A tab of a bar is chosen whose delegate is the app's: `tabBar, item`.
    ///
    /// The delegate of a controller's bar is the controller: of a plain one `HookPoint.tabSelected` tells.
    public static let tabBar = DelegatePoint(
        "tabBar",
        className: "UITabBar",
        methods: [Method("tabBar:didSelectItem:", types: "v@:@@")]
    )

    /// A tab of a controller was chosen: `tabBarController, viewController`, once its page is there.
    public static let tabController = DelegatePoint(
        "tabs",
        className: "UITabBarController",
        methods: [Method("tabBarController:didSelectViewController:", types: "v@:@@")]
    )
}
