import Foundation
import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// The calls of the shared tracker, for real: before it is started, and on a queue of its own.
struct FacadeTests {
    private func calls() throws -> [TrackAnswer] {
        let link = try #require(URL(string: "app://open?utm_source=mail"))
        return [
            Spoor.login("ann", key: IdentityKey.email), Spoor.bind("card", "1"), Spoor.unbind("card", "1"),
            Spoor.profileSet(["a": 1]), Spoor.profileSetOnce(["a": 1]), Spoor.profileIncrement("n"),
            Spoor.profileAppend("tags", ["x"]), Spoor.profileUnset("a"), Spoor.profileDelete(),
            Spoor.trackDeepLink(link), Spoor.trackPushClick(PushMessage(title: "Sale")),
        ]
    }

    @Test func theSharedTrackerTakesCallsOnceItIsStarted() async throws {
        #expect(try self.calls().allSatisfy { $0 == .dropped(.stopped) } && Spoor.distinctID == nil)
        let folder = NSTemporaryDirectory() + "spoor-facade-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9")
        configuration.folder = folder
        configuration.journalSegmentBytes = 64 << 10
        configuration.channel.isUploadEnabled = false
        let tracker = Spoor.start(configuration)
        _ = await tracker.status()
        #expect(try self.calls().allSatisfy { $0.isRecorded || $0 == .held })
        Spoor.logout()
        Spoor.resetAnonymousID(to: "visitor-1")
        Spoor.identify("visitor-2")
        #expect(Spoor.distinctID == "visitor-2")
        await Spoor.stop()
        #expect(Spoor.login("ann") == .dropped(.stopped))
    }
}
