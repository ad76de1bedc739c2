import Foundation
public import SpoorChannel
package import SpoorStore
public import SpoorWire

/// Everything a tracker takes from the outside world; the default is the real one.
public struct TrackerEnvironment: Sendable {
    /// The queue and the clocks.
    public var scheduler: any Scheduler

    /// What carries requests.
    public var transport: any UploadTransport

    /// What names the present start of the system, for the true time; nil where nobody can tell.
    package var bootID: String?

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

    /// What sees the app's interface; nil where the host's adapter calls ``Tracker/autoTracker``, or nobody does.
    ///
    /// The default is nil.
    public var interface: (any InterfaceSource)?

    /// Random numbers, for identifiers and for spreading retries over time.
    public var random: @Sendable () -> UInt64

    /// The producer's name for a fresh queue folder; nil makes a random one.
    ///
    /// Only a replay of recorded data, whose events must get the same ids each time, has a reason to set it.
    public var producer: String?

    /// What tells which network the device is on.
    ///
    /// The default is one that costs nothing; ``live(name:)`` takes the platform's.
    public var network: any NetworkMonitor = SteadyNetwork()

    /// Makes the queue of a Prism channel, by its namespace.
    ///
    /// The default gives all channels the tracker's own, so that one that is busy holds up the others; ``live(name:)``
    /// gives each a queue of its own.
    public var channelScheduler: @Sendable (String) -> any Scheduler

    /// Makes what carries the requests of a Prism channel, by its namespace.
    ///
    /// The default gives all channels the tracker's own; ``live(name:)`` gives each connections of its own.
    public var channelTransport: @Sendable (String) -> any UploadTransport

    /// Changes to the store's set-up that only tests need, such as faults.
    package var adjustStorage: @Sendable (inout ChannelStoreConfiguration) -> Void = { _ in }

    /// Lets others have a lock between two slices of what waited for storage or for the person's answer, each of which
    /// held it for as long as the argument says; on the tracker's queue, or a channel's.
    package var giveWay: @Sendable (Duration) -> Void = GiveWay.live

    /// The same for the store of a Prism channel, by its namespace.
    package var adjustChannelStorage: @Sendable (String, inout ChannelStoreConfiguration) -> Void = { _, _ in }

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
        self.channelScheduler = { _ in scheduler }
        self.channelTransport = { _ in transport }
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
        environment.channelScheduler = { DispatchScheduler(label: "spoor.\(name).\($0)") }
        environment.channelTransport = { _ in URLSessionTransport() }
        environment.bootID = BootID.current
        environment.adoptPlatform()
        return environment
    }
}
