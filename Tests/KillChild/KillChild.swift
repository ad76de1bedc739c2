import Dispatch
import Foundation
import Spoor
import SpoorStore

/// The process that the kill test starts and kills: records numbered events, or uploads what an earlier one left.
///
/// usage: KillChild record DIR --run R --threads T --limit N [--kill-at POINT] [--after K] [--fault FAULT]
///        KillChild upload DIR --endpoint URL [--kill-at POINT] [--after K] [--first PID] [--survive 1]
///        KillChild cold DIR --endpoint URL --run R --limit N
///        KillChild share DIR --run R
///        KillChild locale DIR --endpoint URL --locale NAME
///        KillChild companion DIR --run R --limit N
///        KillChild crash DIR --where PLACE [--limit N]
///        KillChild host DIR --endpoint URL [--kill-at POINT] [--after K]
///        KillChild send DIR --run R --threads T --limit N --key-id ID --key PUBLIC [--kill-at …] [--fault FAULT]
///        KillChild deliver DIR --endpoint URL --key-id ID --key PUBLIC [--kill-at …] [--first PID] [--survive 1]
///
/// `cold` records at once while it is online, whether or not a server is there, and waits until all has been uploaded.
/// `companion` records beside the app in a shared container, and `host` is that app, until its standard input ends.
/// `share` records beside another process; `locale` changes the process's locale in between.
/// `send` and `deliver` do with records of a sealed Prism channel what `record` and `upload` do with events.
/// `record`, `cold`, `companion` and `share` report each answer of `track` (see ``Report``). At the K-th pass of POINT the process PID
/// is killed, if one is named, and then this one, unless it is to survive.
@main
enum KillChild {
    private static let commands = [
        "record", "upload", "cold", "share", "locale", "companion", "host", "send", "deliver", "crash",
    ]

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else {
            Self.fail("usage: KillChild \(Self.commands.joined(separator: "|")) DIR …")
        }
        let options = ChildOptions(Array(arguments.dropFirst(2)))
        switch arguments[0] {
        case "record": await Self.record(folder: arguments[1], options)
        case "upload": await Self.upload(folder: arguments[1], options)
        case "cold": await Self.coldStart(folder: arguments[1], options)
        case "share": await Self.share(folder: arguments[1], options)
        case "locale": await Self.changeLocale(folder: arguments[1], options)
        case "companion": await Self.accompany(folder: arguments[1], options)
        case "host": await Self.host(folder: arguments[1], options)
        case "send": await Self.sendRecords(folder: arguments[1], options)
        case "deliver": await Self.deliverRecords(folder: arguments[1], options)
        case "crash": await Self.crash(folder: arguments[1], options)
        default: Self.fail("'\(arguments[0])' is none of \(Self.commands.joined(separator: ", "))")
        }
    }

    static func tracker(
        folder: String,
        endpoint: String,
        isOnline: Bool,
        startWait: Duration? = nil,
        shared: SharedContainer? = nil,
        _ options: ChildOptions,
        configure: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        // Everything else is the default, which is also what the benchmark measures.
        var configuration = TrackerConfiguration(endpoint: endpoint, project: "kill")
        // On a busy machine a child records for minutes before its end comes: nothing is to go for want of room.
        configuration.channel.maxStoredRecords = 10_000_000
        configuration.channel.maxStoredBytes = 4 << 30
        configuration.folder = folder
        configuration.sharedContainer = shared
        if let startWait { configuration.startWait = startWait }
        configuration.channel.isUploadEnabled = isOnline
        configure(&configuration)
        var environment = TrackerEnvironment.live(name: "kill")
        let adjustment = Self.adjustment(options)
        // Where there are channels, they are what is killed.
        if configuration.channels.isEmpty {
            environment.adjustStorage = adjustment
        } else {
            environment.adjustChannelStorage = { _, store in adjustment(&store) }
        }
        return Tracker(configuration, environment: environment)
    }

    /// Plants the fault and the kill that were asked for.
    private static func adjustment(_ options: ChildOptions) -> @Sendable (inout ChannelStoreConfiguration) -> Void {
        let point = options["kill-at"]
        let fault = options["fault"]
        let first = options.number("first", 0)
        let survives = options.number("survive", 0) == 1
        let passes = Locked(options.number("after", 1))
        return { store in
            store.faults.isJournalOff = fault == "journal-off"
            store.faults.recyclesBeforeCommit = fault == "recycle-before-commit"
            store.point = { passed in
                guard passed.rawValue == point else { return }
                let left = passes.withLock { passes in
                    passes -= 1
                    return passes
                }
                guard left == 0 else { return }
                if first > 0 { kill(pid_t(first), SIGKILL) }
                if !survives { kill(getpid(), SIGKILL) }
            }
        }
    }

    private static func record(folder: String, _ options: ChildOptions) async {
        // Events tracked before storage is open are not acknowledged, and would only thin the test.
        let tracker = Self.tracker(
            folder: folder,
            endpoint: "http://127.0.0.1:9",
            isOnline: false,
            startWait: .seconds(30),
            options
        )
        let threads = options.number("threads", 1)
        let limit = options.number("limit", 60_000) / threads
        let run = options.number("run", 0)
        // Threads of their own: as many as were asked for run at once, however few cores there are.
        for thread in 0..<threads {
            Thread.detachNewThread {
                for number in 1...limit {
                    // State goes through the journal too, so that drains write it.
                    if thread == 0, number % 500 == 1 { tracker.registerSuperProperties(["lap": number / 500]) }
                    let answer = tracker.track(
                        "kill_test",
                        [
                            "mark": "\(run)-\(thread)-\(number)", "screen": "Checkout", "amount": 19.5,
                            "premium": true, "step": number,
                        ]
                    )
                    Report(thread: thread, number: number, answer).write()
                }
            }
        }
        // The kill comes from outside, or from a drain.
        while true { try? await Task.sleep(for: .seconds(60)) }
    }

    private static func coldStart(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(folder: folder, endpoint: options["endpoint"] ?? "", isOnline: true, options)
        for number in 1...options.number("limit", 5_000) {
            let mark = "\(options.number("run", 0))-0-\(number)"
            Report(thread: 0, number: number, tracker.track("cold_start", ["mark": mark])).write()
        }
        await Self.drainQueue(of: tracker)
    }

    private static func upload(folder: String, _ options: ChildOptions) async {
        let tracker = Self.tracker(folder: folder, endpoint: options["endpoint"] ?? "", isOnline: true, options)
        let status = await Self.drainQueue(of: tracker)
        print("\(status.delivered) \(status.duplicates) \(status.rejected) \(status.lost)")
    }

    /// Waits until the channel's own policy has uploaded everything.
    @discardableResult
    static func drainQueue(of tracker: Tracker) async -> ChannelStatus {
        let end = ContinuousClock.now + .seconds(600)
        // What the journal holds does not count as waiting before it is drained, so nothing must wait in many answers
        // one after another: in answers, not in time, since a busy machine may not ask for a while.
        var emptyAnswers = 0
        while emptyAnswers < 60 {
            emptyAnswers = await tracker.status().waiting > 0 ? 0 : emptyAnswers + 1
            if ContinuousClock.now > end { Self.fail("events still wait after ten minutes") }
            try? await Task.sleep(for: .milliseconds(5))
        }
        let status = await tracker.status()
        await tracker.stop()
        return status
    }

    static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("KillChild: \(sentence)\n".utf8))
        exit(3)
    }
}
