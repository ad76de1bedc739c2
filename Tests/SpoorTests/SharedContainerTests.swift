import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// A host and companions in one shared container, on virtual time.
struct SharedContainerTests {
    private let bench = TestBench()

    private var container: String { self.bench.folder + "/group" }
    private var root: String { self.container + "/spoor/default" }
    private var companions: String { self.root + "/companions" }

    private func host(_ change: (inout TrackerConfiguration) -> Void = { _ in }) -> Tracker {
        self.bench.start { configuration in
            configuration.sharedContainer = .host(self.container)
            change(&configuration)
        }
    }

    private func companion(_ change: (inout TrackerConfiguration) -> Void = { _ in }) -> Tracker {
        self.bench.start { configuration in
            // A companion has a private folder too, which it must not use.
            configuration.folder = self.bench.folder + "/extension"
            configuration.sharedContainer = .companion(self.container)
            change(&configuration)
        }
    }

    private func pass(_ duration: Duration) { self.bench.scheduler.advance(by: duration) }

    private var files: [String] {
        (FileManager.default.enumerator(atPath: self.companions)?.allObjects as? [String] ?? []).filter {
            $0.hasSuffix(".journal")
        }
    }

    private func expectNothingPrivate() {
        #expect(!FileManager.default.fileExists(atPath: self.bench.folder + "/extension"))
    }

    @Test func aCompanionsEventsArriveUnderTheHostsIDsAndTheirOwn() async throws {
        let host = self.host()
        host.login("ann")
        host.registerSuperProperties(["plan": "gold"])
        self.pass(.seconds(1))
        let companion = self.companion()
        guard case .recorded(let reference) = companion.track("shared") else {
            Issue.record("the companion's event was not recorded")
            return
        }
        self.pass(.milliseconds(200))
        _ = await self.bench.flush(host)
        let event = try #require(self.bench.collector.events.first { $0["event"] == "shared" })
        #expect(event["_id"]?.stringValue == reference.id)
        #expect(event["distinct_id"] == "ann" && event["properties"]?["plan"] == "gold")
        #expect(event["anonymous_id"]?.stringValue == host.anonymousID)
        #expect(await self.bench.flush(companion).outcome == .disabled)
        await self.bench.stop(companion)
        await self.bench.stop(host)
        self.expectNothingPrivate()
    }

    @Test func aCompanionLocksNothingAndHasNoDatabase() async {
        let companion = self.companion()
        companion.track("shared")
        self.pass(.seconds(1))
        let all = FileManager.default.enumerator(atPath: self.container)?.allObjects as? [String] ?? []
        #expect(!all.contains { $0.hasSuffix("/lock") || $0.contains("sqlite") || $0.contains("ledger") })
        await self.bench.stop(companion)
        self.expectNothingPrivate()
    }

    @Test("A host that is there only days later gets all events, with their own time", arguments: [false, true])
    func aHostThatComesLate(stopsOrderly: Bool) async {
        let began = self.bench.scheduler.wallMilliseconds
        let companion = self.companion()
        for number in 0..<300 { companion.track("seen", ["number": number]) }
        self.pass(.seconds(1))
        if stopsOrderly { await self.bench.stop(companion) }
        self.pass(.seconds(5 * 86_400))
        let host = self.host()
        _ = await self.bench.flush(host)
        let numbers = self.bench.collector.events.compactMap { $0["properties"]?["number"]?.int64Value }
        #expect(numbers == Array(0..<300))
        #expect(self.bench.collector.events.allSatisfy { $0["time"]?.int64Value ?? 0 < began + 2_000 })
        // A live companion keeps its last file until nothing came from it for a day.
        self.pass(.seconds(2 * 86_400))
        #expect(self.files == [])
        #expect((try? FileManager.default.contentsOfDirectory(atPath: self.companions)) == [])
        if !stopsOrderly {
            // It was only asleep: what it records now is not lost with the folder that is gone.
            #expect(companion.track("awake").isRecorded)
            self.pass(.seconds(1))
            _ = await self.bench.flush(host)
            #expect(self.bench.collector.names.filter { $0 == "awake" }.count == 1)
            await self.bench.stop(companion)
        }
        await self.bench.stop(host)
    }

    @Test func nothingIsTakenOverTwice() async {
        let companion = self.companion()
        companion.track("one")
        self.pass(.seconds(1))
        for _ in 0..<3 {
            let host = self.host()
            _ = await self.bench.flush(host)
            self.pass(.seconds(60))
            await self.bench.stop(host)
        }
        companion.track("two")
        await self.bench.stop(companion)
        let host = self.host()
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names == ["one", "two"] && self.bench.collector.duplicates == 0)
        await self.bench.stop(host)
    }

    @Test func whoComesFirstNamesTheVisitor() async {
        let first = self.companion()
        let second = self.companion()
        first.track("a")
        second.track("b")
        self.pass(.seconds(1))
        second.track("c")
        self.pass(.seconds(1))
        let host = self.host()
        _ = await self.bench.flush(host)
        host.track("d")
        _ = await self.bench.flush(host)
        #expect(Set(self.bench.collector.names) == ["a", "b", "c", "d"])
        #expect(Set(self.bench.collector.events.map { $0["distinct_id"]?.stringValue }) == [first.anonymousID])
        for tracker in [first, second, host] { await self.bench.stop(tracker) }
    }

    @Test func aRunningCompanionFollowsLoginAndCollection() async {
        let host = self.host()
        let companion = self.companion()
        companion.track("before")
        self.pass(.seconds(1))
        host.login("ann")
        self.pass(.seconds(1))
        // The files are looked after once an event was appended.
        companion.track("between")
        self.pass(.seconds(1))
        companion.track("after")
        self.pass(.seconds(1))
        _ = await self.bench.flush(host)
        let after = self.bench.collector.events.first { $0["event"] == "after" }
        #expect(after?["distinct_id"] == "ann")
        await self.bench.stop(companion)
        await self.bench.stop(host)
    }

    @Test func twoHostsByMistakeLoseAndDoubleNothing() async {
        let host = self.host()
        self.pass(.seconds(1))
        let other = self.bench.start { configuration in
            configuration.folder = self.bench.folder + "/other"
            configuration.sharedContainer = .host(self.container)
        }
        let companion = self.companion()
        for number in 0..<200 {
            companion.track("seen", ["number": number])
            if number % 50 == 0 { self.pass(.seconds(20)) }
        }
        await self.bench.stop(companion)
        host.login("ann")
        other.login("bob")
        self.pass(.seconds(60))
        for tracker in [host, other, host] { _ = await self.bench.flush(tracker) }
        let numbers = self.bench.collector.events.compactMap { $0["properties"]?["number"]?.int64Value }
        #expect(numbers.sorted() == Array(0..<200))
        #expect(self.bench.log.withLock { $0 }.contains { $0.hasPrefix("Another process is a host") })
        await self.bench.stop(other)
        await self.bench.stop(host)
    }

    @Test func whereTheFolderCannotBeWrittenEventsWaitInMemory() async throws {
        try FileManager.default.createDirectory(atPath: self.bench.folder, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: self.container))
        let companion = self.companion()
        let host = self.host()
        #expect(companion.track("early") == .held)
        #expect(host.track("own").isRecorded)
        self.pass(.seconds(3))
        #expect(self.bench.log.withLock { $0 }.contains { $0.contains("cannot be written into the shared container") })
        try FileManager.default.removeItem(atPath: self.container)
        self.pass(.seconds(3))
        #expect(companion.track("late").isRecorded)
        await self.bench.stop(companion)
        _ = await self.bench.flush(host)
        #expect(Set(self.bench.collector.names) == ["own", "early", "late"])
        await self.bench.stop(host)
    }

    @Test func aPathThatIsNoneIsSaid() async {
        let tracker = self.bench.start { $0.sharedContainer = .companion("") }
        #expect(self.bench.log.withLock { $0 }.contains { $0.hasPrefix("The shared container '' is not used") })
        #expect(tracker.track("alone").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test func aFullCompanionDropsCountsAndReports() async {
        let companion = self.companion { $0.sharedContainer?.companionBytes = 64 << 10 }
        var kept = 0
        for number in 0..<400 {
            let answer = companion.track("seen", ["number": number])
            if answer.isRecorded { kept += 1 } else { #expect(answer == .dropped(.storageFull)) }
        }
        #expect(kept > 50 && kept < 300)
        self.pass(.seconds(1))
        let host = self.host()
        _ = await self.bench.flush(host)
        await self.bench.stop(host)
        // Losses are told at a start.
        let next = self.host()
        _ = await self.bench.flush(next)
        #expect(self.bench.collector.names.filter { $0 == "seen" }.count == kept)
        let losses = self.bench.collector.events.filter { $0["event"] == "$SpoorLosses" }
            .compactMap { $0["properties"]?["lost_journal_full"]?.int64Value }
        #expect(losses.reduce(0, +) == Int64(400 - kept))
        // What the host has taken gives its room back.
        self.pass(.seconds(6))
        #expect(companion.track("again").isRecorded)
        await self.bench.stop(companion)
        await self.bench.stop(next)
    }

    @Test func whereAllCompanionsTogetherTakeTooMuchAFurtherOneWaits() async {
        let first = self.companion()
        for number in 0..<300 { first.track("seen", ["number": number]) }
        await self.bench.stop(first)
        let second = self.companion { $0.sharedContainer?.totalBytes = 64 << 10 }
        #expect(second.track("waits") == .held)
        let host = self.host()
        self.pass(.seconds(3))
        #expect(second.track("fits").isRecorded)
        await self.bench.stop(second)
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names.filter { $0 == "seen" }.count == 300)
        #expect(self.bench.collector.names.suffix(2) == ["waits", "fits"])
        await self.bench.stop(host)
    }

    @Test("A damaged file costs the damaged events alone, and they are counted", arguments: [true, false])
    func aDamagedFile(stopsOrderly: Bool) async throws {
        let companion = self.companion()
        for number in 0..<20 { companion.track("seen", ["number": number]) }
        self.pass(.seconds(1))
        if stopsOrderly { await self.bench.stop(companion) }
        let path = try #require(self.files.first.map { self.companions + "/" + $0 })
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let mark = Array("\"number\":7,".utf8)
        let place = try #require(
            (0..<bytes.count - mark.count).first { Array(bytes[$0..<$0 + mark.count]) == mark }
        )
        bytes[place + 9] ^= 1
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(bytes))
        try file.close()
        let host = self.host()
        // A file that may still be written is read past the damage only when its writer is gone.
        self.pass(.seconds(2 * 86_400))
        _ = await self.bench.flush(host)
        await self.bench.stop(host)
        let next = self.host()
        _ = await self.bench.flush(next)
        let numbers = self.bench.collector.events.compactMap { $0["properties"]?["number"]?.int64Value }
        #expect(numbers.sorted() == (0..<20).filter { $0 != 7 })
        let losses = self.bench.collector.events.compactMap { $0["properties"]?["lost_damaged"]?.int64Value }
        #expect(losses.reduce(0, +) == 1)
        await self.bench.stop(next)
    }
}
