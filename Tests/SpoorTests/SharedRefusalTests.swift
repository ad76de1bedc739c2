import Foundation
import Spoor
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// A refusal in an extension means in the app what the same call means there.
struct SharedRefusalTests {
    private let bench = TestBench()

    private var container: String { self.bench.folder + "/group" }

    private func start(_ role: SharedContainer.Role) -> Tracker {
        self.bench.start { $0.sharedContainer = SharedContainer(path: self.container, role: role) }
    }

    private func pass(_ seconds: Int = 1) { self.bench.scheduler.advance(by: .seconds(seconds)) }

    /// A call that refuses, and what is left of person and visitor once somebody agrees again.
    enum Refusal: String, CaseIterable, Sendable {
        case optOut, setConsent, optOutAndForget

        func call(_ tracker: Tracker) {
            switch self {
            case .optOut: tracker.optOut()
            case .setConsent: tracker.setConsent(Set(ConsentCategory.allCases), granted: false)
            case .optOutAndForget: tracker.optOutAndForget()
            }
        }

        var keepsPerson: Bool { self == .optOut }
        var keepsVisitor: Bool { self != .optOutAndForget }
    }

    private func host() -> Tracker {
        let host = self.start(.host)
        host.registerSuperProperties(["plan": "pro"])
        host.login("ann")
        host.bind("$identity_mobile", "138")
        host.setPushID("token", forKey: "jpush_id")
        return host
    }

    private func check(
        _ host: Tracker,
        _ refusal: Refusal,
        visitor: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect((host.loginID == "ann") == refusal.keepsPerson, sourceLocation: sourceLocation)
        #expect((host.identities["$identity_mobile"] == "138") == refusal.keepsPerson, sourceLocation: sourceLocation)
        #expect((host.anonymousID == visitor) == refusal.keepsVisitor, sourceLocation: sourceLocation)
    }

    @Test("A refusal in an extension is the same call in the app", arguments: Refusal.allCases, [false, true])
    func aRefusalInAnExtension(refusal: Refusal, hostIsAway: Bool) async {
        var host = self.host()
        let visitor = host.anonymousID
        self.pass(20)
        _ = await self.bench.flush(host)
        let companion = self.start(.companion)
        companion.track("secret")
        self.pass()
        if hostIsAway { await self.bench.stop(host) }
        refusal.call(companion)
        self.pass()
        await self.bench.stop(companion)
        if hostIsAway { host = self.start(.host) }
        _ = await self.bench.flush(host)
        self.pass(400)
        #expect(host.isOptedOut)
        self.check(host, refusal, visitor: visitor)
        let before = self.bench.collector.events.count
        host.optIn()
        self.check(host, refusal, visitor: visitor)
        // Nobody knows whether the refusal deleted what set it.
        #expect(host.setPushID("token", forKey: "jpush_id").isRecorded)
        host.track("again")
        _ = await self.bench.flush(host)
        let after = self.bench.collector.events.dropFirst(before)
        #expect(!after.contains { $0["event"] == "secret" } && after.contains { $0["event"] == "again" })
        #expect(after.allSatisfy { ($0["anonymous_id"]?.stringValue == visitor) == refusal.keepsVisitor })
        await self.bench.stop(host)
        // The next run of both knows the same.
        host = self.start(.host)
        self.pass(20)
        self.check(host, refusal, visitor: visitor)
        let next = self.start(.companion)
        self.pass()
        #expect(next.anonymousID == host.anonymousID && next.loginID == host.loginID)
        await self.bench.stop(next)
        await self.bench.stop(host)
    }

    @Test("A further refusal in an extension is heard, too", arguments: [Refusal.setConsent, .optOutAndForget])
    func aFurtherRefusal(refusal: Refusal) async {
        let host = self.host()
        let visitor = host.anonymousID
        self.pass(20)
        let companion = self.start(.companion)
        companion.optOut()
        _ = await self.bench.flush(host)
        self.pass(400)
        #expect(host.isOptedOut && host.loginID == "ann")
        refusal.call(companion)
        self.pass(400)
        await self.bench.stop(companion)
        _ = await self.bench.flush(host)
        self.pass(400)
        self.check(host, refusal, visitor: visitor)
        await self.bench.stop(host)
    }

    /// What companions of earlier versions left says which kinds alone; that was a refusal by `setConsent`.
    @Test("A note of an older extension is read")
    func aNoteOfAnOlderExtension() async throws {
        let host = self.host()
        let visitor = host.anonymousID
        self.pass(20)
        await self.bench.stop(host)
        let place = CompanionPlace(root: self.container + "/spoor/default")
        let store = try ChannelStore.openCompanion(
            in: place,
            configuration: ChannelStoreConfiguration(provisioner: { $0() })
        )
        let all = ConsentCategory.allCases.map(\.rawValue).sorted().map { JSONValue.string($0) }
        _ = store.setState(["companion_refused": .array(all)], recorded: 1)
        store.close()
        let again = self.start(.host)
        self.pass(400)
        #expect(again.isOptedOut)
        self.check(again, .setConsent, visitor: visitor)
        await self.bench.stop(again)
    }
}
