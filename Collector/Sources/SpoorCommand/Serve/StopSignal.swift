import Dispatch
import SpoorWire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Notes that the person (Ctrl-C) or the system (SIGTERM) wants the process to end.
///
/// Made before anybody is told that the process runs: from then on no signal is lost.
final class StopSignal {
    private struct State: Sendable {
        var hasArrived = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private let sources: [any DispatchSourceSignal]

    /// Takes the two signals from here on.
    init() {
        self.sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let registered = DispatchGroup()
        for source in self.sources {
            source.setEventHandler { [state] in
                let waiting = state.withLock { state in
                    state.hasArrived = true
                    defer { state.waiting = nil }
                    return state.waiting
                }
                waiting?.resume()
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
        }
        registered.wait()
    }

    /// Returns when one of the two signals has arrived.
    func wait() async {
        await withCheckedContinuation { continuation in
            let hasArrived = self.state.withLock { state in
                if !state.hasArrived { state.waiting = continuation }
                return state.hasArrived
            }
            if hasArrived { continuation.resume() }
        }
        for source in self.sources { source.cancel() }
        // A second signal means that stopping takes too long for whoever sends it.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
