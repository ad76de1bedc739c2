#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// Tells the engine when nobody sees the app: all its scenes in the background, or the host of an extension.
@MainActor
final class AppLife {
    private var observers: [any NSObjectProtocol] = []

    /// Begins to tell; a second time changes nothing.
    func begin(_ tracker: AutoTracker) {
        guard self.observers.isEmpty else { return }
        // An app with scenes gets these, too: when its last scene leaves, and when its first comes back.
        self.observe(UIApplication.didEnterBackgroundNotification) { tracker.didEnterBackground() }
        self.observe(UIApplication.willEnterForegroundNotification) { tracker.willEnterForeground() }
        #if os(iOS)
        self.observe(.NSExtensionHostDidEnterBackground) { tracker.didEnterBackground() }
        self.observe(.NSExtensionHostWillEnterForeground) { tracker.willEnterForeground() }
        #endif
    }

    /// Ends telling.
    func end() {
        for observer in self.observers { NotificationCenter.default.removeObserver(observer) }
        self.observers = []
    }

    private func observe(_ name: Notification.Name, _ tell: @escaping @MainActor @Sendable () -> Void) {
        let center = NotificationCenter.default
        self.observers.append(center.addObserver(forName: name, object: nil, queue: nil) { _ in MainQueue.run(tell) })
    }
}
#endif
