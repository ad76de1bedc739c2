// Declarations for the compiler's eyes only: UIKit. On watchOS it has colours and fonts, and none of what follows.
@_exported import AppleFoundation

#if !STUB_watchOS
@objc @MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
    public enum State: Int, Sendable { case active, inactive, background }

    @available(*, unavailable, message: "An app extension may not mention it; use Toolkit.application")
    public class var shared: UIApplication { fatalError() }
    open var applicationState: State { fatalError() }
    open var backgroundTimeRemaining: TimeInterval { fatalError() }
    open func beginBackgroundTask(
        withName name: String?,
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError() }
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

@objc public protocol UICoordinateSpace {}
extension UICoordinateSpace {
    // Not representable in Objective-C here, so not a requirement.
    @MainActor public var bounds: CGRect { fatalError() }
}

@objc @MainActor open class UIScreen: NSObject {
    open class var main: UIScreen { fatalError() }
    open var fixedCoordinateSpace: any UICoordinateSpace { fatalError() }
}
#endif
