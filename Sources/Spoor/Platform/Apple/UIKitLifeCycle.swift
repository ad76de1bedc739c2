#if canImport(UIKit) && !os(watchOS)
import CSpoor
import Foundation
import UIKit

/// How an app on iOS or tvOS comes and goes, with scenes or without.
final class UIKitLifeCycle: AppLifeCycleSource {
    private let relay = LifeCycleRelay {
        guard let application = Toolkit.application else { return (nil, nil) }
        let task = BackgroundTask.begin(application)
        return (task.remaining, task.end)
    }

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        MainThread.run {
            self.relay.begin(handler)
            self.observeApplication()
            self.observeScenes()
            self.attach()
        }
    }

    func stop() {
        let relay = self.relay
        MainThread.run { relay.end() }
    }

    @MainActor
    private func attach() {
        let situation = Self.situation
        self.relay.take(
            .attached(
                situation,
                hasScenes: Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") != nil,
                isPrewarmed: spoor_was_prewarmed()
            )
        )
        // Without an application the turn is awaited from the end of its launch on: see below.
        if case .unknown = situation { return }
        self.relay.awaitTurn { Self.situation }
    }

    @MainActor
    private static var situation: AppPresence.Situation {
        switch Toolkit.application?.applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        default: .unknown
        }
    }

    @MainActor
    private func observeApplication() {
        let relay = self.relay
        relay.observe(UIApplication.didFinishLaunchingNotification) { _ in
            MainThread.run {
                relay.take(.launchFinished(Self.situation))
                relay.awaitTurn { Self.situation }
            }
        }
        relay.pass(UIApplication.willEnterForegroundNotification, .willEnterForeground(.application))
        relay.pass(UIApplication.didBecomeActiveNotification, .activated(.application))
        relay.pass(UIApplication.willResignActiveNotification, .willDeactivate(.application))
        relay.pass(UIApplication.didEnterBackgroundNotification, .enteredBackground(.application))
        relay.pass(UIApplication.willTerminateNotification, .willTerminate)
    }

    @MainActor
    private func observeScenes() {
        self.scene(UIScene.willConnectNotification) { scene in
            let isSeen = scene.activationState == .foregroundActive || scene.activationState == .foregroundInactive
            return .connected(Self.part(scene), isSeen: isSeen)
        }
        self.scene(UIScene.willEnterForegroundNotification) { .willEnterForeground(Self.part($0)) }
        self.scene(UIScene.didActivateNotification) { .activated(Self.part($0)) }
        self.scene(UIScene.willDeactivateNotification) { .willDeactivate(Self.part($0)) }
        self.scene(UIScene.didEnterBackgroundNotification) { .enteredBackground(Self.part($0)) }
        self.scene(UIScene.didDisconnectNotification) { .disconnected(Self.part($0)) }
    }

    @MainActor
    private func scene(
        _ name: Notification.Name,
        _ input: @escaping @MainActor @Sendable (UIScene) -> AppPresence.Input
    ) {
        let relay = self.relay
        relay.observe(name) { notification in
            guard let scene = notification.object as? UIScene else { return }
            MainThread.run { relay.take(input(scene)) }
        }
    }

    @MainActor
    private static func part(_ scene: UIScene) -> AppPresence.Part {
        .scene(scene.session.persistentIdentifier)
    }
}
#endif
