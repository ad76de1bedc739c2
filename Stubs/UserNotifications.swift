// Declarations for the compiler's eyes only: UserNotifications, as far as an opened message goes; tvOS has none of it.
@_exported import AppleFoundation

@objc open class UNUserNotificationCenter: NSObject {
    open class func current() -> UNUserNotificationCenter { fatalError() }
    @objc open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

@objc public protocol UNUserNotificationCenterDelegate {
    @objc(userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:)
    optional func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )
}

@objc open class UNNotificationResponse: NSObject {
    open var notification: UNNotification { fatalError() }
    open var actionIdentifier: String { fatalError() }
}

@objc open class UNNotification: NSObject {
    open var request: UNNotificationRequest { fatalError() }
}

@objc open class UNNotificationRequest: NSObject {
    open var content: UNNotificationContent { fatalError() }
    open var trigger: UNNotificationTrigger? { fatalError() }
}

@objc open class UNNotificationContent: NSObject {
    open var title: String { fatalError() }
    open var body: String { fatalError() }
    open var userInfo: [AnyHashable: Any] { fatalError() }
}

@objc open class UNNotificationTrigger: NSObject {}
open class UNPushNotificationTrigger: UNNotificationTrigger {}

public let UNNotificationDefaultActionIdentifier = ""
public let UNNotificationDismissActionIdentifier = ""
