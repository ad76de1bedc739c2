#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import Foundation

/// How a Mac app comes and goes; losing the front is its background, since a Mac has no other.
final class AppKitLifeCycle: AppLifeCycleSource {
    private let relay = LifeCycleRelay { (nil, nil) }

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        let relay = self.relay
        MainThread.run {
            relay.begin(handler)
            relay.observe(NSApplication.didFinishLaunchingNotification) { _ in
                MainThread.run { relay.take(.launchFinished(Self.situation(NSApp))) }
            }
            relay.pass(NSApplication.willBecomeActiveNotification, .willEnterForeground(.application))
            relay.pass(NSApplication.didBecomeActiveNotification, .activated(.application))
            relay.pass(NSApplication.willResignActiveNotification, .willDeactivate(.application))
            relay.pass(NSApplication.didResignActiveNotification, .enteredBackground(.application))
            relay.pass(NSApplication.willTerminateNotification, .willTerminate)
            relay.take(.attached(Self.situation(Self.launched), hasScenes: false, isPrewarmed: false))
        }
    }

    func stop() {
        let relay = self.relay
        MainThread.run { relay.end() }
    }

    /// The application once it runs; asking for the shared one would make it, in a command-line tool too.
    @MainActor
    private static var launched: NSApplication? {
        guard let application = NSApp, application.isRunning else { return nil }
        return application
    }

    /// An agent without windows of its own is in the background.
    @MainActor
    private static func situation(_ application: NSApplication?) -> AppPresence.Situation {
        guard !AppExtension.isCurrent else { return .background }
        guard let application else { return .unknown }
        if application.isActive { return .active }
        return application.activationPolicy() == .regular ? .inactive : .background
    }
}
#endif
