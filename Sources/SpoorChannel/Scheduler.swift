/// Work that was scheduled and can still be called off.
public protocol ScheduledWork: Sendable {
    /// Calls the work off; without effect once it has run.
    func cancel()
}

/// One serial queue with its clocks: the only source of time and order below the facade.
///
/// A channel runs everything but the caller's append on its scheduler, so tests that hand in a manual one decide when
/// work runs and what time it is.
public protocol Scheduler: Sendable {
    /// The wall clock, in milliseconds since 1970; may jump.
    var wallMilliseconds: Int64 { get }

    /// Time since some fixed start; never goes back.
    var uptime: Duration { get }

    /// Time since some fixed start, the device's sleep included; never goes back.
    ///
    /// The default is ``uptime``, for platforms that cannot tell.
    var continuousTime: Duration { get }

    /// Runs `work` after everything that was handed in before it.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` as ``async(_:)`` does, and waits for it, but at most `limit`.
    ///
    /// - Returns: whether the work had ended when the call returned.
    func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool

    /// Runs `work` beside the queue, so that neither it nor a caller waits for it.
    func runBeside(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` once `delay` has passed, in order with the rest.
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork
}

extension Scheduler {
    /// The awake time.
    public var continuousTime: Duration { self.uptime }
}
