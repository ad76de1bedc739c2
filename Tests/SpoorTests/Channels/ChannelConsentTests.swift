import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Consent: monitoring records need it to monitoring, business records to analytics.
struct ChannelConsentTests {
    enum Kind: CaseIterable, Sendable {
        case monitoring
        case crash
        case business

        var category: ConsentCategory { self == .business ? .analytics : .monitoring }

        func send(_ number: Int64, on channel: PrismChannel) -> SendAnswer {
            switch self {
            case .monitoring: channel.send(type: "net", meta: ["n": .integer(number)])
            case .crash: channel.send(type: "appCrash", meta: ["n": .integer(number)])
            case .business: channel.send(type: "order", prefix: "shop", meta: ["n": .integer(number)])
            }
        }
    }

    private static let quiet = ChannelBench.configuration { $0.isUploadEnabled = false }

    private static func go(_ channel: PrismChannel) {
        channel.channel.apply(ChannelBench.configuration { $0.namespace = "apm" })
    }

    @Test("A record of a kind that the person refuses is dropped, the others are not", arguments: Kind.allCases)
    func refused(kind: Kind) async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        tracker.setConsent(kind.category, granted: false)
        for other in Kind.allCases {
            let answer = other.send(1, on: channel)
            if other.category == kind.category {
                #expect(answer == .dropped(.noConsent(kind.category.rawValue)))
            } else {
                #expect(answer.reportID != nil)
            }
        }
        await bench.bench.stop(tracker)
    }

    @Test(
        "Consent that is taken back deletes what waits of its kind, what was set aside included",
        arguments: Kind.allCases
    )
    func withdrawn(kind: Kind) async throws {
        let bench = ChannelBench()
        let tracker = bench.start(["apm": Self.quiet])
        let channel = try #require(tracker.channel("apm"))
        for (number, each) in Kind.allCases.enumerated() { _ = each.send(Int64(number), on: channel) }
        bench.scheduler.advance(by: .seconds(1))
        tracker.setConsent(kind.category, granted: false)
        tracker.setConsent(kind.category, granted: true)
        _ = kind.send(9, on: channel)
        Self.go(channel)
        bench.scheduler.advance(by: .seconds(10))
        let left = Kind.allCases.enumerated().filter { $0.element.category != kind.category }.map { Int64($0.offset) }
        #expect(Set(bench.collector.packets.flatMap(\.numbers)) == Set(left + [9]))
        await bench.bench.stop(tracker)
    }

    @Test("An opt-out purges channels as well, and holds in the next run")
    func optOut() async throws {
        let bench = ChannelBench()
        var tracker = bench.start(["apm": Self.quiet])
        var channel = try #require(tracker.channel("apm"))
        for kind in Kind.allCases { _ = kind.send(1, on: channel) }
        tracker.optOut()
        #expect(channel.send(type: "net", meta: ["n": 2]) == .dropped(.optedOut))
        bench.scheduler.advance(by: .seconds(1))
        #expect(await bench.status(channel).waiting == 0)
        await bench.bench.stop(tracker)
        tracker = bench.start()
        channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": 3]) == .dropped(.optedOut))
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.isEmpty)
        await bench.bench.stop(tracker)
    }

    @Test("A process that ends between the opt-out and the deletion deletes at its next start")
    func optOutThenEnd() async throws {
        let bench = ChannelBench()
        var tracker = bench.start(["apm": Self.quiet])
        let channel = try #require(tracker.channel("apm"))
        for kind in Kind.allCases { _ = kind.send(1, on: channel) }
        bench.scheduler.advance(by: .seconds(1))
        tracker.optOut()
        tracker.optIn()
        // What the opt-out put on the queue never runs.
        bench.scheduler.forgetWork()
        await bench.bench.stop(tracker)
        tracker = bench.start()
        tracker.channel("apm")?.send(type: "net", meta: ["n": 5])
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == [5])
        await bench.bench.stop(tracker)
    }

    @Test(
        "While the answer is pending records are held, then recorded in order; or let go of",
        arguments: [true, false]
    )
    func pending(isGranted: Bool) async throws {
        let bench = ChannelBench()
        let tracker = bench.start { $0.consent = .pending }
        let channel = try #require(tracker.channel("apm"))
        for number in 1...3 { #expect(Kind.monitoring.send(Int64(number), on: channel) == .held(nil)) }
        #expect(Kind.business.send(4, on: channel) == .held(nil))
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.isEmpty)
        tracker.setConsent(.monitoring, granted: isGranted)
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == (isGranted ? [1, 2, 3] : []))
        tracker.setConsent(.monitoring, granted: true)
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == (isGranted ? [1, 2, 3] : []))
        await bench.bench.stop(tracker)
    }

    /// How the answers about analytics and monitoring come around a record.
    enum Answers: CaseIterable, Sendable {
        case monitoringAlone, afterRefusal, whileAnalyticsWaits, refusedAndAgreedAgain, takenBackMeanwhile,
            optedOutBefore
        case both
    }

    @Test(
        "Without consent to analytics a record of monitoring names nobody",
        arguments: Answers.allCases,
        [Kind.monitoring, .crash]
    )
    func person(answers: Answers, kind: Kind) async throws {
        let bench = ChannelBench()
        let tracker = bench.start { $0.consent = answers == .optedOutBefore ? .granted : .pending }
        let channel = try #require(tracker.channel("apm"))
        if answers == .takenBackMeanwhile { tracker.setConsent(.analytics, granted: true) }
        if answers == .monitoringAlone { tracker.setConsent(.monitoring, granted: true) }
        tracker.login("ann")
        if answers == .optedOutBefore {
            tracker.optOut()
            tracker.setConsent(.monitoring, granted: true)
        }
        _ = kind.send(7, on: channel)
        switch answers {
        case .afterRefusal, .takenBackMeanwhile, .refusedAndAgreedAgain:
            tracker.setConsent(.analytics, granted: false)
            if answers == .refusedAndAgreedAgain { tracker.setConsent(.analytics, granted: true) }
            tracker.setConsent(.monitoring, granted: true)
        case .whileAnalyticsWaits: tracker.setConsent(.monitoring, granted: true)
        case .both: tracker.optIn()
        case .monitoringAlone, .optedOutBefore: break
        }
        bench.scheduler.advance(by: .seconds(20))
        let meta = try #require(bench.collector.metas(of: "apm").first)
        #expect(meta["n"]?.int64Value == 7 && meta["APP_MONITOR_VERSION"] != nil && meta["REPORT_ID"] != nil)
        #expect(meta["APP_UID"]?.stringValue == (answers == .both ? "ann" : nil))
        await bench.bench.stop(tracker)
    }

    @Test("No more than 1000 records wait for the answer")
    func pendingBound() async throws {
        let bench = ChannelBench()
        let tracker = bench.start { $0.consent = .pending }
        let channel = try #require(tracker.channel("apm"))
        for number in 1...1_000 { _ = Kind.monitoring.send(Int64(number), on: channel) }
        #expect(Kind.monitoring.send(1_001, on: channel) == .dropped(.storageFull))
        await bench.bench.stop(tracker)
    }
}
