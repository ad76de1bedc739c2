import Dispatch
import SpoorWire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits for the person (Ctrl-C) or the system (SIGTERM) to end the process.
enum StopSignal {
    /// Returns when one of the two signals has arrived.
    static func wait() async {
        let sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        await withCheckedContinuation { continuation in
            let waiting = Locked<CheckedContinuation<Void, Never>?>(continuation)
            for source in sources {
                source.setEventHandler {
                    let first = waiting.withLock { stored in
                        defer { stored = nil }
                        return stored
                    }
                    first?.resume()
                }
                source.activate()
            }
        }
        for source in sources { source.cancel() }
        // A second signal means that stopping takes too long for whoever sends it.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
