#if canImport(Darwin)
import Foundation

/// Hands on to the tracker what a toolkit says, by way of ``AppPresence``; lives on the main thread.
@MainActor
final class LifeCycleRelay {
    /// How long the app may run on in the background, and what gives the time back.
    typealias Grant = (remaining: Duration?, end: (@Sendable () -> Void)?)

    private var presence = AppPresence()
    private var handler: (@Sendable (AppLifeCycleEvent) -> Void)?
    private var observers: [any NSObjectProtocol] = []
    private let grant: @MainActor @Sendable () -> Grant

    /// Creates a relay.
    ///
    /// - Parameter grant: asks the system for time, at each way into the background.
    nonisolated init(grant: @escaping @MainActor @Sendable () -> Grant) {
        self.grant = grant
    }

    /// Begins to tell `handler`.
    func begin(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        self.handler = handler
    }

    /// Ends telling.
    func end() {
        self.handler = nil
        for observer in self.observers { NotificationCenter.default.removeObserver(observer) }
        self.observers = []
    }

    /// Passes a notification on as an input.
    func pass(_ name: Notification.Name, _ input: AppPresence.Input) {
        self.observe(name) { [weak self] _ in MainThread.run { self?.take(input) } }
    }

    /// Listens to a notification, on whichever thread posts it.
    func observe(_ name: Notification.Name, _ block: @escaping @Sendable (Notification) -> Void) {
        let center = NotificationCenter.default
        self.observers.append(center.addObserver(forName: name, object: nil, queue: nil, using: block))
    }

    /// Tells the tracker what an input comes to.
    func take(_ input: AppPresence.Input) {
        for step in self.presence.handle(input) { self.handler?(self.event(step)) }
    }

    /// Tells that the main loop took a turn, once it has, and how the app is then.
    func awaitTurn(_ situation: @escaping @MainActor @Sendable () -> AppPresence.Situation) {
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.take(.turnPassed(situation())) }
        }
    }

    private func event(_ step: AppPresence.Step) -> AppLifeCycleEvent {
        switch step {
        case .launched(let inBackground): return .launched(inBackground: inBackground)
        case .willEnterForeground: return .willEnterForeground
        case .becameActive: return .becameActive
        case .willResignActive: return .willResignActive
        case .enteredBackground:
            let grant = self.grant()
            return .didEnterBackground(remaining: grant.remaining, completion: grant.end)
        case .willTerminate: return .willTerminate
        }
    }
}
#endif
