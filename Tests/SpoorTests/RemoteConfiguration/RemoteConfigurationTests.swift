import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Default → cache → network after launch, against a scripted server.
struct RemoteConfigurationTests {
    private let bench: RemoteBench

    init() throws {
        self.bench = try RemoteBench()
    }

    @Test func nothingIsAskedForBeforeTheLaunch() {
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.start()
        remote.refresh()
        remote.enterForeground()
        self.bench.scheduler.advance(by: .seconds(100_000))
        #expect(self.bench.transport.requests.isEmpty)
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(4))
        #expect(self.bench.transport.requests.isEmpty, "the first request comes at a random moment")
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7)
    }

    @Test func theRequestNamesProjectAndVersionAndHasNoBody() throws {
        let remote = self.bench.start(version: "1.0 β") { source in
            source.address = "https://c.test/v1/config?project=shop&a=b#x"
            source.headers = ["Authorization": "Bearer t"]
        }
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(11))
        let request = try #require(self.bench.transport.requests.first)
        #expect(request.url == "https://c.test/v1/config?project=shop&a=b&v=1.0%20%CE%B2")
        #expect(request.method == .get && request.body.isEmpty)
        #expect(request.headers["Authorization"] == "Bearer t")
        #expect(request.answerLimit == ConfigurationDocument.maxBytes)
    }

    @Test func anUnchangedDocumentIsAnsweredBy304AndNotAppliedAgain() {
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.run()
        self.bench.scheduler.advance(by: .seconds(9000))
        #expect(self.bench.server.statuses == [200, 304, 304])
        #expect(self.bench.applied.withLock { $0.count } == 1)
        self.bench.server.publish(#"{"namespaces":{"tracker":{"maxItem":8}}}"#)
        self.bench.scheduler.advance(by: .seconds(3600))
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 8)
        #expect(self.bench.applied.withLock { $0.count } == 2)
        #expect(self.bench.said == [])
    }

    @Test func theNextRunHoldsTheCachedDocumentAtOnceAndAsksConditionally() {
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        let remote = self.bench.start()
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7, "before anything else runs")
        #expect(self.bench.applied.withLock { $0.count } == 1)
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(self.bench.server.statuses == [200, 304])
        #expect(self.bench.applied.withLock { $0.count } == 1)
    }

    /// Each is one answer after a good document; the document stays, and it is said once.
    @Test(arguments: BadAnswer.all)
    func aBadAnswerChangesNothingAndIsSaidOnce(_ bad: BadAnswer) {
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.run()
        for _ in 0..<3 { self.bench.server.next(bad.answer) }
        for _ in 0..<3 {
            remote.refresh()
            self.bench.scheduler.settle()
        }
        #expect(self.bench.transport.requests.count == 4)
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7)
        #expect(self.bench.applied.withLock { $0.count } == 1)
        #expect(self.bench.said.count == 1)
        #expect(self.bench.said.first?.contains(bad.word) == true)
        // The cache still holds the good one.
        self.bench.end(remote)
        #expect(self.bench.start().document?.namespaces["tracker"]?.maxItem == 7)
    }

    @Test func aFaultThatComesBackAfterSuccessIsSaidAgain() {
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.run()
        for _ in 0..<2 {
            self.bench.server.next(.response(UploadResponse(status: 403)))
            for _ in 0..<2 {
                remote.refresh()
                self.bench.scheduler.settle()
            }
        }
        #expect(self.bench.server.statuses == [200, 403, 200, 403, 200])
        #expect(self.bench.said.count == 2)
    }

    @Test func failuresWaitAndRetryAfterIsObeyed() {
        self.bench.server.next(.response(UploadResponse(status: 503, headers: ["Retry-After": "5000"])))
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.run()
        remote.refresh()
        self.bench.scheduler.advance(by: .seconds(4980))
        #expect(self.bench.server.statuses == [503])
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(self.bench.server.statuses == [503, 200])
        #expect(remote.document != nil)
    }

    @Test(
        "A refused request is repeated without its condition, after a restart too",
        arguments: [400, 404, 412, 414, 431]
    )
    func aRefusedConditionIsDropped(status: Int) {
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        self.bench.server.next(.response(UploadResponse(status: status)))
        self.bench.end(self.bench.run())
        let before = self.bench.transport.requests.count
        let remote = self.bench.run()
        let tags = self.bench.transport.requests.map { $0.headers["If-None-Match"] != nil }
        #expect(tags[before - 1] && !tags[before])
        #expect(self.bench.server.statuses.suffix(2) == [status, 200])
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 7)
        self.bench.scheduler.advance(by: .seconds(4000))
        #expect(self.bench.server.statuses.last == 304)
    }

    @Test("An ETag that no head has room for is not kept", arguments: [1024, 1025, 20_000])
    func aLongTag(length: Int) {
        let tag = "\"" + String(repeating: "x", count: length - 2) + "\""
        self.bench.server.next(
            .response(UploadResponse(status: 200, headers: ["ETag": tag], body: Array(RemoteBench.plain.utf8)))
        )
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        _ = self.bench.run()
        #expect(self.bench.transport.requests.last?.headers["If-None-Match"] == (length > 1024 ? nil : tag))
    }

    @Test func aServerThatAsksForNoTimeDoesNotSwitchTheWaitOff() {
        for _ in 0..<100 {
            self.bench.server.next(.response(UploadResponse(status: 503, headers: ["Retry-After": "0"])))
        }
        let remote = self.bench.run()
        self.bench.scheduler.advance(by: .seconds(600))
        self.bench.end(remote)
        #expect((4...8).contains(self.bench.server.statuses.count))
    }

    @Test func theServersWaitSurvivesARestart() {
        self.bench.server.next(.response(UploadResponse(status: 429, headers: ["Retry-After": "600"])))
        self.bench.server.publish(RemoteBench.plain)
        self.bench.end(self.bench.run())
        let remote = self.bench.run()
        remote.refresh()
        self.bench.scheduler.advance(by: .seconds(500))
        #expect(self.bench.server.statuses == [429])
        self.bench.scheduler.advance(by: .seconds(120))
        #expect(self.bench.server.statuses == [429, 200])
    }

    @Test func withoutAnswerTheWaitGrows() {
        let failure = UploadAnswer.failure("no network")
        for _ in 0..<20 { self.bench.server.next(failure) }
        let remote = self.bench.run()
        self.bench.scheduler.advance(by: .seconds(3600))
        #expect(remote.document == nil)
        // 15 s, 30, 60 … at three quarters each.
        let gaps = zip(self.bench.transport.requestTimes.dropFirst(), self.bench.transport.requestTimes).map { $0 - $1 }
        #expect(gaps.prefix(4) == [.seconds(11.25), .seconds(22.5), .seconds(45), .seconds(90)])
        #expect((8...10).contains(self.bench.transport.requests.count))
    }

    @Test func aTransportThatNeverAnswersOrAnswersTwiceDoesNoHarm() {
        let remote = self.bench.start { $0.timeout = .seconds(5) }
        self.bench.server.publish(RemoteBench.plain)
        let silent = ScriptedTransport(scheduler: self.bench.scheduler) { _, _ in ScriptedTransport.Reply(nil) }
        let other = RemoteConfiguration(
            source: RemoteConfigurationSource(
                address: "http://x",
                project: "p",
                version: "1",
                build: "1",
                folder: self.bench.folder + "/other"
            ),
            environment: ChannelEnvironment(
                scheduler: self.bench.scheduler,
                transport: silent,
                random: { 0 },
                log: { _ in }
            )
        ) { _ in }
        other.begin()
        other.launched()
        remote.launched()
        self.bench.scheduler.advance(by: .seconds(300))
        #expect(silent.requests.count >= 2)
        #expect(remote.document != nil)
    }

    @Test func whatIsOddInAGoodDocumentIsSaidOnceAndTheRestHolds() {
        self.bench.server.publish(#"{"namespaces":{"tracker":{"maxItem":700,"colour":1,"isUpload":"no"}}}"#)
        let remote = self.bench.run()
        self.bench.scheduler.advance(by: .seconds(4 * 3600))
        #expect(remote.document?.namespaces["tracker"]?.maxItem == 100)
        #expect(self.bench.said.count == 1)
        for word in ["tracker.maxItem", "tracker.colour", "tracker.isUpload"] {
            #expect(self.bench.said.first?.contains(word) == true)
        }
    }

    @Test func afterTheEndNothingIsFetchedOrApplied() {
        self.bench.server.publish(RemoteBench.plain)
        let remote = self.bench.start()
        remote.launched()
        remote.stop()
        self.bench.scheduler.advance(by: .seconds(10_000))
        #expect(self.bench.transport.requests.isEmpty && remote.document == nil)
    }
}

/// An answer that must change nothing.
struct BadAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: UploadAnswer
    let word: String

    private init(_ name: String, _ answer: UploadAnswer, says word: String) {
        self.testDescription = name
        self.answer = answer
        self.word = word
    }

    private static func ok(_ body: String, cut: Bool = false) -> UploadAnswer {
        var response = UploadResponse(status: 200, headers: ["ETag": "\"bad\""], body: Array(body.utf8))
        response.isCut = cut
        return .response(response)
    }

    private static func status(_ status: Int, _ headers: [String: String] = [:]) -> UploadAnswer {
        .response(UploadResponse(status: status, headers: headers, body: Array(RemoteBench.plain.utf8)))
    }

    static let all = [
        BadAnswer("500", .response(UploadResponse(status: 500)), says: "500"),
        BadAnswer("401", Self.status(401), says: "401"), BadAnswer("404", Self.status(404), says: "404"),
        BadAnswer("204", Self.status(204), says: "204"),
        BadAnswer("redirect", Self.status(302, ["Location": "https://evil.test"]), says: "Redirects"),
        BadAnswer("no answer", .failure("the connection was cut"), says: "cut"),
        BadAnswer("captive portal", Self.ok("<html>Log in</html>"), says: "not JSON"),
        BadAnswer("empty", Self.ok(""), says: "not JSON"),
        BadAnswer("cut JSON", Self.ok(String(RemoteBench.plain.dropLast(3))), says: "not JSON"),
        BadAnswer("array", Self.ok("[]"), says: "not a JSON object"),
        BadAnswer("error object", Self.ok(#"{"error":"maintenance"}"#), says: "no configuration"),
        BadAnswer("oversized", Self.ok(RemoteBench.plain, cut: true), says: "more than"),
        BadAnswer("other project", Self.ok(#"{"project":"x","namespaces":{}}"#), says: "project"),
    ]
}
