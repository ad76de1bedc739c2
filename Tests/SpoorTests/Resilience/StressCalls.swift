import Foundation
import Spoor
import SpoorWire

/// The calls that the stress test makes beside the ones it counts; which one depends on thread and turn alone.
enum StressCalls {
    private typealias Call = @Sendable (_ tracker: Tracker, _ thread: Int, _ turn: Int) -> Void

    static func disturb(_ tracker: Tracker, _ thread: Int, _ turn: Int) {
        let calls = Self.groups[turn % Self.groups.count]
        calls[(turn / Self.groups.count &* 7 &+ thread) % calls.count](tracker, thread, turn)
    }

    /// Takes all consent back and gives it again, of a tracker whose events nobody counts.
    static func optOutAndIn(_ tracker: Tracker, _ turn: Int) {
        switch turn % 50 {
        case 0: tracker.optOut()
        case 1: if tracker.isOptedOut { tracker.optOutAndForget() }
        case 2: tracker.optIn()
        case 3: tracker.setConsent(.analytics, granted: false)
        case 4: tracker.setConsent(.analytics, granted: true)
        default: tracker.track("uncounted", ["turn": turn])
        }
    }

    private static let groups: [[Call]] = [
        Self.properties, Self.people, Self.lifeCycle, Self.timers, Self.profiles, Self.places,
    ]

    private static let properties: [Call] = [
        { tracker, thread, turn in tracker.registerSuperProperties(["s\(thread)": turn]) },
        { tracker, thread, _ in tracker.unregisterSuperProperty("s\(thread)") },
        { tracker, _, _ in tracker.clearSuperProperties() },
        { tracker, _, turn in tracker.setDynamicProperties { ["turn": turn] } },
        { tracker, _, _ in tracker.setDynamicProperties(nil) },
        { tracker, thread, turn in tracker.addPlugin(PropertyPlugin("p\(thread)") { _ in ["plugged": turn] }) },
        { tracker, thread, _ in tracker.removePlugin(named: "p\(thread)") },
        { tracker, _, _ in
            tracker.setEventHook { event in
                event.properties["hooked"] = true
                return event.name == "dropped" ? .drop : .keep
            }
        },
        { tracker, _, _ in tracker.setEventHook(nil) },
        { tracker, _, _ in tracker.track("dropped") },
        { tracker, thread, _ in tracker.track("other \(thread)") },
        { tracker, _, _ in
            tracker.track("other", ["bad key": .some(1), "text": String(repeating: "é", count: 9_000)])
        },
        { tracker, _, _ in _ = tracker.superProperties },
    ]

    private static let people: [Call] = [
        { tracker, _, turn in tracker.login("user-\(turn % 3)") },
        { tracker, _, _ in tracker.logout() },
        { tracker, _, turn in tracker.identify("visitor-\(turn % 5)") },
        { tracker, _, _ in tracker.resetAnonymousID() },
        { tracker, thread, turn in tracker.bind("card_\(thread)", "\(turn % 4)") },
        { tracker, thread, turn in tracker.unbind("card_\(thread)", "\(turn % 4)") },
        { tracker, _, turn in tracker.setAdvertisingID(turn.isMultiple(of: 2) ? "ad-\(turn)" : nil) },
        { tracker, _, _ in tracker.clearVault() },
        { tracker, _, _ in _ = (tracker.distinctID, tracker.anonymousID, tracker.loginID, tracker.identities) },
        { tracker, _, turn in tracker.setConsent(.location, granted: turn.isMultiple(of: 2)) },
        { tracker, _, turn in tracker.setConsent(.autoTrack, granted: turn.isMultiple(of: 2)) },
        { tracker, _, turn in tracker.setConsent(.monitoring, granted: turn.isMultiple(of: 2)) },
        { tracker, _, _ in _ = (tracker.consent(for: .location), tracker.isOptedOut) },
    ]

    private static let lifeCycle: [Call] = [
        { tracker, _, turn in tracker.launched(inBackground: turn.isMultiple(of: 2)) },
        { tracker, _, _ in tracker.willEnterForeground() },
        { tracker, _, _ in tracker.didBecomeActive() },
        { tracker, _, _ in tracker.willResignActive() },
        { tracker, _, _ in tracker.didEnterBackground(remaining: .seconds(30)) {} },
        { tracker, _, _ in tracker.willTerminate() },
        { tracker, _, turn in tracker.setUploadInterval(.seconds(5 + turn % 7)) },
        { tracker, _, _ in _ = tracker.sessionID },
        { tracker, _, _ in tracker.trackInstall() },
    ]

    private static let timers: [Call] = [
        { tracker, _, turn in tracker.startTimer("timed", runsInBackground: turn.isMultiple(of: 2)) },
        { tracker, _, _ in tracker.pauseTimer("timed") },
        { tracker, _, _ in tracker.resumeTimer("timed") },
        { tracker, _, _ in tracker.endTimer("timed") },
        { tracker, _, _ in tracker.endTimer(tracker.startTimer("own")) },
        { tracker, _, _ in tracker.removeTimer("timed") },
        { tracker, _, _ in tracker.removeAllTimers() },
    ]

    private static let profiles: [Call] = [
        { tracker, _, turn in tracker.profileSet(["age": turn]) },
        { tracker, _, turn in tracker.profileSetOnce(["first": turn]) },
        { tracker, _, _ in tracker.profileIncrement("visits") },
        { tracker, _, _ in tracker.profileAppend("tags", ["a", "b"]) },
        { tracker, _, _ in tracker.profileUnset("age") },
        { tracker, _, _ in tracker.profileDelete() },
        { tracker, thread, turn in tracker.setPushID("token-\(turn % 3)", forKey: "push_\(thread)") },
        { tracker, thread, _ in tracker.removePushID(forKey: "push_\(thread)") },
        { tracker, _, turn in tracker.itemSet(type: "book", id: "\(turn % 9)", ["pages": turn]) },
        { tracker, _, turn in tracker.itemDelete(type: "book", id: "\(turn % 9)") },
    ]

    private static let places: [Call] = [
        { tracker, _, turn in tracker.setLocation(latitude: Double(turn % 90), longitude: 1) },
        { tracker, _, _ in tracker.clearLocation() },
        { tracker, _, turn in tracker.setScreenOrientation(turn.isMultiple(of: 2) ? .portrait : .landscape) },
        { tracker, _, _ in tracker.setScreenOrientation(nil) },
        { tracker, _, turn in
            guard let url = URL(string: "app://x?utm_source=s\(turn % 3)") else { return }
            tracker.trackDeepLink(url)
        },
        { tracker, _, _ in tracker.trackPushClick(PushMessage(title: "t", content: "c")) },
    ]
}
