import CollectorCore
import CollectorServer
import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// The SDK and a real collector: what is saved here steers a tracker there, without a restart.
final class RemoteConfigurationTests {
    /// A transport that has sent, and given its answer, before it returns.
    private struct Prompt: UploadTransport {
        let urls = Locked<[String]>([])
        private let live = URLSessionTransport()

        func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
            self.urls.withLock { $0.append(request.url) }
            let answer = Locked<UploadAnswer?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            self.live.send(request) { given in
                answer.withLock { $0 = given }
                isDone.signal()
            }
            isDone.wait()
            completion(answer.withLock { $0 } ?? .failure("there was no answer"))
        }
    }

    private let server: LiveServer
    private let scheduler = ManualScheduler()
    private let transport = Prompt()
    private let log = Locked<[String]>([])
    private let folder = NSTemporaryDirectory() + "spoor-remote-" + UUID().uuidString

    init() throws { self.server = try LiveServer() }

    deinit {
        self.scheduler.forgetWork()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    private func start(keys: [VerifyingKey] = []) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: self.server.collector.address, project: "shop")
        configuration.folder = self.folder
        configuration.remoteConfiguration = RemoteConfigurationOptions()
        configuration.remoteConfiguration?.keys = keys
        let log = self.log
        configuration.log = { message in log.withLock { $0.append(message.text) } }
        return Tracker(
            configuration,
            environment: TrackerEnvironment(scheduler: self.scheduler, transport: self.transport)
        )
    }

    private func fetch(_ tracker: Tracker) {
        tracker.refreshRemoteConfiguration()
        self.scheduler.settle()
    }

    private var names: [String] {
        ((try? self.server.collector.store.facts(project: "shop").allNames()) ?? []).map(\.name)
            .filter { !$0.hasPrefix("$") }.sorted()
    }

    @Test func changedSettingsArriveWithoutARestartAndABadOneIsNeverSaved() throws {
        try self.server.put(#""isUpload":false"#, namespace: "tracker", base: 0)
        let tracker = self.start()
        self.scheduler.advance(by: .seconds(11))
        #expect(tracker.remoteConfiguration?.revision == 1)
        #expect(tracker.track("held").isRecorded)
        self.scheduler.advance(by: .seconds(60))
        #expect(self.names == [])
        try self.server.put(#""isUpload":true,"periodicTimerSecond":5"#, namespace: "tracker", base: 1)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.revision == 2)
        self.scheduler.advance(by: .seconds(10))
        #expect(self.names == ["held"])
        #expect(try self.server.put(#""isGather":"no""#, namespace: "tracker", base: 2).status == 422)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.revision == 2)
        #expect(tracker.track("more").isRecorded)
        try self.server.put(#""isGather":false"#, namespace: "tracker", base: 2)
        self.fetch(tracker)
        #expect(tracker.track("off") == .dropped(.collectionOff))
        _ = try self.server.change("POST", "shop/undo", #"{"base":3}"#)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.revision == 4)
        #expect(tracker.track("on").isRecorded)
        #expect(self.log.withLock { $0 }.filter { $0.contains("onfiguration") } == [])
        #expect(self.transport.urls.withLock { $0 }.first?.contains("/v1/config?project=shop&v=") == true)
    }

    /// Nothing new costs an answer without a body, and a project that has nothing yet is content.
    @Test func nothingNewIsNotModified() throws {
        try self.server.collector.store.open(project: "shop")
        let tracker = self.start()
        self.scheduler.advance(by: .seconds(11))
        #expect(tracker.remoteConfiguration?.revision == 0)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.namespaces.isEmpty == true)
        #expect(self.log.withLock { $0 }.filter { $0.contains("onfiguration") } == [])
    }

    @Test(arguments: [true, false])
    func anAddressIsFollowedOnlyWhereItIsSigned(isSigned: Bool) throws {
        let key = try #require(try self.server.keys.create(.signing, project: "shop").signingKey?.verifyingKey)
        if !isSigned { try self.server.keys.retire(key.id, project: "shop") }
        let other = try LiveServer()
        let tracker = self.start(keys: [key])
        self.scheduler.advance(by: .seconds(11))
        let url = other.collector.address
        try self.server.put(#""url":"\#(url)","maxItem":7"#, namespace: "tracker", base: 0)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.namespaces["tracker"]?.maxItem == 7)
        #expect(tracker.remoteConfiguration?.namespaces["tracker"]?.url == (isSigned ? url : nil))
        #expect(tracker.track("where").isRecorded)
        self.scheduler.advance(by: .seconds(60))
        #expect(self.names == (isSigned ? [] : ["where"]))
        let there = (try? other.collector.store.facts(project: "shop").allNames().map(\.name)) ?? []
        #expect(there.contains("where") == isSigned)
        #expect(self.log.withLock { $0 }.contains { $0.contains("counts as unsigned") } == !isSigned)
    }

    /// The key comes after the document: the device gets the same bytes once more, now with a signature.
    @Test func aSignatureThatComesLaterArrives() throws {
        let key = try SigningKey.generate(id: "later")
        let tracker = self.start(keys: [key.verifyingKey])
        self.scheduler.advance(by: .seconds(11))
        let url = self.server.collector.address + "/else"
        try self.server.put(#""url":"\#(url)""#, namespace: "prism", base: 0)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.namespaces["prism"]?.url == nil)
        let random = Locked(key.privateKey)
        let made = try self.server.keys.create(.signing, id: "later", project: "shop") { _ in
            random.withLock { $0 }
        }
        #expect(made.signingKey == key)
        self.fetch(tracker)
        #expect(tracker.remoteConfiguration?.namespaces["prism"]?.url == url)
    }
}
