/// The time, as a command that waits for something takes it.
struct CommandClock: Sendable {
    /// Time since some fixed start; never goes back.
    let uptime: @Sendable () -> Duration
    /// Lets so much time pass.
    let pause: @Sendable (Duration) async -> Void

    /// The real one.
    static let system: CommandClock = {
        let start = ContinuousClock.now
        return CommandClock(
            uptime: { start.duration(to: .now) },
            pause: { try? await Task.sleep(for: $0) }
        )
    }()
}
