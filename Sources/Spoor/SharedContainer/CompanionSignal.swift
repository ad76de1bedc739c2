#if canImport(Darwin)
import Foundation
import SpoorWire

/// Tells the host, at once and across processes, that a companion has recorded something.
///
/// The name is all that is told. A host that sleeps gets none, and looks when it comes to the front.
enum CompanionSignal {
    private static let prefix = "spoor.companion:"

    private static let listeners = Locked<[String: [Listener]]>([:])

    private struct Listener: Sendable {
        weak var owner: Tracker?
        let work: @Sendable () -> Void
    }

    /// Tells it.
    static func post(_ root: String) {
        CFNotificationCenterPostNotification(
            CFNotificationCenterGetDarwinNotifyCenter(),
            CFNotificationName((Self.prefix + root) as CFString),
            nil,
            nil,
            true
        )
    }

    /// Calls `work` at each signal, on any thread, until its owner is gone.
    static func listen(to root: String, _ owner: Tracker, _ work: @escaping @Sendable () -> Void) {
        let name = Self.prefix + root
        let isFirst = Self.listeners.withLock { listeners in
            let isFirst = listeners[name] == nil
            listeners[name, default: []].removeAll { $0.owner == nil }
            listeners[name, default: []].append(Listener(owner: owner, work: work))
            return isFirst
        }
        guard isFirst else { return }
        CFNotificationCenterAddObserver(
            CFNotificationCenterGetDarwinNotifyCenter(),
            nil,
            { _, _, name, _, _ in
                guard let name else { return }
                let works = CompanionSignal.listeners.withLock { $0[name.rawValue as String] ?? [] }
                for listener in works { listener.work() }
            },
            name as CFString,
            nil,
            .deliverImmediately
        )
    }
}
#else
/// Tells the host that a companion has recorded something: where there is nothing for that, the host looks by itself.
enum CompanionSignal {
    static func post(_ root: String) {}
    static func listen(to root: String, _ owner: Tracker, _ work: @escaping @Sendable () -> Void) {}
}
#endif
