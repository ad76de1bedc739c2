#if canImport(UIKit) && os(iOS)
import Foundation

/// How an app extension comes and goes: it is never a start of the app, and what it recorded is sent before it sleeps.
final class ExtensionLifeCycle: AppLifeCycleSource {
    private let relay = LifeCycleRelay { (nil, nil) }
    private let presence = Locked(ExtensionPresence())

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        let (relay, presence) = (self.relay, self.presence)
        // The host's notices come on any thread.
        let tell: @Sendable (ExtensionPresence.Input) -> Void = { input in
            let end = input == .hostLeftFront ? ExpiringActivity.begin("Spoor") : nil
            for event in presence.withLock({ $0.handle(input, completion: end) }) { handler(event) }
        }
        MainThread.run {
            relay.begin(handler)
            relay.observe(.NSExtensionHostWillEnterForeground) { _ in tell(.hostCameToFront) }
            relay.observe(.NSExtensionHostDidBecomeActive) { _ in tell(.hostCameToFront) }
            relay.observe(.NSExtensionHostDidEnterBackground) { _ in tell(.hostLeftFront) }
            tell(.attached)
        }
    }

    func stop() {
        let relay = self.relay
        MainThread.run { relay.end() }
    }
}
#endif
