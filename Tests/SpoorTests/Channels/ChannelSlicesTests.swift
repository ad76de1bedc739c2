@testable import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// O-17: what a channel holds is recorded on its own queue, a slice at a time; no call does it, or waits for it.
struct ChannelSlicesTests {
    private let bench = ChannelBench()
    private static let most = HeldReports.maxCount

    /// Why records are held.
    enum Cause: CaseIterable, Sendable {
        case storage, consent
    }

    /// A tracker whose channels hold as many records as they may; `between` runs after each slice.
    private func held(
        _ cause: Cause,
        _ names: [String] = ["apm"],
        bytes: Int = 0,
        type: String = "net",
        between: @escaping @Sendable (Tracker) -> Void = { _ in }
    ) throws -> Tracker {
        let made = Locked<Tracker?>(nil)
        self.bench.surroundings.withLock {
            $0 = { environment in
                environment.giveWay = { _ in if let tracker = made.withLock({ $0 }) { between(tracker) } }
            }
        }
        if cause == .storage { self.bench.scheduler.runsWaitedWork = false }
        let tracker = self.bench.bench.start {
            for name in names { $0.channels[name] = ChannelBench.configuration() }
            $0.consent = cause == .consent ? .pending : .granted
            $0.journalSegmentBytes = 1 << 20
        }
        made.withLock { [weak tracker] in $0 = tracker }
        if cause == .consent { self.bench.scheduler.settle() }
        let text = JSONValue.string(String(repeating: "x", count: bytes))
        for name in names {
            let channel = try #require(tracker.channel(name))
            for number in 0..<Self.most {
                #expect(channel.send(type: type, meta: ["n": .integer(Int64(number)), "x": text]) == .held(nil))
            }
        }
        return tracker
    }

    /// Lets what was held be recorded.
    private func release(_ cause: Cause, _ tracker: Tracker) {
        if cause == .consent { tracker.setConsent(.monitoring, granted: true) }
    }

    private static func inlet(_ tracker: Tracker, _ name: String = "apm") throws -> ReportInlet {
        try #require(tracker.channel(name)).channel.inlet
    }

    // O-17/channel-answered
    @Test(
        "O-17 a call that grants records nothing of what channels hold",
        arguments: [
            { $0.setConsent(.monitoring, granted: true) }, { $0.setConsent([.monitoring, .analytics], granted: true) },
            { $0.optIn() },
        ] as [@Sendable (Tracker) -> Void]
    )
    func grantsRecordNothing(grant: @Sendable (Tracker) -> Void) async throws {
        let names = (0..<4).map { "c\($0)" }
        let tracker = try self.held(.consent, names)
        grant(tracker)
        for name in names { #expect(try Self.inlet(tracker, name).heldCount == Self.most) }
        self.bench.scheduler.settle()
        for name in names { #expect(try Self.inlet(tracker, name).heldCount == 0) }
        await self.bench.bench.stop(tracker)
    }

    // O-17/channel-send
    @Test(
        "O-17 sends get through between two slices, and what they send comes after what was held",
        arguments: Cause.allCases,
        [0, 3_000]
    )
    func sendsGetThrough(cause: Cause, bytes: Int) async throws {
        let left = Locked<[Int]>([])
        let tracker = try self.held(cause, bytes: bytes) { tracker in
            guard let channel = tracker.channel("apm") else { return }
            let count = channel.channel.inlet.heldCount
            let number = left.withLock { left in
                left.append(count)
                return left.count
            }
            if number == 2 { #expect(channel.send(type: "net", meta: ["n": -1]) == .held(nil)) }
        }
        self.release(cause, tracker)
        self.bench.scheduler.settle()
        let slice = bytes == 0 ? HeldReports.sliceCount : HeldReports.sliceBytes / bytes + 1
        let steps = left.withLock { [Self.most] + $0 }
        #expect(steps.count >= Self.most / slice, "\(steps)")
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 - $1 <= slice }, "\(steps)")
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": -2]).reportID != nil)
        #expect(await self.bench.flush(channel).outcome == .complete)
        #expect(self.bench.collector.packets.flatMap(\.numbers) == (0..<Int64(Self.most)).map { $0 } + [-1, -2])
        #expect(self.bench.collector.duplicates == 0)
        await self.bench.bench.stop(tracker)
    }

    @Test(
        "O-17 it ends however many sends come between two slices, and their room keeps its bound",
        arguments: Cause.allCases,
        [40, 64, 500]
    )
    func aFloodEnds(cause: Cause, burst: Int) async throws {
        let (turns, largest) = (Locked(0), Locked(0))
        let tracker = try self.held(cause) { tracker in
            let number = turns.withLock { turns in
                turns += 1
                return turns
            }
            // Far more than it may take; a flood without an end would keep the test from ending.
            guard number <= 200, let channel = tracker.channel("apm") else { return }
            for number in 0..<burst { channel.send(type: "net", meta: ["n": .integer(Int64(number))]) }
            let waiting = channel.channel.inlet.heldCount
            largest.withLock { $0 = max($0, waiting) }
        }
        self.release(cause, tracker)
        self.bench.scheduler.settle()
        #expect(turns.withLock { $0 } <= 2 * Self.most / HeldReports.sliceCount + 20)
        #expect(try Self.inlet(tracker).heldCount == 0 && largest.withLock { $0 } <= Self.most)
        await self.bench.bench.stop(tracker)
    }

    @Test("O-17 a flush right after the answer, or a stop, leaves nothing behind", arguments: [true, false])
    func nothingIsLeftBehind(flushes: Bool) async throws {
        var tracker = try self.held(.consent)
        tracker.optIn()
        if flushes {
            let report = await self.bench.flush(try #require(tracker.channel("apm")))
            #expect(report.outcome == .complete && report.remaining == 0)
        }
        await self.bench.bench.stop(tracker)
        self.bench.surroundings.withLock { $0 = { _ in } }
        tracker = self.bench.start()
        _ = await self.bench.flush(try #require(tracker.channel("apm")))
        #expect(self.bench.collector.packets.flatMap(\.numbers) == (0..<Int64(Self.most)).map { $0 })
        await self.bench.bench.stop(tracker)
    }

    @Test("O-17 what is taken back between two slices is not recorded, nor does it stay", arguments: Cause.allCases)
    func aRefusalInBetweenHolds(cause: Cause) async throws {
        let slices = Locked(0)
        let tracker = try self.held(cause) { tracker in
            let number = slices.withLock { count in
                count += 1
                return count
            }
            if number == 2 { tracker.setConsent(.monitoring, granted: false) }
        }
        self.release(cause, tracker)
        self.bench.scheduler.settle()
        #expect(slices.withLock { $0 } == 2)
        #expect(try Self.inlet(tracker).heldCount == 0)
        tracker.setConsent(.monitoring, granted: true)
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": -1]).reportID != nil)
        _ = await self.bench.flush(channel)
        #expect(self.bench.collector.packets.flatMap(\.numbers) == [-1])
        await self.bench.bench.stop(tracker)
    }

    @Test("O-17 what is sent before all is recorded finds room behind it, however much it is")
    func whatComesMeanwhileFindsRoom() async throws {
        let tracker = try self.held(.consent)
        tracker.optIn()
        let channel = try #require(tracker.channel("apm"))
        for number in Self.most..<2 * Self.most {
            let answer = channel.send(type: "net", meta: ["n": .integer(Int64(number))])
            if case .dropped = answer { Issue.record("\(answer)") }
        }
        _ = await self.bench.flush(channel)
        #expect(self.bench.collector.packets.flatMap(\.numbers) == (0..<Int64(2 * Self.most)).map { $0 })
        await self.bench.bench.stop(tracker)
    }

    @Test(
        "Where as many records are held as may be, a dearer one takes the place of the oldest of the lowest class",
        arguments: Cause.allCases
    )
    func aCrashFindsRoom(cause: Cause) async throws {
        let tracker = try self.held(cause)
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": -1]) == .dropped(.storageFull))
        #expect(channel.send(type: "order", prefix: "shop", meta: ["n": -2]) == .held(nil))
        #expect(channel.send(type: "appCrash", meta: ["n": -3]) == .held(nil))
        tracker.optIn()
        _ = await self.bench.flush(channel)
        let arrived = self.bench.collector.packets.flatMap(\.numbers)
        #expect(arrived == [-3] + (2..<Int64(Self.most)).map { $0 } + [-2])
        #expect(self.bench.bench.warnings("Too many records wait in memory") == 1)
        let losses = try await self.losses(tracker)
        let reason = cause == .storage ? "lost_no_room_before_opening" : "lost_consent_overflow"
        #expect(losses == [reason: 3])
        await self.bench.bench.stop(tracker)
    }

    @Test("A dearer record that would need more room than lesser ones have takes none from them")
    func noRoomIsGivenInVain() {
        func entry(_ type: String, bytes: Int) -> HeldReport? {
            let composer = ReportComposer(common: CommonFields(), rules: .none, maxBodyBytes: 3_000_000)
            let payload = [UInt8](repeating: 1, count: bytes)
            let draft = ReportComposer.Draft(type: type, fields: [(key: "n", value: 1)], payload: payload)
            guard let report = try? composer.compose(draft) else { return nil }
            let recordClass: RecordClass = type == "net" ? .monitoring : type == "order" ? .tracked : .crash
            return HeldReport(bytes: ReportBytes(report, as: recordClass, at: 0), draft: nil, isRealtime: false)
        }
        var held = HeldReports()
        let parts = [entry("net", bytes: 1 << 20), entry("order", bytes: 2 << 20), entry("net", bytes: 1 << 19)]
        let kept = parts.compactMap(\.self).filter { held.hold($0).isHeld }
        #expect(kept.count == 3)
        #expect(held.count == 3)
        guard let order = entry("order", bytes: 5 << 19), let crash = entry("appCrash", bytes: 5 << 19) else {
            Issue.record("A payload found no room.")
            return
        }
        let refused = held.hold(order)
        #expect(!refused.isHeld && refused.lost == [.tracked: 1] && held.count == 3)
        let taken = held.hold(crash)
        #expect(taken.isHeld && taken.lost == [.monitoring: 2, .tracked: 1] && held.count == 1)
        let left = held.takeSlice { _ in true }.map(\.bytes.recordClass)
        #expect(left == [.crash] && held.isEmpty)
    }

    /// What the tracker reports as lost in a channel.
    private func losses(_ tracker: Tracker) async throws -> [String: Int64] {
        self.bench.scheduler.advance(by: .seconds(90_000))
        // Nothing ticks while nothing waits.
        tracker.channel("apm")?.send(type: "net", meta: ["n": 0])
        self.bench.scheduler.advance(by: .seconds(20))
        _ = await self.bench.bench.flush(tracker)
        var sum: [String: Int64] = [:]
        for event in self.bench.bench.events("$SpoorLosses") {
            for reason in ["lost_no_room_before_opening", "lost_consent_overflow"] {
                if let count = event["properties"]?[reason]?.int64Value { sum[reason, default: 0] += count }
            }
        }
        return sum
    }
}
