public import SpoorChannel
package import SpoorStore
public import SpoorWire

/// Everything a tracker takes from the outside world; the default is the real one.
public struct TrackerEnvironment: Sendable {
    /// The queue and the clocks.
    public var scheduler: any Scheduler

    /// What carries requests.
    public var transport: any UploadTransport

    /// What tells about the device and the app.
    public var deviceFacts: any DeviceFactsSource

    /// What knows the platform's identifier of the device.
    public var deviceIdentifier: any DeviceIdentifierSource = NoDeviceIdentifier()

    /// Where the ids of device and visitor are kept beside the queue's folder.
    public var vault: any KeyValueVault = NoVault()

    /// The time zone, for dates, `$timezone_offset` and `$is_first_day`.
    public var zone: any ZoneOffsets

    /// What tells how the app comes and goes; nil where the host calls the tracker itself.
    ///
    /// The default is nil.
    public var lifeCycle: (any AppLifeCycleSource)?

    /// Random numbers, for identifiers and for spreading retries over time.
    public var random: @Sendable () -> UInt64

    /// The producer's name for a fresh queue folder; nil makes a random one.
    ///
    /// Only a replay of recorded data, whose events must get the same ids each time, has a reason to set it.
    public var producer: String?

    /// Changes to the store's set-up that only tests need, such as faults.
    package var adjustStorage: @Sendable (inout ChannelStoreConfiguration) -> Void = { _ in }

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - scheduler: the queue and the clocks.
    ///   - transport: what carries requests.
    ///   - deviceFacts: what tells about the device and the app.
    ///   - zone: the time zone.
    ///   - random: random numbers.
    public init(
        scheduler: any Scheduler,
        transport: any UploadTransport,
        deviceFacts: any DeviceFactsSource = SystemDeviceFacts(),
        zone: any ZoneOffsets = SystemZone.shared,
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.scheduler = scheduler
        self.transport = transport
        self.deviceFacts = deviceFacts
        self.zone = zone
        self.random = random
    }

    /// The real world: a dispatch queue of the tracker's own, `URLSession`, and what the platform knows.
    ///
    /// - Parameter name: the tracker's name, for the queue's label.
    /// - Returns: the environment.
    public static func live(name: String) -> TrackerEnvironment {
        var environment = TrackerEnvironment(
            scheduler: DispatchScheduler(label: "spoor.\(name)"),
            transport: URLSessionTransport()
        )
        environment.adoptPlatform()
        return environment
    }
}
