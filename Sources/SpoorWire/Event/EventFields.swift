/// Where the fields of one event stand in its bytes; what ``EventCheck`` found.
///
/// Only fields of the right kind are set: one that is absent, null or unusable is nil, and the latter is named in
/// ``repairs``. Read texts with ``JSONScanner/string(_:)``.
public struct EventFields: Equatable, Sendable {
    /// What the event does.
    public var type: EventType

    /// When it happened on the device's clock, in milliseconds since 1970.
    public var time: Int64

    /// The `event` name, checked; set for the types that count as something that happened.
    public var name: JSONScanner.Slice?

    /// The `distinct_id`; set for all types but those about items.
    public var distinctID: JSONScanner.Slice?

    /// The `anonymous_id`.
    public var anonymousID: JSONScanner.Slice?

    /// The `login_id`.
    public var loginID: JSONScanner.Slice?

    /// The `original_id`: the anonymous id before a login.
    public var originalID: JSONScanner.Slice?

    /// The object `identities`.
    public var identities: JSONScanner.Slice?

    /// The object `properties`; nil means none.
    public var properties: JSONScanner.Slice?

    /// The object `lib`.
    public var lib: JSONScanner.Slice?

    /// The unique id `_id`.
    public var id: JSONScanner.Slice?

    /// The number `_seq` that counts up per producer.
    public var sequence: Int64?

    /// The number `_track_id` of Sensors clients.
    public var trackID: Int64?

    /// When the batch was sent on the device's clock, `_flush_time`.
    public var flushTime: Int64?

    /// Server time minus device time, `_clock_offset`, in milliseconds.
    public var clockOffset: Int64?

    /// The `_session`.
    public var session: JSONScanner.Slice?

    /// The `_install`.
    public var install: JSONScanner.Slice?

    /// The `project`.
    public var project: JSONScanner.Slice?

    /// The `token`.
    public var token: JSONScanner.Slice?

    /// The `item_type`, checked; set for the types about items.
    public var itemType: JSONScanner.Slice?

    /// The `item_id`; set for the types about items.
    public var itemID: JSONScanner.Slice?

    /// What is not used although the event is: fields of the wrong kind and properties whose name or number is invalid.
    ///
    /// The bytes stay as they came. At most ``EventCheck/maxRepairs`` are named.
    public var repairs: [EventFault] = []
}
