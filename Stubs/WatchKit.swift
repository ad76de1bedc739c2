// Declarations for the compiler's eyes only: WatchKit. iOS has a module of the name too, without an app in it.
@_exported import AppleFoundation

#if STUB_watchOS
public enum WKApplicationState: Int, Sendable { case active, inactive, background }

@objc @MainActor open class WKApplication: NSObject {
    open class func shared() -> WKApplication { fatalError() }
    open var applicationState: WKApplicationState { fatalError() }

    public nonisolated static let didFinishLaunchingNotification = Notification.Name("")
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    public nonisolated static let willResignActiveNotification = Notification.Name("")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("")
}

@objc @MainActor open class WKExtension: NSObject {
    open class func shared() -> WKExtension { fatalError() }
    open var applicationState: WKApplicationState { fatalError() }
}

@objc @MainActor open class WKInterfaceDevice: NSObject {
    open class func current() -> WKInterfaceDevice { fatalError() }
    open var screenBounds: CGRect { fatalError() }
    open var identifierForVendor: UUID? { fatalError() }
}
#endif
