import Dispatch
import Foundation
import Spoor
import SpoorStore

/// The process that the kill test starts and kills: records numbered events, or uploads what an earlier one left.
///
/// usage: KillChild record DIR --run R --threads T --limit N [--kill-at POINT] [--after K] [--fault FAULT]
///        KillChild upload DIR --endpoint URL [--kill-at POINT] [--after K]
///        KillChild cold DIR --endpoint URL --run R --limit N
///
/// `cold` records at once while it is online, whether or not a server is there, and waits until all has been uploaded.
/// `record` writes eight bytes to standard output after each `.recorded`: the thread and the number, big-endian.
@main
enum KillChild {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else { return Self.fail("usage: KillChild record|upload DIR …") }
        let options = Options(Array(arguments.dropFirst(2)))
        switch arguments[0] {
        case "record": await Self.record(folder: arguments[1], options)
        case "upload": await Self.upload(folder: arguments[1], options)
        case "cold": await Self.coldStart(folder: arguments[1], options)
        default: Self.fail("'\(arguments[0])' is none of record, upload and cold")
        }
    }

    /// The options, by name.
    struct Options: Sendable {
        private var values: [String: String] = [:]

        init(_ arguments: [String]) {
            for index in stride(from: 0, to: arguments.count - 1, by: 2) {
                self.values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
            }
        }

        subscript(name: String) -> String? { self.values[name] }

        func number(_ name: String, _ absent: Int) -> Int { self.values[name].flatMap { Int($0) } ?? absent }
    }

    private static func tracker(folder: String, endpoint: String, isOnline: Bool, _ options: Options) -> Tracker {
        // Everything else is the default, which is also what the benchmark measures.
        var configuration = TrackerConfiguration(endpoint: endpoint, project: "kill")
        configuration.folder = folder
        configuration.startWait = .seconds(30)
        configuration.channel.isUploadEnabled = isOnline
        var environment = TrackerEnvironment.live(name: "kill")
        let point = options["kill-at"]
        let passes = Locked(options.number("after", 1))
        environment.adjustStorage = { store in
            store.faults.isJournalOff = options["fault"] == "journal-off"
            store.faults.recyclesBeforeCommit = options["fault"] == "recycle-before-commit"
            store.point = { passed in
                guard passed.rawValue == point,
                    passes.withLock({
                        $0 -= 1; return $0 == 0
                    })
                else { return }
                kill(getpid(), SIGKILL)
            }
        }
        return Tracker(configuration, environment: environment)
    }

    private static func record(folder: String, _ options: Options) async {
        let tracker = Self.tracker(folder: folder, endpoint: "http://127.0.0.1:9", isOnline: false, options)
        let threads = options.number("threads", 1)
        let limit = options.number("limit", 60_000) / threads
        let run = options.number("run", 0)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for number in 1...limit {
                let answer = tracker.track(
                    "kill_test",
                    [
                        "mark": "\(run)-\(thread)-\(number)", "screen": "Checkout", "amount": 19.5, "premium": true,
                        "step": number,
                    ]
                )
                guard answer.isRecorded else { return Self.fail("event \(number) was not recorded: \(answer)") }
                Self.report(thread: thread, number: number)
            }
        }
        // The kill comes from outside, or from a drain.
        while true { try? await Task.sleep(for: .seconds(60)) }
    }

    /// Eight bytes at once, so that the reader never sees half a report.
    private static func report(thread: Int, number: Int) {
        var bytes = (UInt64(thread) << 32 | UInt64(number)).bigEndian
        withUnsafeBytes(of: &bytes) { buffer in
            while write(STDOUT_FILENO, buffer.baseAddress, buffer.count) < 0, errno == EINTR {}
        }
    }

    private static func coldStart(folder: String, _ options: Options) async {
        let tracker = Self.tracker(folder: folder, endpoint: options["endpoint"] ?? "", isOnline: true, options)
        for number in 1...options.number("limit", 5_000) {
            let answer = tracker.track("cold_start", ["mark": "\(options.number("run", 0))-0-\(number)"])
            guard answer.isRecorded else { return Self.fail("event \(number) was not recorded: \(answer)") }
            Self.report(thread: 0, number: number)
        }
        await Self.drainQueue(of: tracker)
    }

    private static func upload(folder: String, _ options: Options) async {
        let tracker = Self.tracker(folder: folder, endpoint: options["endpoint"] ?? "", isOnline: true, options)
        await Self.drainQueue(of: tracker)
    }

    /// Waits until the channel's own policy has uploaded everything.
    private static func drainQueue(of tracker: Tracker) async {
        let end = ContinuousClock.now + .seconds(90)
        // What was just recorded is moved into the database within the drain's delay.
        try? await Task.sleep(for: .milliseconds(300))
        while await tracker.status().waiting > 0 {
            guard ContinuousClock.now < end else { return Self.fail("events still wait after 90 s") }
            try? await Task.sleep(for: .milliseconds(5))
        }
        let status = await tracker.status()
        await tracker.stop()
        print("delivered \(status.delivered) duplicates \(status.duplicates) rejected \(status.rejected)")
    }

    private static func fail(_ sentence: String) {
        FileHandle.standardError.write(Data("KillChild: \(sentence)\n".utf8))
        exit(3)
    }
}
