public import SpoorWire

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

    /// What tells which network the device is on.
    ///
    /// The default is one that costs nothing.
    public var network: any NetworkMonitor = SteadyNetwork()

    /// The zone whose midnights begin a new day's budget; the default is the system's.
    public var zone: any ZoneOffsets = SystemZone.shared

    /// What goes with every record; asked on the thread of the call, with no lock held.
    package var common: @Sendable () -> CommonFields = { CommonFields() }

    /// Lets others have the lock of what is held between two slices of it; on the channel's queue.
    package var giveWay: @Sendable (Duration) -> Void = GiveWay.live

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
