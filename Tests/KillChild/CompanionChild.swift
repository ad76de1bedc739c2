import Foundation
import Spoor

extension KillChild {
    /// Records beside the app as an extension does, until it is killed or has recorded its limit; then ends orderly.
    static func accompany(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(
            folder: folder,
            endpoint: "http://127.0.0.1:9",
            isOnline: false,
            startWait: .seconds(30),
            shared: .companion(folder + "/group"),
            options
        )
        let run = options.number("run", 0)
        for number in 1...options.number("limit", 100_000) {
            let answer = tracker.track("accompanied", ["mark": "\(run)-0-\(number)", "screen": "Share"])
            Report(thread: 0, number: number, answer).write()
            if number % 5 == 0 { usleep(1_000) }
        }
        await tracker.stop()
    }

    /// Runs as the app: takes over what companions record, and uploads it, until standard input ends; then all of it.
    static func host(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(
            folder: folder,
            endpoint: options["endpoint"] ?? "",
            isOnline: true,
            startWait: .seconds(30),
            shared: .host(folder + "/group"),
            options
        )
        let isOver = Locked(false)
        Thread.detachNewThread {
            while readLine() != nil {}
            isOver.withLock { $0 = true }
        }
        while !isOver.withLock({ $0 }) {
            tracker.willEnterForeground()
            try? await Task.sleep(for: .milliseconds(20))
        }
        _ = await tracker.flush()
        let status = await Self.drainQueue(of: tracker)
        print("\(status.delivered) \(status.duplicates) \(status.rejected) \(status.lost)")
    }
}
