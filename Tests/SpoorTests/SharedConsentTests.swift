import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What a person agrees to holds in every process of the app.
struct SharedConsentTests {
    private let bench = TestBench()

    private var container: String { self.bench.folder + "/group" }
    private var root: String { self.container + "/spoor/default" }

    private func start(
        _ role: SharedContainer.Role,
        consent: ConsentStatus = .granted
    ) -> Tracker {
        self.bench.start { configuration in
            configuration.sharedContainer = SharedContainer(path: self.container, role: role)
            configuration.consent = consent
        }
    }

    private func pass(_ seconds: Int = 1) { self.bench.scheduler.advance(by: .seconds(seconds)) }

    private func seen(_ text: String) -> Bool {
        let files = FileManager.default.enumerator(atPath: self.root)?.allObjects as? [String] ?? []
        return files.contains { file in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: self.root + "/" + file))) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    private func end(_ trackers: Tracker...) async {
        for tracker in trackers { await self.bench.stop(tracker) }
    }

    @Test func anOptOutTakesCompanionsEventsAlong() async {
        let host = self.start(.host)
        let companion = self.start(.companion)
        companion.track("secret_one")
        self.pass()
        host.optOut()
        // Not told yet.
        companion.track("secret_two")
        self.pass()
        companion.track("secret_three")
        self.pass(30)
        #expect(companion.track("secret_four") == .dropped(.optedOut))
        #expect(companion.isOptedOut)
        #expect(!self.seen("secret"), "the bytes are gone from the companions' files")
        host.optIn()
        self.pass()
        companion.willEnterForeground()
        self.pass()
        #expect(companion.track("welcome").isRecorded)
        self.pass()
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == ["welcome"])
        await self.end(companion, host)
    }

    @Test func anOptOutHoldsForCompanionsThatStartAfterTheHostEnded() async {
        let host = self.start(.host)
        host.optOut()
        self.pass()
        await self.end(host)
        let companion = self.start(.companion)
        #expect(companion.track("secret") == .dropped(.optedOut))
        await self.end(companion)
    }

    @Test("Without a snapshot the configured consent holds", arguments: [ConsentStatus.pending, .denied])
    func withoutASnapshot(consent: ConsentStatus) async {
        let companion = self.start(.companion, consent: consent)
        let answer = companion.track("early")
        #expect(answer == (consent == .pending ? .held : .dropped(.optedOut)))
        self.pass()
        #expect(!self.seen("early"))
        let host = self.start(.host, consent: consent)
        host.setConsent(Set(ConsentCategory.allCases), granted: true)
        self.pass()
        companion.willEnterForeground()
        self.pass()
        #expect(companion.track("later").isRecorded)
        await self.end(companion)
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == (consent == .pending ? ["early", "later"] : ["later"]))
        await self.end(host)
    }

    @Test("A damaged snapshot means no consent, until the host replaces it", arguments: [false, true])
    func aDamagedSnapshot(whileRunning: Bool) async throws {
        let host = self.start(.host)
        self.pass()
        let damage = { try Data("damaged".utf8).write(to: URL(fileURLWithPath: self.root + "/snapshot")) }
        if !whileRunning { try damage() }
        let companion = self.start(.companion)
        if whileRunning {
            #expect(companion.track("before").isRecorded)
            self.pass()
            try damage()
            companion.willEnterForeground()
            self.pass()
        }
        #expect(companion.track("during") == .dropped(.optedOut))
        host.registerSuperProperties(["plan": "gold"])
        self.pass()
        companion.willEnterForeground()
        self.pass()
        #expect(companion.track("after").isRecorded)
        await self.end(companion)
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == (whileRunning ? ["before", "after"] : ["after"]))
        await self.end(host)
    }

    @Test func whatAPersonRefusesInACompanionHoldsEverywhere() async {
        let host = self.start(.host)
        host.track("waiting")
        let companion = self.start(.companion)
        companion.track("secret")
        companion.optOut()
        #expect(companion.track("secret") == .dropped(.optedOut))
        self.pass(30)
        #expect(host.isOptedOut)
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == [])
        await self.end(companion, host)
    }

    @Test func whatWaitsForTheHostsAnswerStays() async {
        // The extension was set up otherwise than the app.
        let companion = self.start(.companion)
        companion.track("early")
        await self.end(companion)
        let host = self.start(.host, consent: .pending)
        self.pass(60)
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == [])
        host.setConsent(.analytics, granted: true)
        _ = await self.bench.flush(host)
        self.pass()
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == ["early"])
        await self.end(host)
    }

    @Test("A category that is taken back leaves the others", arguments: [false, true])
    func oneCategory(hostIsAwayMeanwhile: Bool) async {
        var host = self.start(.host)
        let companion = self.start(.companion)
        companion.track("kept")
        self.pass()
        if hostIsAwayMeanwhile {
            await self.end(host)
            host = self.start(.host)
        }
        host.setConsent(.monitoring, granted: false)
        self.pass()
        companion.track("kept_too")
        self.pass()
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == ["kept", "kept_too"])
        await self.end(companion, host)
    }

    @Test func aPlaceIsTakenOutWhereItIsNotAgreedTo() async {
        let host = self.start(.host)
        let companion = self.start(.companion)
        companion.setLocation(latitude: 31.2, longitude: 121.4)
        companion.track("here")
        self.pass()
        host.setConsent(.location, granted: false)
        self.pass()
        // Recorded before this companion was told.
        await self.end(companion)
        _ = await self.bench.flush(host)
        let event = self.bench.collector.events.first { $0["event"] == "here" }
        #expect(event != nil && event?["properties"]?["$latitude"] == nil)
        await self.end(host)
    }
}
