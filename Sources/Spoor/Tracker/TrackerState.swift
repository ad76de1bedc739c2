import SpoorChannel
import SpoorStore
import SpoorWire

/// What a tracker remembers between calls; all of it under one lock.
struct TrackerState: Sendable {
    /// Whether calls can be carried out.
    enum Phase: Sendable {
        /// Storage is not open yet, or earlier calls that waited for it are being carried out: calls are held.
        case opening
        /// Storage is open.
        case ready
        /// The tracker was stopped.
        case stopped
    }

    /// The writer of the queue folder, by name and as bytes.
    struct Producer: Sendable {
        let name: String
        let bytes: [UInt8]

        init(_ name: String) {
            self.name = name
            self.bytes = Array(name.utf8)
        }
    }

    var phase = Phase.opening
    /// The calls that wait for storage.
    var held = HeldCalls()
    var retry = OpeningRetry()
    var identity = Identity(anonymousID: "")
    var who = WhoState()
    var context = ContextState()
    /// Where the device is, as the app said; nil unless it did.
    var location: GeoLocation?
    /// What the person agreed to.
    var consent = ConsentState()
    /// Up to where records were taken back.
    var withdrawals = WithdrawalMarks(producer: "")
    /// Changes that are not kept on the device before the person agrees to anything.
    let unsaved = Locked<[String: JSONValue]>([:])
    /// What is known of the true time.
    var trustedTime = TrustedTime()
    var install = ""
    var producer = Producer("")
    /// Where records go; nil until storage is open.
    var store: ChannelStore?
    var surroundings: Surroundings
    /// Timers, life cycle and sessions.
    var time = TimeState()
    /// What this process shares with others of the app.
    var shared = SharedState()
    /// What the server's configuration says.
    var remote = RemoteState(ChannelConfiguration(endpoint: ""))
    /// What is recorded by itself.
    var autoTrack = AutoTrackState()
}
