import Foundation
import Spoor

extension KillChild {
    /// Records an event every millisecond, whoever else has the folder, until standard input ends; then ends orderly.
    static func share(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(folder: folder, endpoint: "http://127.0.0.1:9", isOnline: false, options)
        let isOver = Locked(false)
        Thread.detachNewThread {
            while readLine() != nil {}
            isOver.withLock { $0 = true }
        }
        let run = options.number("run", 0)
        var number = 0
        while !isOver.withLock({ $0 }) {
            number += 1
            Report(thread: 0, number: number, tracker.track("shared", ["run": run, "number": number])).write()
            try? await Task.sleep(for: .milliseconds(1))
        }
        await tracker.stop()
    }
}
