/// What a channel takes from the outside world.
public struct ChannelEnvironment: Sendable {
    /// The queue and the clocks.
    public var scheduler: any Scheduler

    /// What carries requests.
    public var transport: any UploadTransport

    /// Random numbers that spread retries over time, and name producers.
    public var random: @Sendable () -> UInt64

    /// Gets one sentence per thing that developers should know.
    public var log: @Sendable (String) -> Void

    /// Creates an environment.
    public init(
        scheduler: any Scheduler,
        transport: any UploadTransport,
        random: @escaping @Sendable () -> UInt64,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.scheduler = scheduler
        self.transport = transport
        self.random = random
        self.log = log
    }
}
