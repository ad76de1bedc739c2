#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack

/// Work that is done when the main loop has nothing else to do, at an ``IdlePace``.
///
/// Whatever changes the screen wakes the loop, so the loop's way back to sleep is the moment to look at it; nothing of
/// the toolkit is hooked for it, and an app that rests costs nothing.
@MainActor
final class IdleScan {
    private var pace: IdlePace
    private var observer: CFRunLoopObserver?
    private var work: (@MainActor () -> Duration?)?

    /// Makes a scan that does not run yet.
    ///
    /// - Parameter interval: the least time between two runs.
    init(interval: Duration) {
        self.pace = IdlePace(interval: interval)
    }

    /// Begins; a second time changes nothing.
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

    private static var uptime: Duration { .seconds(ProcessInfo.processInfo.systemUptime) }

    private func loopIsIdle() {
        var step = self.pace.loopIsIdle(at: Self.uptime)
        if step == .look { step = self.pace.looked(next: self.work?(), at: Self.uptime) }
        guard case .wake(let wait, let number) = step else { return }
        let parts = wait.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated { self?.pace.woken(number) }
        }
    }
}
#endif
