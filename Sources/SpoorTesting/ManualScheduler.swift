public import SpoorChannel
import SpoorWire

/// A scheduler whose time moves, and whose work runs, only when told to.
///
/// Work runs on the thread that calls ``advance(by:)`` or ``settle()``, in the order of its due time; ties run in the
/// order they were handed in.
public final class ManualScheduler: Scheduler {
    private struct Entry {
        var id: Int
        var due: Duration
        var work: @Sendable () -> Void
    }

    private struct State {
        var now: Duration = .zero
        var slept: Duration = .zero
        var wallOffset: Int64
        var nextID = 0
        var pending: [Entry] = []
        var runsWaitedWork = true
    }

    private let state: Locked<State>

    /// Creates a scheduler.
    ///
    /// - Parameter wallMilliseconds: the wall clock to begin with; the default is 2026-03-05 12:00 UTC.
    public init(wallMilliseconds: Int64 = 1_772_712_000_000) {
        self.state = Locked(State(wallOffset: wallMilliseconds))
    }

    /// The wall clock in milliseconds; moves with time, and jumps by ``jumpWallClock(byMilliseconds:)``.
    public var wallMilliseconds: Int64 {
        self.state.withLock { $0.wallOffset + $0.now.wholeMilliseconds }
    }

    /// Time since creation.
    public var uptime: Duration {
        self.state.withLock { $0.now }
    }

    /// Time since creation, with ``sleepDevice(for:)``.
    public var continuousTime: Duration {
        self.state.withLock { $0.now + $0.slept }
    }

    /// Whether work that a caller waits for runs at once, on the caller's thread; off, the caller's wait ends in vain.
    public var runsWaitedWork: Bool {
        get { self.state.withLock { $0.runsWaitedWork } }
        set { self.state.withLock { $0.runsWaitedWork = newValue } }
    }

    /// Keeps the work until the next ``settle()`` or ``advance(by:)``.
    public func async(_ work: @escaping @Sendable () -> Void) {
        _ = self.add(after: .zero, work)
    }

    /// Runs the work at once, or keeps it while ``runsWaitedWork`` is off.
    public func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        guard self.runsWaitedWork else {
            self.async(work)
            return false
        }
        work()
        return true
    }

    /// Runs the work at once.
    public func runBeside(_ work: @escaping @Sendable () -> Void) {
        work()
    }

    /// Keeps the work until time has moved by `delay`.
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        let id = self.add(after: max(.zero, delay), work)
        return Handle(scheduler: self, id: id)
    }

    /// Runs everything that is due now, and what that work hands in for now.
    public func settle() {
        self.advance(by: .zero)
    }

    /// Moves time forward, running due work in due order.
    public func advance(by duration: Duration) {
        let target = self.uptime + duration
        while let work = self.popDue(upTo: target) { work() }
        self.state.withLock { $0.now = max($0.now, target) }
    }

    /// Moves the wall clock alone, as a user or a time server does.
    public func jumpWallClock(byMilliseconds change: Int64) {
        self.state.withLock { $0.wallOffset += change }
    }

    /// Forgets all work that waits, as the end of a process does.
    public func forgetWork() {
        self.state.withLock { $0.pending = [] }
    }

    /// Lets the device sleep: wall clock and continuous time go on, awake time and scheduled work stand still.
    public func sleepDevice(for duration: Duration) {
        self.state.withLock { state in
            state.slept += duration
            state.wallOffset += duration.wholeMilliseconds
        }
    }

    private func add(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Int {
        self.state.withLock { state in
            state.nextID += 1
            state.pending.append(Entry(id: state.nextID, due: state.now + delay, work: work))
            return state.nextID
        }
    }

    private func popDue(upTo target: Duration) -> (@Sendable () -> Void)? {
        self.state.withLock { state in
            guard
                let index = state.pending.indices.min(by: {
                    (state.pending[$0].due, state.pending[$0].id) < (state.pending[$1].due, state.pending[$1].id)
                }), state.pending[index].due <= target
            else { return nil }
            let entry = state.pending.remove(at: index)
            state.now = max(state.now, entry.due)
            return entry.work
        }
    }

    private func cancel(_ id: Int) {
        self.state.withLock { $0.pending.removeAll { $0.id == id } }
    }

    private struct Handle: ScheduledWork {
        let scheduler: ManualScheduler
        let id: Int

        func cancel() {
            self.scheduler.cancel(self.id)
        }
    }
}
