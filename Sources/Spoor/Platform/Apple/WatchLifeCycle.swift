#if os(watchOS)
import Foundation
import WatchKit

/// How an app on a watch comes and goes.
final class WatchLifeCycle: AppLifeCycleSource {
    private let relay = LifeCycleRelay { (nil, ExpiringActivity.begin("Spoor")) }

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        let relay = self.relay
        MainThread.run {
            relay.begin(handler)
            relay.pass(WKApplication.willEnterForegroundNotification, .willEnterForeground(.application))
            relay.pass(WKApplication.didBecomeActiveNotification, .activated(.application))
            relay.pass(WKApplication.willResignActiveNotification, .willDeactivate(.application))
            relay.pass(WKApplication.didEnterBackgroundNotification, .enteredBackground(.application))
            relay.take(.attached(Self.situation, hasScenes: false, isPrewarmed: false))
            relay.awaitTurn { Self.situation }
        }
    }

    func stop() {
        let relay = self.relay
        MainThread.run { relay.end() }
    }

    @MainActor
    private static var situation: AppPresence.Situation {
        guard !AppExtension.isCurrent else { return .background }
        switch AppExtension.isWatchApp
            ? WKExtension.shared().applicationState : WKApplication.shared().applicationState
        {
        case .active: return .active
        case .inactive: return .inactive
        case .background: return .background
        @unknown default: return .unknown
        }
    }
}
#endif
