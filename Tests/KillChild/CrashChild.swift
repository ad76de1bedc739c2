import Dispatch
import Foundation
import Spoor
import SpoorChannel
import SpoorStore

/// Crashes in the SDK's own places, after events were recorded.
extension KillChild {
    /// Where the process crashes.
    private enum Place: String {
        /// A trap in a block on the SDK's queue, as an uncaught exception ends a process.
        case exceptionOnQueue = "exception-on-queue"
        /// A bad access in a block on the SDK's queue.
        case badAccessOnQueue = "bad-access-on-queue"
        /// A bad access inside a transaction, which holds the database's lock.
        case databaseLock = "database-lock"
        /// A trap on the main thread while the SDK's queue is busy and will not end.
        case mainWhileBusy = "main-while-busy"
    }

    static func crash(folder: String, _ options: ChildOptions) async {
        guard let place = Place(rawValue: options["where"] ?? "") else { Self.fail("--where names no place") }
        let isArmed = Locked(false)
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9", project: "kill")
        configuration.folder = folder
        configuration.startWait = .seconds(30)
        configuration.channel.isUploadEnabled = false
        var environment = TrackerEnvironment.live(name: "kill")
        environment.adjustStorage = { store in
            store.point = { passed in
                if place == .databaseLock, passed == .beforeCommit, isArmed.withLock({ $0 }) { Self.accessBadly() }
            }
        }
        let tracker = Tracker(configuration, environment: environment)
        for number in 1...options.number("limit", 200) {
            Report(thread: 0, number: number, tracker.track("crash_test", ["step": number])).write()
        }
        isArmed.withLock { $0 = true }
        switch place {
        case .exceptionOnQueue: environment.scheduler.async { abort() }
        case .badAccessOnQueue: environment.scheduler.async { Self.accessBadly() }
        case .databaseLock: tracker.track("crash_test", ["step": 0])
        case .mainWhileBusy:
            let isBusy = DispatchSemaphore(value: 0)
            environment.scheduler.async {
                isBusy.signal()
                DispatchSemaphore(value: 0).wait()
            }
            DispatchQueue.main.async {
                isBusy.wait()
                abort()
            }
        }
        // Whoever is still here after a minute has not crashed.
        try? await Task.sleep(for: .seconds(60))
        Self.fail("the process goes on after a crash")
    }

    private static func accessBadly() {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    }
}
