import SpoorStore
import SpoorWire

/// One event as captured on the caller's thread, before it is encoded.
struct EventDraft: Sendable {
    /// The kind of event, by its name on the wire.
    enum Kind: Sendable {
        case track
        case trackSignup
    }

    /// The kind.
    var kind: Kind

    /// The event's name.
    var name: String

    /// The properties given at the call, checked.
    var own: Properties

    /// What the dynamic provider answered at the call, checked.
    var dynamic = Properties()

    /// The event's time in milliseconds; nil takes the moment at which it gets its sequence number.
    var milliseconds: Int64?

    /// The anonymous id before a login, for `original_id`.
    var originalID: String?

    /// How the event is ranked where not everything fits.
    var recordClass: RecordClass {
        switch self.kind {
        case .track: .tracked
        case .trackSignup: .identity
        }
    }

    /// Writes everything that does not depend on identity, sequence and time, down to the closing brace.
    func encodeBody(surroundings: Surroundings, presets: Presets, zone: any ZoneOffsets, to writer: inout ByteWriter) {
        switch self.kind {
        case .track: writer.append("\"type\":\"track\",\"event\":")
        case .trackSignup: writer.append("\"type\":\"track_signup\",\"event\":")
        }
        writer.append(jsonString: self.name)
        if let originalID = self.originalID {
            writer.append(",\"original_id\":")
            writer.append(jsonString: originalID)
        }
        writer.append(",")
        surroundings.libraryBytes.withUnsafeBytes { writer.append(bytes: $0) }
        writer.append("\"properties\":")
        PropertyEncoding.append(
            own: self.own,
            dynamic: self.dynamic,
            surroundings: surroundings,
            presets: presets,
            zone: zone,
            to: &writer
        )
        writer.append("}")
    }
}
