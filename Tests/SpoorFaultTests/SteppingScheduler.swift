import Dispatch
import SpoorChannel
import SpoorWire

/// A real serial queue whose long waits end only when told to, so that nothing is tried again behind a test's back.
final class SteppingScheduler: Scheduler {
    private struct Entry {
        var id: Int
        var due: Duration
        var work: @Sendable () -> Void
    }

    private struct State {
        var now: Duration = .zero
        var nextID = 0
        var parked: [Entry] = []
    }

    private let real = DispatchScheduler(label: "spoor.fault-test")
    private let state = Locked(State())

    /// Waits up to this long are not worth stepping through.
    private static let short: Duration = .milliseconds(500)

    var wallMilliseconds: Int64 { 1_772_712_000_000 + self.uptime.wholeMilliseconds }

    var uptime: Duration { self.state.withLock { $0.now } }

    func async(_ work: @escaping @Sendable () -> Void) { self.real.async(work) }

    func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        self.real.run(waitingAtMost: .seconds(30), work)
    }

    func runBeside(_ work: @escaping @Sendable () -> Void) { self.real.runBeside(work) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        guard delay > Self.short else { return self.real.schedule(after: .zero, work) }
        return self.state.withLock { state in
            state.nextID += 1
            state.parked.append(Entry(id: state.nextID, due: state.now + delay, work: work))
            return Handle(scheduler: self, id: state.nextID)
        }
    }

    /// Moves time on to the next wait that ends within `limit`, if there is one.
    func step(within limit: Duration) {
        let next = self.state.withLock { state in
            state.parked.map { $0.due - state.now }.filter { $0 <= limit }.min()
        }
        if let next { self.advance(by: max(.zero, next)) }
    }

    /// Moves time on, and hands what is due by then to the queue.
    func advance(by duration: Duration) {
        let due = self.state.withLock { state in
            state.now += duration
            let now = state.now
            let due = state.parked.filter { $0.due <= now }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
            state.parked.removeAll { $0.due <= now }
            return due
        }
        for entry in due { self.real.async(entry.work) }
    }

    private func cancel(_ id: Int) { self.state.withLock { $0.parked.removeAll { $0.id == id } } }

    private struct Handle: ScheduledWork {
        let scheduler: SteppingScheduler
        let id: Int

        func cancel() { self.scheduler.cancel(self.id) }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        self.components.seconds * 1000 + self.components.attoseconds / 1_000_000_000_000_000
    }
}
