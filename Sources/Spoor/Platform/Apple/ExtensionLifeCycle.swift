#if canImport(UIKit) && os(iOS)
import Foundation

/// How an app extension comes and goes: it is never a start of the app, and what it recorded is sent before it sleeps.
final class ExtensionLifeCycle: AppLifeCycleSource {
    private let relay = LifeCycleRelay { (nil, nil) }

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        let relay = self.relay
        MainThread.run {
            relay.begin(handler)
            relay.observe(.NSExtensionHostDidEnterBackground) { _ in
                let end = ExpiringActivity.begin("Spoor")
                handler(.didEnterBackground(remaining: nil, completion: end))
            }
            relay.take(.turnPassed(.background))
        }
    }

    func stop() {
        let relay = self.relay
        MainThread.run { relay.end() }
    }
}
#endif
