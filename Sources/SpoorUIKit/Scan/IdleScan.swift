#if canImport(UIKit) && !os(watchOS)
import Foundation

/// Work that is done when the main loop has nothing else to do, and not more often than said.
///
/// Whatever changes the screen wakes the loop, so the loop's way back to sleep is the moment to look at it; nothing of
/// the toolkit is hooked for it, and an app that rests costs nothing.
@MainActor
final class IdleScan {
    /// The least time between two runs, in seconds.
    private let interval: TimeInterval

    private var observer: CFRunLoopObserver?
    private var work: (@MainActor () -> Duration?)?
    private var lastRun: TimeInterval = 0
    private var wakeUp: TimeInterval?
    private var isDue = false

    /// Makes a scan that does not run yet.
    ///
    /// - Parameter interval: the least time between two runs, in seconds.
    init(interval: TimeInterval) {
        self.interval = interval
    }

    /// Begins.
    ///
    /// - Parameter work: what is done; it answers after which time it must be done again, even if nothing happens.
    func begin(_ work: @escaping @MainActor () -> Duration?) {
        guard self.observer == nil else { return }
        self.work = work
        let activity = CFRunLoopActivity.beforeWaiting.rawValue
        // Late in the order: after UIKit and Core Animation have laid out what changed.
        let observer = CFRunLoopObserverCreateWithHandler(kCFAllocatorDefault, activity, true, Int(Int32.max)) {
            [weak self] _, _ in
            MainActor.assumeIsolated { self?.loopIsIdle() }
        }
        CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
        self.observer = observer
    }

    /// Ends.
    func end() {
        guard let observer = self.observer else { return }
        CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, .commonModes)
        self.observer = nil
        self.work = nil
    }

    private func loopIsIdle() {
        let now = ProcessInfo.processInfo.systemUptime
        let wait = self.interval - (now - self.lastRun)
        guard self.isDue || wait <= 0 else { return self.wake(after: wait, at: now) }
        self.isDue = false
        self.lastRun = now
        guard let next = self.work?() else { return }
        let parts = next.components
        self.wake(after: Double(parts.seconds) + Double(parts.attoseconds) * 1e-18, at: now)
    }

    /// Lets the loop run once more; what was changed until then is looked at when it is idle again.
    private func wake(after seconds: TimeInterval, at now: TimeInterval) {
        let seconds = max(seconds, 0.005)
        if let wakeUp = self.wakeUp, wakeUp <= now + seconds { return }
        let moment = now + seconds
        self.wakeUp = moment
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated { self?.woken(moment) }
        }
    }

    private func woken(_ moment: TimeInterval) {
        // A later one that an earlier one overtook.
        guard self.wakeUp == moment else { return }
        self.wakeUp = nil
        self.isDue = true
    }
}
#endif
