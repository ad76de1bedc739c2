import SpoorWire

/// Keeps an app's log that calls the tracker from being called without end (bug case O-19).
///
/// A sentence that is said on a thread while that thread is in an app's log already is not handed over: it is counted, and
/// the next one that is tells how many there were. No lock is held while the log runs.
final class LogGuard: Sendable {
    /// Which thread is in a log; one for all trackers, since the log of one may start or call another.
    private static let threads = ReentryGuard()

    private let skipped = Locked(0)

    /// Hands a message to the app's log.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - log: the app's log.
    func hand(_ message: LogMessage, to log: (LogMessage) -> Void) {
        let isHanded: Void? = Self.threads.run {
            let count = self.skipped.withLock { skipped in
                defer { skipped = 0 }
                return skipped
            }
            var message = message
            if count > 0 {
                message.text +=
                    " (\(count) earlier sentences were said while the log handler itself ran, and not handed to it.)"
            }
            log(message)
        }
        if isHanded == nil { self.skipped.withLock { $0 += 1 } }
    }

    /// Whether this thread is in an app's log; then a sentence that would be said later counts as not handed over.
    func skipsHere() -> Bool {
        guard Self.threads.isInside else { return false }
        self.skipped.withLock { $0 += 1 }
        return true
    }
}

extension TrackerConfiguration {
    /// Hands a warning to the app's log, unless this thread is in a log already.
    func warn(_ sentence: String) {
        self.logGuard.hand(LogMessage(.warning, sentence), to: self.log)
    }
}
