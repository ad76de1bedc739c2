import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Bug case O-17: no public call waits for a disk or a network, whatever those do.
///
/// The storage here is worse than one that takes 3 s for a write: it stands still until every call has returned. A call
/// that waited for it would never return, however long it is given. How much a call may do itself of what waited in memory
/// is counted in `AnsweredSlicesTests` and `ChannelSlicesTests`.
struct MainThreadTests {
    private let bench = TestBench()

    private static let calls: [(name: String, call: @Sendable (Tracker) -> Void)] = [
        ("track", { $0.track("x", ["n": 1, "text": "abc"]) }),  // O-17/track
        ("super properties", { _ = $0.superProperties }),  // O-17/super-property-read
        // O-17/distinct-id-read
        ("ids", { _ = ($0.distinctID, $0.anonymousID, $0.loginID, $0.identities, $0.deviceID) }),
        ("enter background", { $0.didEnterBackground(remaining: .seconds(25)) }),  // O-17/enter-background
        ("will terminate", { $0.willTerminate() }),  // O-17/will-terminate
        ("enter foreground", { $0.willEnterForeground() }),
        ("become active", { $0.didBecomeActive() }),
        ("resign active", { $0.willResignActive() }),
        ("launched", { $0.launched(inBackground: true) }),
        ("register", { $0.registerSuperProperties(["plan": "pro"]) }),
        ("unregister", { $0.unregisterSuperProperty("plan") }),
        ("clear", { $0.clearSuperProperties() }),
        ("login", { $0.login("ann") }),
        ("bind", { $0.bind("$identity_mobile", "138") }),
        ("unbind", { $0.unbind("$identity_mobile", "138") }),
        ("logout", { $0.logout() }),
        ("identify", { $0.identify("visitor") }),
        ("reset the visitor", { $0.resetAnonymousID() }),
        ("advertising id", { $0.setAdvertisingID("ad") }),
        ("clear the vault", { $0.clearVault() }),
        ("profile", { $0.profileSet(["age": 7]) }),
        ("profile once", { $0.profileSetOnce(["age": 7]) }),
        ("profile increment", { $0.profileIncrement("visits") }),
        ("profile append", { $0.profileAppend("tags", ["a"]) }),
        ("profile unset", { $0.profileUnset("age") }),
        ("profile delete", { $0.profileDelete() }),
        ("push id", { $0.setPushID("token", forKey: "push") }),
        ("item", { $0.itemSet(type: "book", id: "1", ["pages": 3]) }),
        ("push click", { $0.trackPushClick(PushMessage(title: "t")) }),
        ("install", { $0.trackInstall() }),
        ("timer", { $0.endTimer($0.startTimer("timed")) }),
        ("pause a timer", { $0.pauseTimer("timed") }),
        ("resume a timer", { $0.resumeTimer("timed") }),
        ("remove a timer", { $0.removeTimer($0.startTimer("timed")) }),
        ("remove a timer by name", { $0.removeTimer("timed") }),
        ("remove all timers", { $0.removeAllTimers() }),
        ("deep link", { $0.trackDeepLink(URL(fileURLWithPath: "/open")) }),
        ("event hook", { $0.setEventHook { _ in .keep } }),
        ("dynamic properties", { $0.setDynamicProperties { ["n": 1] } }),
        ("add a plug-in", { $0.addPlugin(PropertyPlugin("p") { _ in ["n": 1] }) }),
        ("remove a plug-in", { $0.removePlugin(named: "p") }),
        ("delete an item", { $0.itemDelete(type: "book", id: "1") }),
        ("remove a push id", { $0.removePushID(forKey: "push") }),
        ("clear the location", { $0.clearLocation() }),
        ("screen orientation", { $0.setScreenOrientation(.portrait) }),
        ("location", { $0.setLocation(latitude: 1, longitude: 2) }),
        ("session", { _ = $0.sessionID }),
        ("upload interval", { $0.setUploadInterval(.seconds(20)) }),
        ("consent", { $0.setConsent(.location, granted: false) }),
        ("consent for", { _ = ($0.consent(for: .analytics), $0.isOptedOut) }),
        ("consent to what waits", { $0.setConsent(.monitoring, granted: true) }),
        ("consent to several", { $0.setConsent([.monitoring, .analytics], granted: true) }),
        ("channel", { _ = $0.channel("apm") }),
        ("send", { $0.channel("apm")?.send(type: "net", meta: ["ms": 1]) }),
        ("send for business", { $0.channel("apm")?.send(type: "paid", prefix: "shop", meta: ["n": 1]) }),
        ("send with a payload", { $0.channel("apm")?.send(type: "net", meta: ["n": 1], payload: [1, 2]) }),
        ("whether a channel collects", { _ = $0.channel("apm")?.isCollecting }),
        ("opt out", { $0.optOut() }),
        ("opt in", { $0.optIn() }),
        ("opt out and forget", { $0.optOutAndForget() }),
    ]

    // O-17/silent-network
    // One after the other: each case holds a thread of its queue, and all together would hold more than there are.
    @Test(
        "O-17 every call returns while storage and a request stand still",
        .serialized,
        arguments: calls.indices,
        StandingStill.Place.allCases
    )
    func noCallWaits(index: Int, place: StandingStill.Place) async {
        let (name, call) = Self.calls[index]
        let standing = StandingStill(place)
        let tracker = self.start(standing)
        await standing.provoke(tracker)
        let returned = DispatchSemaphore(value: 0)
        let thread = Thread {
            for _ in 0..<20 { call(tracker) }
            returned.signal()
        }
        thread.start()
        // Only a call that waits needs this long; the storage lets nobody go before.
        let hasReturned = await Self.wait(for: returned)
        #expect(hasReturned, "\(name) waits for the \(place)")
        #expect(standing.isHolding, "The \(place) did not stand still all the time.")
        standing.letGo()
        await tracker.stop()
    }

    /// A flush waits for its end, of course, but it holds no thread for that.
    @Test("O-17 more flushes than there are threads, while storage stands still: others still run")
    func aFlushHoldsNoThread() async {
        let standing = StandingStill(.databaseCommit)
        let tracker = self.start(standing)
        await standing.provoke(tracker)
        let ended = Locked(0)
        let flushes = (0..<ProcessInfo.processInfo.activeProcessorCount * 4).map { _ in
            Task {
                _ = await tracker.flush()
                ended.withLock { $0 += 1 }
            }
        }
        let hasRun = DispatchSemaphore(value: 0)
        Task { hasRun.signal() }
        let others = await Self.wait(for: hasRun)
        #expect(others, "Flushes that wait took all threads.")
        #expect(standing.isHolding && ended.withLock { $0 } == 0)
        standing.letGo()
        await tracker.stop()
        for flush in flushes { await flush.value }
    }

    /// A tracker whose network never answers and whose storage can be made to stand still.
    private func start(_ standing: StandingStill) -> Tracker {
        let queue = DispatchScheduler(label: "spoor.test.still")
        self.bench.surroundings.withLock { surroundings in
            surroundings = { environment in
                environment.scheduler = queue
                let silence = ScriptedTransport(scheduler: queue) { _, _ in ScriptedTransport.Reply(nil) }
                environment.transport = silence
                environment.channelScheduler = { _ in queue }
                environment.channelTransport = { _ in silence }
                environment.vault = StandingVault(standing)
                environment.deviceFacts = StandingFacts(standing)
                environment.adjustStorage = { storage in
                    storage.files = StandingFiles(standing)
                    storage.segmentFiles = StandingSegments(standing)
                    storage.point = { point in if point == .beforeCommit { standing.hold(.databaseCommit) } }
                }
            }
        }
        if standing.place == .deviceFacts { standing.arm() }
        return self.bench.start {
            $0.startWait = standing.place == .deviceFacts ? .milliseconds(10) : .seconds(30)
            $0.journalSegmentBytes = standing.place == .segmentCreation ? 16 << 10 : 1 << 20
            $0.drainDelay = .milliseconds(1)
        }
    }

    /// Whether a semaphore is signalled within ten minutes; waits on a thread of its own.
    ///
    /// All tests share the threads of a few processors, so that a new task's turn may be minutes away.
    private static func wait(for semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: semaphore.wait(timeout: .now() + 600) == .success) }.start()
        }
    }
}
