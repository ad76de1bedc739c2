import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor
@testable import SpoorChannel

/// The server's configuration steers a tracker.
struct TrackerRemoteTests {
    private let bench = TestBench()
    private let server = FakeConfigurationServer()

    private func start(
        keys: [VerifyingKey] = [],
        version: String = "1.0",
        lifeCycle: (any AppLifeCycleSource)? = nil,
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        let transport = self.server.transport(scheduler: self.bench.scheduler, collector: self.bench.collector)
        self.bench.surroundings.withLock { $0 = { $0.transport = transport } }
        var facts = DeviceFacts()
        facts.appVersion = version
        facts.appBuild = "7"
        return self.bench.start(facts: facts, lifeCycle: lifeCycle) {
            $0.remoteConfiguration = RemoteConfigurationOptions()
            $0.remoteConfiguration?.keys = keys
            change(&$0)
        }
    }

    private func publish(_ tracker: String, others: String = "") {
        self.server.publish("{\"namespaces\":{\"tracker\":{\(tracker)}\(others)}}")
    }

    /// Lets the next fetch be made.
    private func fetch(_ tracker: Tracker) {
        tracker.refreshRemoteConfiguration()
        self.bench.scheduler.settle()
    }

    @Test func aTrackerThatDoesNotAskForItIsLeftAlone() async {
        let tracker = self.start { $0.remoteConfiguration = nil }
        self.bench.scheduler.advance(by: .seconds(100_000))
        tracker.refreshRemoteConfiguration()
        self.bench.scheduler.settle()
        #expect(self.server.statuses == [])
        await self.bench.stop(tracker)
    }

    @Test func collectionIsOffAtOnceAndOnAgain() async {
        self.publish(#""isGather":false"#)
        let tracker = self.start()
        #expect(tracker.track("before").isRecorded)
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(tracker.track("off") == .dropped(.collectionOff))
        #expect(tracker.profileSet(["a": 1]) == .dropped(.collectionOff))
        self.bench.scheduler.advance(by: .seconds(20))
        #expect(self.bench.collector.names == ["before"], "what waits is uploaded")
        self.publish(#""isGather":true"#)
        self.fetch(tracker)
        #expect(tracker.track("on").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test func aSignedAddressHoldsAfterAnUpgradeOfTheApp() async throws {
        let key = try SigningKey.generate(id: "k1")
        let text =
            #"{"project":"default","revision":1,"namespaces":{"tracker":{"url":"https://new.test","maxItem":9}}}"#
        self.server.publish(text, signedBy: key)
        let first = self.start(keys: [key.verifyingKey])
        self.bench.scheduler.advance(by: .seconds(11))
        await self.bench.stop(first)
        let second = self.start(keys: [key.verifyingKey], version: "2.0")
        self.bench.scheduler.settle()
        #expect(second.remoteConfiguration == nil)
        let channel = second.state.withLock { $0.remote.channel(second.configuration.channel) }
        #expect(channel.endpoint == "https://new.test" && channel.maxBatchCount != 9)
        await self.bench.stop(second)
    }

    @Test func collectionOffHoldsFromTheFirstCallOfTheNextRun() async {
        self.publish(#""isGather":false"#)
        let first = self.start()
        self.bench.scheduler.advance(by: .seconds(11))
        await self.bench.stop(first)
        let second = self.start()
        #expect(second.track("x") == .dropped(.collectionOff))
        await self.bench.stop(second)
        // Another version of the app begins with what is built in.
        let third = self.start(version: "2.0")
        #expect(third.track("y").isRecorded)
        await self.bench.stop(third)
    }

    @Test func whatIsHeldBeforeStorageOpensFollowsTheCachedConfiguration() async {
        self.publish(#""isGather":false"#)
        let first = self.start()
        self.bench.scheduler.advance(by: .seconds(11))
        await self.bench.stop(first)
        self.bench.scheduler.runsWaitedWork = false
        let second = self.start()
        #expect(second.track("held") == .held)
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.bench.collector.names == [])
        await self.bench.stop(second)
    }

    @Test func uploadOffKeepsStoringAndHoldsAtTheNextLaunch() async {
        self.publish(#""isUpload":false"#)
        let first = self.start()
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(first.track("a").isRecorded)
        self.bench.scheduler.advance(by: .seconds(100))
        await self.bench.stop(first)
        let second = self.start()
        self.bench.scheduler.advance(by: .seconds(100))
        #expect(self.bench.collector.names == [], "not even what the last run left")
        self.publish(#""isUpload":true"#)
        self.fetch(second)
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(second)
    }

    @Test func theSettingsOfOtherNamespacesAreKeptForWhoeverAsks() async {
        self.publish(#""maxItem":9"#, others: #","prism":{"maxFlowMByte":3}"#)
        let tracker = self.start()
        let seen = Locked<[Int?]>([])
        tracker.observeRemoteConfiguration { document in
            seen.withLock { $0.append(document.namespaces["prism"]?.maxFlowMByte) }
        }
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(tracker.remoteSettings(of: "prism")?.maxFlowMByte == 3)
        #expect(tracker.remoteSettings(of: "none") == nil)
        #expect(tracker.remoteConfiguration?.namespaces.keys.sorted() == ["prism", "tracker"])
        tracker.observeRemoteConfiguration { document in
            seen.withLock { $0.append(document.namespaces["prism"]?.maxFlowMByte.map { $0 * 10 }) }
        }
        self.bench.scheduler.settle()
        #expect(seen.withLock { $0 } == [3, 30])
        await self.bench.stop(tracker)
    }

    @Test func onlyASignedDocumentMovesTheTracker() async throws {
        let key = try SigningKey.generate(id: "k1")
        let text = #"{"project":"default","revision":1,"namespaces":{"tracker":{"url":"http://moved.test"}}}"#
        self.server.publish(text)
        let tracker = self.start(keys: [key.verifyingKey])
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(self.bench.log.withLock { $0.contains { $0.contains("tracker.url") } })
        self.server.publish(text, signedBy: key)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.namespaces["tracker"]?.url == "http://moved.test")
        await self.bench.stop(tracker)
    }

    @Test(
        "An unsigned document takes no signed address back, whether it names the tracker or not, also after a restart",
        arguments: [#"{"apm":{"maxItem":5}}"#, #"{"tracker":"oops","apm":5}"#, #"{"tracker":{"maxItem":5}}"#]
    )
    func anUnsignedDocumentTakesNoAddressBack(namespaces: String) async throws {
        let key = try SigningKey.generate(id: "k1")
        let text = #"{"project":"default","revision":1,"namespaces":{"tracker":{"url":"http://moved.test"}}}"#
        self.server.publish(text, signedBy: key)
        var tracker = self.start(keys: [key.verifyingKey])
        self.bench.scheduler.advance(by: .seconds(11))
        let channel = try #require(tracker.channel("orders"))
        self.server.publish(#"{"revision":1,"namespaces":\#(namespaces)}"#)
        self.fetch(tracker)
        #expect(tracker.channel.worker.configuration.endpoint == "http://moved.test")
        #expect(channel.channel.worker.configuration.endpoint == "http://moved.test")
        await self.bench.stop(tracker)
        tracker = self.start(keys: [key.verifyingKey])
        let late = try #require(tracker.channel("orders"))
        self.bench.scheduler.settle()
        #expect(tracker.channel.worker.configuration.endpoint == "http://moved.test")
        #expect(late.channel.worker.configuration.endpoint == "http://moved.test")
        // A signed one may.
        self.server.publish(#"{"project":"default","revision":2,"namespaces":{"apm":{}}}"#, signedBy: key)
        self.fetch(tracker)
        #expect(tracker.channel.worker.configuration.endpoint != "http://moved.test")
        await self.bench.stop(tracker)
    }

    @Test func theServersIntervalComesBeforeTheAppsOwn() async {
        self.publish(#""periodicTimerSecond":30"#)
        let tracker = self.start()
        self.bench.scheduler.advance(by: .seconds(11))
        tracker.setUploadInterval(.seconds(7))
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(25))
        #expect(self.bench.collector.names == [])
        self.publish(#""maxItem":50"#)
        self.fetch(tracker)
        tracker.track("b")
        self.bench.scheduler.advance(by: .seconds(8))
        #expect(self.bench.collector.names == ["a", "b"], "without the server's, the app's holds")
        await self.bench.stop(tracker)
    }

    @Test func whereTheLaunchIsToldNothingIsAskedForBeforeIt() async {
        self.publish(#""maxItem":9"#)
        let source = Source()
        let tracker = self.start(lifeCycle: source)
        self.bench.scheduler.advance(by: .seconds(1000))
        #expect(self.server.statuses == [])
        source.tell(.launched(inBackground: true))
        self.bench.scheduler.advance(by: .seconds(1000))
        #expect(self.server.statuses == [], "nobody sees the app")
        source.tell(.willEnterForeground)
        source.tell(.becameActive)
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(self.server.statuses == [200])
        source.tell(.didEnterBackground(remaining: nil, completion: nil))
        self.bench.scheduler.advance(by: .seconds(10_000))
        #expect(self.server.statuses == [200])
        await self.bench.stop(tracker)
    }

    @Test func theSensorsFormNeedsAnAddress() async {
        let tracker = self.start { $0.channel.encoding = .sensorsForm }
        self.bench.scheduler.advance(by: .seconds(100))
        #expect(self.server.statuses == [])
        #expect(self.bench.log.withLock { $0.contains { $0.contains("remoteConfiguration's address") } })
        await self.bench.stop(tracker)
    }

    /// Tells what the test says.
    private final class Source: AppLifeCycleSource {
        private let handler = Locked<(@Sendable (AppLifeCycleEvent) -> Void)?>(nil)

        func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
            self.handler.withLock { $0 = handler }
        }

        func stop() { self.handler.withLock { $0 = nil } }

        func tell(_ event: AppLifeCycleEvent) { self.handler.withLock { $0 }?(event) }
    }
}
