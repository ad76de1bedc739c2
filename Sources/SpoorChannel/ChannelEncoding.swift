/// What a channel's bodies look like.
///
/// Events of a tracker go as ``json`` or ``sensorsForm``, records of a Prism channel as ``packet`` or ``packetV1``. Asked for
/// another pair, the channel says so at its start, keeps what is recorded and uploads nothing.
public enum ChannelEncoding: String, Equatable, Sendable {
    /// Spoor's own form: a gzipped JSON array to the collector's `/v1/events`, answered by a receipt.
    case json

    /// The form of Sensors SDKs, for a receiver that exists already.
    ///
    /// ``ChannelConfiguration/endpoint`` is then the whole address, such as `https://host/sa?project=p`, and
    /// ``ChannelConfiguration/project`` is not used. Such receivers know no receipt: any 2xx counts as delivered.
    case sensorsForm

    /// Packets of version 2, metas and payloads together, to the collector's `/v1/packets`; answered by a receipt.
    ///
    /// What Prism channels send unless told otherwise.
    case packet

    /// Packets of version 1, for older receivers: metas to `/prism/metrics/meta`, records with payloads to
    /// `/prism/metrics/detail`; any 2xx delivers, and a receipt counts where there is one.
    case packetV1
}

/// Whether a developer is watching the events as they arrive.
///
/// In both modes each request holds one event in the Sensors form and goes to the receiver's debug address: the last part
/// of the endpoint's path is replaced by `debug`, or added with encoding ``ChannelEncoding/json``. An event is deleted
/// once *any* HTTP status has answered it, as in the Sensors SDKs; only without an answer is it kept. Never ship an app
/// with one of them.
public enum DebugMode: String, Equatable, Sendable {
    /// Nobody watches: batches, kept until they are delivered.
    case off

    /// The receiver checks each event and says what is wrong with it, and stores nothing (`Dry-Run: true`).
    case debugOnly

    /// The receiver checks each event, says what is wrong with it, and stores it.
    case debugAndTrack
}
