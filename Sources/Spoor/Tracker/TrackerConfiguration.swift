public import SpoorAutoTrack
public import SpoorChannel

/// How a tracker is set up.
///
/// ```swift
/// Spoor.start(TrackerConfiguration(endpoint: "https://collector.example.com", project: "shop"))
/// Spoor.track("product_viewed", ["sku": "A-17", "price": 19.9])
/// ```
public struct TrackerConfiguration: Sendable {
    /// Where records go, and how many at a time.
    public var channel: ChannelConfiguration

    /// The instance's name; each has its own queue folder.
    ///
    /// The default is `default`. Names that differ in case alone are names of two instances. One that is too long for a
    /// folder is shortened there, and the log says so.
    public var name = "default"

    /// The folder that holds the queue folders of all instances; nil takes the platform's place for app data.
    public var folder: String?

    /// The id of a visitor who is not logged in; nil lets the tracker make a random one at the first start and keep it.
    public var anonymousID: String?

    /// The events that are recorded by themselves as the app comes and goes.
    ///
    /// The default is none, as in the Sensors SDKs; most apps want `[.appStart, .appEnd]`.
    public var automaticEvents: AutomaticEvents = []

    /// What is recorded by itself of pages, clicks and what people see; nil records none of it.
    ///
    /// The default is nil.
    public var autoTrack: AutoTrackConfiguration?

    /// When sessions end; nil records no sessions.
    ///
    /// The default is nil.
    public var sessions: SessionConfiguration?

    /// The advertising identifier, where the person agreed to it; nil supplies none.
    ///
    /// See ``Tracker/setAdvertisingID(_:)``.
    public var advertisingID: String?

    /// Whether events carry `$anonymization_id`, a token of the device's id, in place of the id itself.
    ///
    /// The default is false. With it, a new visitor's id is random as well.
    public var hidesDeviceID = false

    /// The query keys of links that name a channel, besides the five of `utm_`.
    ///
    /// A link's value goes with ``Tracker/trackDeepLink(_:_:)`` under the key itself, and with later events under
    /// `_latest_` and the key. The default is none.
    public var channelKeys: [String] = []

    /// What holds for a person who was not asked yet; their choices are taken by ``Tracker/setConsent(_:granted:)-(ConsentCategory,_)``.
    ///
    /// The default is `granted`. With `pending`, events wait in memory for the answer (at most 1000, and 4 MiB), and ids
    /// are not written to the device; with `denied`, nothing is captured.
    public var consent = ConsentStatus.granted

    /// Where the server's configuration comes from; nil asks no server.
    ///
    /// The default is nil. What a document may change, and how it is checked, is described in `docs/WIRE_FORMAT.md`.
    public var remoteConfiguration: RemoteConfigurationOptions?

    /// The Prism channels that are made at the start, by namespace; see ``Tracker/channel(_:)``.
    ///
    /// Whatever ``SpoorChannel/ChannelConfiguration/kind`` says, what is not set has the defaults of
    /// ``SpoorChannel/ChannelConfiguration/prism(endpoint:project:)``.
    ///
    /// The default is none; others are made when the app asks for them, or the server's configuration names them.
    public var channels: [String: ChannelConfiguration] = [:]

    /// The channel the app came by, such as `App Store`: the field `APP_MC` of records.
    ///
    /// The default is nil, which leaves it to ``DeviceFacts/marketChannel``.
    public var marketChannel: String?

    /// How pages in the app's web views hand their events to the app; nil bridges none.
    ///
    /// The default is nil.
    public var webBridge: WebBridgeConfiguration?

    /// Whether push messages that a person opens are recorded by themselves, as `$AppPushClick`.
    ///
    /// The default is false; see ``Tracker/trackPushClick(_:_:)`` for those that the app tells of.
    public var tracksPushClicks = false

    /// The folder that this process shares with others of the same app, such as extensions; nil where it shares none.
    ///
    /// The default is nil.
    public var sharedContainer: SharedContainer?

    /// The size of one journal segment in bytes.
    ///
    /// The default is 1 MiB, at least 16 KiB, at most 64 MiB.
    public var journalSegmentBytes = 1 << 20

    /// The most bytes the journal may hold in front of the database.
    ///
    /// The default is 128 MiB, at least one segment.
    public var journalCapBytes = 128 << 20

    /// How long an event may wait in the journal before it is moved into the database.
    ///
    /// The default is 100 ms.
    public var drainDelay: Duration = .milliseconds(100)

    /// How long `start` may wait for storage to open, so that even the first event is safe.
    ///
    /// The default is 10 ms.
    public var startWait: Duration = .milliseconds(10)

    /// Gets each warning: a dropped property, a refused event, an upload that fails.
    ///
    /// The default prints to stderr. It may be called on any thread, and may call the tracker: what the tracker has to say
    /// of those calls is not handed to it, but counted, and the next message tells how many there were.
    public var log: @Sendable (LogMessage) -> Void = LogMessage.print

    /// Stands between the SDK and ``log``.
    let logGuard = LogGuard()

    /// Creates a configuration with the defaults.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's base address, such as `https://collector.example.com`.
    ///   - project: the project on the collector.
    public init(endpoint: String, project: String = "default") {
        self.channel = ChannelConfiguration(endpoint: endpoint, project: project)
    }
}
