// Declarations for the compiler's eyes only: UIKit. On watchOS it has colours and fonts, and none of what follows.
@_exported import AppleFoundation

#if !STUB_watchOS
@objc @MainActor open class UIResponder: NSObject {
    open var next: UIResponder? { fatalError() }

    #if STUB_iOS
    public nonisolated static let keyboardWillShowNotification = Notification.Name("")
    public nonisolated static let keyboardDidShowNotification = Notification.Name("")
    public nonisolated static let keyboardWillHideNotification = Notification.Name("")
    public nonisolated static let keyboardDidHideNotification = Notification.Name("")
    public nonisolated static let keyboardDidChangeFrameNotification = Notification.Name("")
    public nonisolated static let keyboardFrameEndUserInfoKey = ""
    #endif
}

@MainActor open class UIApplication: UIResponder {
    public enum State: Int, Sendable { case active, inactive, background }

    @available(*, unavailable, message: "An app extension may not mention it; use Toolkit.application")
    public class var shared: UIApplication { fatalError() }
    open var applicationState: State { fatalError() }
    open var backgroundTimeRemaining: TimeInterval { fatalError() }
    open var connectedScenes: Set<UIScene> { fatalError() }
    open func beginBackgroundTask(
        withName name: String?,
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError() }
    @objc(sendAction:to:from:forEvent:)
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        fatalError()
    }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    public nonisolated static let didFinishLaunchingNotification = Notification.Name("")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("")
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    public nonisolated static let willResignActiveNotification = Notification.Name("")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
    public nonisolated static let willTerminateNotification = Notification.Name("")
}

extension UIApplication {
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

// Not an Objective-C protocol here, since its dictionaries of launch options could not stand in one.
@MainActor public protocol UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    public static func main() { fatalError() }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable { case unattached, foregroundActive, foregroundInactive, background }

    open var session: UISceneSession { fatalError() }
    open var activationState: ActivationState { fatalError() }

    public nonisolated static let willConnectNotification = Notification.Name("")
    public nonisolated static let didDisconnectNotification = Notification.Name("")
    public nonisolated static let didActivateNotification = Notification.Name("")
    public nonisolated static let willDeactivateNotification = Notification.Name("")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
}

@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { fatalError() }
}

@objc @MainActor open class UISceneSession: NSObject {
    open var persistentIdentifier: String { fatalError() }
}

@objc @MainActor open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var identifierForVendor: UUID? { fatalError() }

    #if STUB_iOS
    open var orientation: UIDeviceOrientation { fatalError() }
    open func beginGeneratingDeviceOrientationNotifications() {}
    open func endGeneratingDeviceOrientationNotifications() {}
    public nonisolated static let orientationDidChangeNotification = Notification.Name("")
    #endif
}

#if STUB_iOS
public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    public var isLandscape: Bool { fatalError() }
    public var isPortrait: Bool { fatalError() }
}
#endif

@objc @MainActor public protocol UICoordinateSpace {}
extension UICoordinateSpace {
    // Not representable in Objective-C here, so not a requirement.
    public var bounds: CGRect { fatalError() }
    public func convert(_ rect: CGRect, from space: any UICoordinateSpace) -> CGRect { fatalError() }
}

@objc @MainActor open class UIScreen: NSObject, UICoordinateSpace {
    open class var main: UIScreen { fatalError() }
    open var coordinateSpace: any UICoordinateSpace { fatalError() }
    open var fixedCoordinateSpace: any UICoordinateSpace { fatalError() }
}

// Views.

public struct CGAffineTransform: Equatable, Sendable {
    public var a: CGFloat
    public var b: CGFloat
    public var c: CGFloat
    public var d: CGFloat
    public var tx: CGFloat
    public var ty: CGFloat
}

@objc public final class CGColor: NSObject, Sendable {
    public var alpha: CGFloat { fatalError() }
}

@objc open class UIColor: NSObject, @unchecked Sendable {
    public var cgColor: CGColor { fatalError() }
    open class var clear: UIColor { fatalError() }
}

@objc open class CALayer: NSObject {
    open var mask: CALayer? { fatalError() }
    open var masksToBounds: Bool { fatalError() }
    open var cornerRadius: CGFloat { fatalError() }
}

@MainActor open class UIView: UIResponder, UICoordinateSpace {
    public override init() { fatalError() }
    public init(frame: CGRect) { fatalError() }
    open var bounds: CGRect { fatalError() }
    open var frame: CGRect { fatalError() }
    open var superview: UIView? { fatalError() }
    open var subviews: [UIView] { fatalError() }
    open var window: UIWindow? { fatalError() }
    open var layer: CALayer { fatalError() }
    open var alpha: CGFloat = 1
    open var transform: CGAffineTransform { fatalError() }
    open var isHidden = false
    open var isOpaque = true
    open var clipsToBounds = false
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var tag = 0
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { fatalError() }
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { fatalError() }
    open func didMoveToWindow() {}
    open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {}
}

// Apple has it as part of an informal protocol of every object.
extension NSObject {
    @MainActor public var accessibilityLabel: String? { fatalError() }
    @MainActor public var isAccessibilityElement: Bool {
        get { fatalError() }
        set {}
    }
    @MainActor public var accessibilityElementsHidden: Bool {
        get { fatalError() }
        set {}
    }
}
extension UIView {
    public var accessibilityIdentifier: String? { fatalError() }
}
extension UIBarItem {
    public var accessibilityIdentifier: String? { fatalError() }
}

@MainActor open class UIWindow: UIView {
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
    }

    open var windowLevel: Level { fatalError() }
    open var rootViewController: UIViewController? { fatalError() }
    open var windowScene: UIWindowScene? { fatalError() }
    open var isKeyWindow: Bool { fatalError() }
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect { fatalError() }
}

@MainActor open class UILabel: UIView {
    open var text: String? { fatalError() }
}

@MainActor open class UIImageView: UIView {
    open var image: UIImage? { fatalError() }
}

@objc open class UIImage: NSObject, @unchecked Sendable {}

@MainActor open class UIStackView: UIView {}
@MainActor open class UIVisualEffectView: UIView {}
@MainActor open class UIProgressView: UIView {}
@MainActor open class UIActivityIndicatorView: UIView {}
@MainActor open class UIInputView: UIView {}
@MainActor open class UISearchBar: UIView {
    open var placeholder: String? { fatalError() }
}
@MainActor open class UINavigationBar: UIView {
    open var topItem: UINavigationItem? { fatalError() }
}
#if STUB_iOS
@MainActor open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]? { fatalError() }
}
@MainActor open class UIPickerView: UIView {}
#endif

// Controls.

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
    }

    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open var isEnabled: Bool { fatalError() }
    open var isSelected: Bool { fatalError() }
    open var isTracking: Bool { fatalError() }
    open var state: State { fatalError() }
    @objc open func sendAction(_ action: UIAction) {}
    public func enumerateEventHandlers(
        _ iterator: (UIAction?, (Any?, Selector)?, UIControl.Event, inout Bool) -> Void
    ) {}
}

@objc @MainActor open class UIMenuElement: NSObject {
    open var title: String { fatalError() }
}
@MainActor open class UIAction: UIMenuElement {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open var identifier: Identifier { fatalError() }
    @objc(performWithSender:target:) open func perform(withSender sender: Any?, target: Any?) {}
}
@MainActor open class UICommand: UIMenuElement {
    open var action: Selector { fatalError() }
}
@MainActor open class UIKeyCommand: UICommand {}

@MainActor open class UIButton: UIControl {
    open var currentTitle: String? { fatalError() }
    open var currentAttributedTitle: NSAttributedString? { fatalError() }
    open var titleLabel: UILabel? { fatalError() }
}

@MainActor open class UISegmentedControl: UIControl {
    open var numberOfSegments: Int { fatalError() }
    open var selectedSegmentIndex: Int { fatalError() }
    open func titleForSegment(at segment: Int) -> String? { fatalError() }
}

@MainActor open class UIPageControl: UIControl {
    open var currentPage: Int { fatalError() }
}

@objc @MainActor public protocol UITextInputTraits {}
@objc @MainActor public protocol UIKeyInput: UITextInputTraits {
    var hasText: Bool { get }
    func insertText(_ text: String)
    func deleteBackward()
}

@MainActor open class UITextField: UIControl, UIKeyInput {
    open var placeholder: String? { fatalError() }
    open var isSecureTextEntry: Bool { fatalError() }
    open var hasText: Bool { fatalError() }
    open func insertText(_ text: String) {}
    open func deleteBackward() {}
}

#if STUB_iOS
@MainActor open class UISwitch: UIControl {
    open var isOn: Bool { fatalError() }
}
@MainActor open class UIStepper: UIControl {
    open var value: Double { fatalError() }
    open var minimumValue: Double { fatalError() }
    open var maximumValue: Double { fatalError() }
}
@MainActor open class UISlider: UIControl {
    open var value: Float { fatalError() }
    open var minimumValue: Float { fatalError() }
    open var maximumValue: Float { fatalError() }
}
@MainActor open class UIDatePicker: UIControl {}
#endif

// Lists.

@MainActor open class UIScrollView: UIView {
    open var contentOffset: CGPoint { fatalError() }
    open var contentSize: CGSize { fatalError() }
    open var adjustedContentInset: UIEdgeInsets { fatalError() }
    open var isDragging: Bool { fatalError() }
    open var isDecelerating: Bool { fatalError() }
}

public struct UIEdgeInsets: Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat
}

@MainActor open class UITextView: UIScrollView, UIKeyInput {
    open var text: String! { fatalError() }
    open var isSecureTextEntry: Bool { fatalError() }
    open var hasText: Bool { fatalError() }
    open func insertText(_ text: String) {}
    open func deleteBackward() {}
    #if STUB_iOS
    open var isEditable: Bool { fatalError() }
    #endif
}

extension IndexPath {
    // Of UIKit, though the type is Foundation's.
    public var section: Int { fatalError() }
    public var row: Int { fatalError() }
    public var item: Int { fatalError() }
}

// Index paths are `Any` here: Linux's cannot stand in an Objective-C signature.
@objc @MainActor public protocol UITableViewDelegate {
    @objc(tableView:didSelectRowAtIndexPath:)
    optional func tableView(_ tableView: UITableView, didSelectRowAt indexPath: Any)
}
@objc @MainActor public protocol UICollectionViewDelegate {
    @objc(collectionView:didSelectItemAtIndexPath:)
    optional func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: Any)
}

@MainActor open class UITableView: UIScrollView {
    @objc open weak var delegate: (any UITableViewDelegate)?
    open var numberOfSections: Int { fatalError() }
    open var indexPathsForVisibleRows: [IndexPath]? { fatalError() }
    open var tableHeaderView: UIView? { fatalError() }
    open var tableFooterView: UIView? { fatalError() }
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { fatalError() }
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { fatalError() }
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { fatalError() }
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? { fatalError() }
    open func rectForHeader(inSection section: Int) -> CGRect { fatalError() }
    open func rectForFooter(inSection section: Int) -> CGRect { fatalError() }
}

@MainActor open class UITableViewCell: UIView {}
@MainActor open class UITableViewHeaderFooterView: UIView {}

@MainActor open class UICollectionView: UIScrollView {
    public nonisolated static let elementKindSectionHeader = ""
    public nonisolated static let elementKindSectionFooter = ""

    @objc open weak var delegate: (any UICollectionViewDelegate)?
    open var numberOfSections: Int { fatalError() }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { fatalError() }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { fatalError() }
    open func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [IndexPath] { fatalError() }
    open func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
        fatalError()
    }
}

@MainActor open class UICollectionReusableView: UIView {}
@MainActor open class UICollectionViewCell: UICollectionReusableView {}

// Bars.

@objc @MainActor open class UIBarItem: NSObject {
    open var title: String? { fatalError() }
    open var isEnabled: Bool { fatalError() }
    open var tag: Int { fatalError() }
}

@MainActor open class UIBarButtonItem: UIBarItem {
    open var action: Selector? { fatalError() }
    open var customView: UIView? { fatalError() }
    open var primaryAction: UIAction? { fatalError() }
}

@MainActor open class UITabBarItem: UIBarItem {}

@objc @MainActor public protocol UITabBarDelegate {
    @objc(tabBar:didSelectItem:)
    optional func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

@MainActor open class UITabBar: UIView {
    @objc open weak var delegate: (any UITabBarDelegate)?
    open var items: [UITabBarItem]? { fatalError() }
    open var selectedItem: UITabBarItem? { fatalError() }
}

@objc @MainActor open class UINavigationItem: NSObject {
    open var title: String? { fatalError() }
    open var titleView: UIView? { fatalError() }
    open var leftBarButtonItems: [UIBarButtonItem]? { fatalError() }
    open var rightBarButtonItems: [UIBarButtonItem]? { fatalError() }
}

// Events and gestures.

@objc @MainActor open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
    }

    open var phase: Phase { fatalError() }
    open func location(in view: UIView?) -> CGPoint { fatalError() }
}

@objc @MainActor open class UIPress: NSObject {
    public enum Phase: Int, Sendable { case began, changed, stationary, ended, cancelled }

    open var phase: Phase { fatalError() }
}

@objc @MainActor open class UIEvent: NSObject {
    public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses, scroll, hover, transform }

    open var type: EventType { fatalError() }
    open var allTouches: Set<UITouch>? { fatalError() }
}

@MainActor open class UIPressesEvent: UIEvent {
    open var allPresses: Set<UIPress> { fatalError() }
}

@objc @MainActor open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }

    open var state: State { fatalError() }
    open var view: UIView? { fatalError() }
    @objc public init(target: Any?, action: Selector?) { fatalError() }
    @objc open func addTarget(_ target: Any, action: Selector) {}
    @objc open func removeTarget(_ target: Any?, action: Selector?) {}
    open func location(in view: UIView?) -> CGPoint { fatalError() }
}

@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
@MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {}

// Controllers.

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case none = -1
}

@MainActor open class UIViewController: UIResponder {
    open var viewIfLoaded: UIView? { fatalError() }
    open var isViewLoaded: Bool { fatalError() }
    open var title: String? { fatalError() }
    open var parent: UIViewController? { fatalError() }
    open var children: [UIViewController] { fatalError() }
    open var presentingViewController: UIViewController? { fatalError() }
    open var presentedViewController: UIViewController? { fatalError() }
    open var navigationController: UINavigationController? { fatalError() }
    open var tabBarController: UITabBarController? { fatalError() }
    open var navigationItem: UINavigationItem { fatalError() }
    open var tabBarItem: UITabBarItem! { fatalError() }
    #if STUB_iOS
    open var toolbarItems: [UIBarButtonItem]? { fatalError() }
    #endif
    open var isBeingPresented: Bool { fatalError() }
    open var isBeingDismissed: Bool { fatalError() }
    open var modalPresentationStyle: UIModalPresentationStyle { fatalError() }
    @objc open func viewDidAppear(_ animated: Bool) {}
    @objc open func viewDidDisappear(_ animated: Bool) {}
}

@MainActor open class UINavigationController: UIViewController {
    open var viewControllers: [UIViewController] { fatalError() }
    open var topViewController: UIViewController? { fatalError() }
    open var visibleViewController: UIViewController? { fatalError() }
    open var navigationBar: UINavigationBar { fatalError() }
    #if STUB_iOS
    open var toolbar: UIToolbar! { fatalError() }
    #endif
}

@MainActor open class UITabBarController: UIViewController {
    open var selectedViewController: UIViewController? { fatalError() }
    open var tabBar: UITabBar { fatalError() }
    @objc open weak var delegate: (any UITabBarControllerDelegate)?
    // Of its protocol, which it declares; whether it has the method is not said.
    @objc(tabBar:didSelectItem:) open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

@objc @MainActor public protocol UITabBarControllerDelegate {
    @objc(tabBarController:didSelectViewController:)
    optional func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

@MainActor open class UISplitViewController: UIViewController {
    open var viewControllers: [UIViewController] { fatalError() }
}

@MainActor open class UIPageViewController: UIViewController {
    open var viewControllers: [UIViewController]? { fatalError() }
}

@MainActor open class UITableViewController: UIViewController {}
@MainActor open class UICollectionViewController: UIViewController {}
@MainActor open class UISearchController: UIViewController {}

@objc @MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable { case `default`, cancel, destructive }

    open var title: String? { fatalError() }
    open var style: Style { fatalError() }
    open var isEnabled: Bool { fatalError() }
    // Apple's is an initialiser in Swift, which this one becomes of itself.
    @objc(actionWithTitle:style:handler:)
    open class func make(title: String?, style: Int, handler: ((UIAlertAction) -> Void)?) -> UIAlertAction {
        fatalError()
    }
}

@MainActor open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable { case actionSheet, alert }

    open var actions: [UIAlertAction] { fatalError() }
    open var message: String? { fatalError() }
    open var preferredStyle: Style { fatalError() }
}
#endif
