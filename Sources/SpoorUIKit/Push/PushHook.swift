#if canImport(UIKit) && os(iOS)
import SpoorHooks
import UserNotifications

/// Sees push and local messages being opened, by the delegate that the app gave the notification centre.
@MainActor
final class PushHook {
    private let hook: DelegateHook

    /// Makes a hook that is not in place yet.
    ///
    /// - Parameters:
    ///   - engine: puts it in place.
    ///   - opened: told of each message that was opened, before the app's delegate.
    init(engine: HookEngine, opened: @escaping @MainActor (PushOpening) -> Void) {
        self.hook = DelegateHook(.notificationCenter, engine: engine) { _, _, arguments in
            guard let response = arguments.object(at: 1) as? UNNotificationResponse,
                // A message that was wiped away was not opened.
                response.actionIdentifier != UNNotificationDismissActionIdentifier
            else { return }
            let request = response.notification.request
            let (title, body) = (request.content.title, request.content.body)
            opened(
                PushOpening(
                    userInfo: request.content.userInfo,
                    title: title.isEmpty ? nil : title,
                    body: body.isEmpty ? nil : body,
                    isLocal: !(request.trigger is UNPushNotificationTrigger)
                )
            )
        }
    }

    /// Puts it in place, and hooks the delegate that is there already.
    func install() {
        self.hook.install()
        self.hook.adoptCurrentDelegate(of: UNUserNotificationCenter.current())
    }

    /// Takes it out.
    func uninstall() {
        self.hook.uninstall()
    }
}
#endif
