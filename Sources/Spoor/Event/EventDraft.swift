import SpoorStore
import SpoorWire

/// One event as captured on the caller's thread, before it is encoded.
struct EventDraft: Sendable {
    /// What the event does at the receiver.
    var type: EventType

    /// The event's name; empty for types that carry none.
    var name: String

    /// The properties given at the call, checked.
    var own: Properties

    /// Properties that beat the event's own: those of a module, such as the session.
    var above = Properties()

    /// What the dynamic provider answered at the call, checked.
    var dynamic = Properties()

    /// Properties that everything but the presets beats, such as a timer's duration.
    var below = Properties()

    /// The event's time in milliseconds; nil takes the moment at which it gets its sequence number.
    var milliseconds: Int64?

    /// Whether the caller set the time; then the device's clock says nothing about it.
    var isOwnTime = false

    /// The project and token of this event alone; nil takes those of the upload.
    var project: String?
    var token: String?

    /// The anonymous id before a login, for `original_id`.
    var originalID: String?

    /// The ids to carry instead of the tracker's, encoded as ``Identity/bytes`` are; empty for items.
    var identityBytes: [UInt8]?

    /// The thing an item event is about.
    var item: Item?

    /// What the event takes from the moment of its call; nil where its tracker minds nothing.
    var mark: EventMark?

    /// Whether a hook saw super properties and presets too, so that none are added any more.
    var isComplete = false

    /// Whether a hook dropped the event.
    var isDropped = false

    /// What recorded the event, for `lib`.
    var method = LibraryMethod.code

    /// How the event is ranked where not everything fits.
    var recordClass: RecordClass

    /// The thing an item event is about (sensors protocol, 2.1).
    struct Item: Sendable {
        var type: String
        var id: String
    }

    init(_ type: EventType, name: String = "", own: Properties = Properties(), milliseconds: Int64? = nil) {
        self.type = type
        self.name = name
        self.own = own
        self.milliseconds = milliseconds
        self.recordClass = type == .track ? .tracked : .identity
    }

    /// Writes everything that does not depend on identity, sequence and time, down to the closing brace.
    func encodeBody(surroundings: Surroundings, presets: Presets, zone: any ZoneOffsets, to writer: inout ByteWriter) {
        writer.append("\"type\":")
        writer.append(jsonString: self.type.rawValue)
        if self.type.isTracked {
            writer.append(",\"event\":")
            writer.append(jsonString: self.name)
        }
        if let originalID = self.originalID {
            writer.append(",\"original_id\":")
            writer.append(jsonString: originalID)
        }
        if let session = self.mark?.session {
            writer.append(",\"_session\":")
            writer.append(jsonString: session)
        }
        if let project = self.project {
            writer.append(",\"project\":")
            writer.append(jsonString: project)
        }
        if let token = self.token {
            writer.append(",\"token\":")
            writer.append(jsonString: token)
        }
        if let item = self.item {
            writer.append(",\"item_type\":")
            writer.append(jsonString: item.type)
            writer.append(",\"item_id\":")
            writer.append(jsonString: item.id)
        }
        writer.append(",")
        surroundings.library.append(method: self.method, to: &writer)
        writer.append("\"properties\":")
        let isOpen = self.type.isTracked && !self.isComplete
        PropertyEncoding.append(
            self.layers(surroundings: isOpen ? surroundings : nil, presets: isOpen ? presets : nil),
            zone: zone,
            to: &writer
        )
        writer.append("}")
    }
}
