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

    /// The event's time in milliseconds; nil takes the moment at which it gets its sequence number.
    var milliseconds: Int64?

    /// Whether the caller set the time; then the device's clock says nothing about it.
    var isOwnTime = false

    /// What the event takes from the moment of its call; nil where its tracker minds nothing.
    var mark: EventMark?

    /// Whether a hook saw super properties and presets too, so that none are added any more.
    var isComplete = false

    /// Whether a hook dropped the event.
    var isDropped = false

    /// How the event is ranked where not everything fits.
    var recordClass: RecordClass

    /// What few events have; nil for a plain one.
    var extras: EventExtras?

    init(_ type: EventType, name: String = "", own: Properties = Properties(), milliseconds: Int64? = nil) {
        self.type = type
        self.name = name
        self.own = own
        self.milliseconds = milliseconds
        self.recordClass = type == .track ? .tracked : .identity
    }

    /// Whether it is the installation's own event.
    var isInstall: Bool { self.type == .track && self.name == "$AppInstall" }

    /// Writes everything that does not depend on identity, sequence and time, down to the closing brace.
    func encodeBody(surroundings: Surroundings, presets: Presets, zone: any ZoneOffsets, to writer: inout ByteWriter) {
        writer.append("\"type\":")
        writer.append(jsonString: self.type.rawValue)
        if self.type.isTracked {
            writer.append(",\"event\":")
            writer.append(jsonString: self.name)
        }
        if let session = self.mark?.session {
            writer.append(",\"_session\":")
            writer.append(jsonString: session)
        }
        self.extras?.append(to: &writer)
        writer.append(",")
        surroundings.library.append(method: self.extras?.method, to: &writer)
        writer.append("\"properties\":")
        let isOpen = self.type.isTracked && !self.isComplete
        let isPlain = self.extras == nil && surroundings.staticProperties.isEmpty && presets.plain.hasDollarKeysAlone
        if isOpen, isPlain, self.type.tellsFirstDay, !self.own.hasDollarKey {
            // By far the most events: nothing can collide.
            PropertyEncoding.append(self.own, followedBy: presets.plain.bytes, zone: zone, to: &writer)
        } else {
            PropertyEncoding.append(
                self.layers(surroundings: isOpen ? surroundings : nil, presets: isOpen ? presets : nil),
                zone: zone,
                to: &writer
            )
        }
        writer.append("}")
    }
}
