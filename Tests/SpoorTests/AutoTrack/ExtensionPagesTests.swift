import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor
@testable import SpoorAutoTrack

/// Pages and clicks of an app extension, which is never a start of the app.
@MainActor
struct ExtensionPagesTests {
    /// A source that tells what an extension's host comes to.
    private final class Host: AppLifeCycleSource {
        private let presence = Locked(ExtensionPresence())
        private let handler = Locked<(@Sendable (AppLifeCycleEvent) -> Void)?>(nil)

        func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
            self.handler.withLock { $0 = handler }
            self.tell(.attached)
        }

        func stop() {}

        func tell(_ input: ExtensionPresence.Input) {
            let handler = self.handler.withLock { $0 }
            for event in self.presence.withLock({ $0.handle(input) }) { handler?(event) }
        }
    }

    /// Hands the app's visibility on to the engine, as an adapter does.
    private final class Relay: InterfaceSource {
        private let tracker = Locked<Tracker?>(nil)

        func start(_ tracker: Tracker) { self.tracker.withLock { $0 = tracker } }
        func stop() { self.tracker.withLock { $0 = nil } }
        func setHook(_ name: String, enabled isEnabled: Bool) {}

        func appChanged(isVisible: Bool) {
            guard let tracker = self.tracker.withLock({ $0 }) else { return }
            MainActor.assumeIsolated {
                if isVisible {
                    tracker.autoTracker.willEnterForeground()
                } else {
                    tracker.autoTracker.didEnterBackground()
                }
            }
        }
    }

    private let bench = TestBench()
    private let host = Host()
    private let page = ManualPage("ShareVC", title: "Share")
    private let button = ManualElement("UIButton", .button)

    init() {
        self.page.view.add(self.button)
        let relay = Relay()
        self.bench.surroundings.withLock { $0 = { $0.interface = relay } }
    }

    @Test("A page of an extension is viewed and left, with its clicks in between; the app was not started")
    func pages() async throws {
        let tracker = self.start()
        tracker.autoTracker.pageDidAppear(self.page)
        self.bench.scheduler.advance(by: .seconds(5))
        tracker.autoTracker.actionSent("post:", from: self.button, touchEnded: true)
        tracker.autoTracker.pageDidDisappear(self.page)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppViewScreen", "$AppClick", "$AppPageLeave"])
        #expect(try self.bench.duration("$AppPageLeave") == 5)
        await self.bench.stop(tracker)
    }

    @Test("Time for which the host was in the background is no time on the page", arguments: [1, 2])
    func host(_ times: Int) async throws {
        let tracker = self.start()
        tracker.autoTracker.pageDidAppear(self.page)
        self.bench.scheduler.advance(by: .seconds(2))
        self.host.tell(.hostLeftFront)
        self.bench.scheduler.advance(by: .seconds(100))
        // On its way to the front, and there: told of twice.
        for _ in 0..<times { self.host.tell(.hostCameToFront) }
        self.bench.scheduler.advance(by: .seconds(3))
        tracker.autoTracker.pageDidDisappear(self.page)
        _ = await self.bench.flush(tracker)
        let names = self.bench.collector.names
        #expect(names == ["$AppViewScreen", "$AppPageLeave", "$AppPageLeave"])
        let durations = self.bench.events("$AppPageLeave").map { $0["properties"]?["event_duration"]?.doubleValue }
        #expect(durations == [2, 3])
        await self.bench.stop(tracker)
    }

    private func start() -> Tracker {
        self.bench.start(lifeCycle: self.host) {
            $0.autoTrack = AutoTrackConfiguration()
            $0.automaticEvents = [.appStart, .appEnd]
        }
    }
}
