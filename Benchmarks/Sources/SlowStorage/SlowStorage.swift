import CSlowWrites
import Dispatch
import Foundation
import Spoor
import SpoorTesting

/// How long a public call takes its caller while every write to storage takes 3 s and no request is answered (case O-17).
///
/// A program of its own, because the C library's functions that write are replaced in all of it: also a write that is made
/// with a lock held, or by the caller itself, takes 3 s.
@main
enum SlowStorage {
    private static let rounds = 200
    private static let writeMilliseconds: UInt32 = 3_000
    /// So that the rounds are spread over several writes.
    private static let pauseMicroseconds: UInt32 = 50_000

    static func main() async {
        let folder = NSTemporaryDirectory() + "/spoor-slow-" + UUID().uuidString
        let tracker = Self.tracker(folder)
        // Open before anything is slow.
        _ = await tracker.status()
        _ = await tracker.channel("apm")?.status()
        slow_writes_begin(Self.writeMilliseconds)
        let measured: [(name: String, worst: UInt64)] = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.measure(tracker)) }
        }
        let writes = slow_writes_count()
        slow_writes_begin(0)
        Self.show(measured, writes: writes)
        fflush(nil)
        try? FileManager.default.removeItem(atPath: folder)
        // The request that stands still would keep an orderly end waiting.
        exit(writes > 0 ? 0 : 1)
    }

    private static func tracker(_ folder: String) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9", project: "bench")
        configuration.folder = folder
        configuration.startWait = .seconds(30)
        configuration.log = { _ in }
        configuration.channels["apm"] = .prism(endpoint: "http://127.0.0.1:9", project: "bench")
        var environment = TrackerEnvironment.live(name: "bench")
        environment.vault = SlowVault(milliseconds: Self.writeMilliseconds)
        let silence = ScriptedTransport(scheduler: environment.scheduler) { _, _ in ScriptedTransport.Reply(nil) }
        environment.transport = silence
        environment.channelTransport = { _ in silence }
        return Tracker(configuration, environment: environment)
    }

    /// Makes all calls in turn, again and again, and keeps the worst time of each.
    private static func measure(_ tracker: Tracker) -> [(name: String, worst: UInt64)] {
        var worst = [UInt64](repeating: 0, count: PublicCalls.all.count)
        for _ in 0..<Self.rounds {
            for (index, entry) in PublicCalls.all.enumerated() {
                let start = DispatchTime.now().uptimeNanoseconds
                entry.call(tracker)
                worst[index] = max(worst[index], DispatchTime.now().uptimeNanoseconds - start)
            }
            // The last call of a round is an opt-out: without consent the next round would do nothing.
            tracker.optIn()
            usleep(Self.pauseMicroseconds)
        }
        return zip(PublicCalls.all, worst).map { ($0.name, $1) }
    }

    /// One line of figures; on standard error the five worst calls.
    private static func show(_ measured: [(name: String, worst: UInt64)], writes: UInt) {
        let sorted = measured.sorted { $0.worst > $1.worst }
        let text = sorted.prefix(5).map { "\($0.name) \(Self.milliseconds($0.worst)) ms" }
        FileHandle.standardError.write(Data(("  worst calls: " + text.joined(separator: ", ") + "\n").utf8))
        print(
            "{\"slow_storage_worst_call_ms\":\(Self.milliseconds(sorted.first?.worst ?? 0)),"
                + "\"call\":\"\(sorted.first?.name ?? "")\",\"calls\":\(measured.count),\"slow_writes\":\(writes)}"
        )
    }

    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        String(format: "%.3f", Double(nanoseconds) / 1e6)
    }
}
