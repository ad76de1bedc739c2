import SpoorWire

/// What few events have, in one place of its own: an event is copied more than once on its way, and a plain one must
/// not pay for what it has not.
final class EventExtras: Sendable {
    /// The parts, each absent or empty in most events that have any.
    struct Parts: Sendable {
        /// Properties that beat the event's own: those of a module, such as the session.
        var above = Properties()

        /// What the dynamic provider answered at the call, checked.
        var dynamic = Properties()

        /// Properties that everything but the presets beats, such as a timer's duration.
        var below = Properties()

        /// The project and token of this event alone; nil takes those of the upload.
        var project: String?
        var token: String?

        /// The anonymous id before a login, for `original_id`.
        var originalID: String?

        /// The ids to carry instead of the tracker's, encoded as ``Identity/bytes`` are; empty for items.
        var identityBytes: [UInt8]?

        /// The thing an item event is about.
        var item: EventDraft.Item?

        /// The link that opened the app, whose properties are among the event's own.
        var launchLink: LaunchLink?

        /// What stood around the event when a hook was shown all of it; nil where it is not among the event's own.
        var shown: Surroundings?

        /// What recorded the event, for `lib`.
        var method = LibraryMethod.code
    }

    let parts: Parts

    init(_ parts: Parts) {
        self.parts = parts
    }

    var method: LibraryMethod { self.parts.method }

    /// Writes the fields beside the event's properties, each with a comma before it.
    func append(to writer: inout ByteWriter) {
        let fields = [
            ("original_id", self.parts.originalID), ("project", self.parts.project), ("token", self.parts.token),
            ("item_type", self.parts.item?.type), ("item_id", self.parts.item?.id),
        ]
        for (name, text) in fields {
            guard let text else { continue }
            writer.append(",")
            writer.append(jsonString: name)
            writer.append(":")
            writer.append(jsonString: text)
        }
    }
}

extension EventDraft {
    /// The thing an item event is about (sensors protocol, 2.1).
    struct Item: Sendable {
        var type: String
        var id: String
    }

    private static let noExtras = EventExtras.Parts()

    private var parts: EventExtras.Parts {
        get { self.extras?.parts ?? Self.noExtras }
        set { self.extras = EventExtras(newValue) }
    }

    /// Properties that beat the event's own.
    var above: Properties {
        get { self.extras?.parts.above ?? Properties() }
        set { if self.extras != nil || !newValue.isEmpty { self.parts.above = newValue } }
    }

    /// What the dynamic provider answered at the call, checked.
    var dynamic: Properties {
        get { self.extras?.parts.dynamic ?? Properties() }
        set { if self.extras != nil || !newValue.isEmpty { self.parts.dynamic = newValue } }
    }

    /// Properties that everything but the presets beats.
    var below: Properties {
        get { self.extras?.parts.below ?? Properties() }
        set { if self.extras != nil || !newValue.isEmpty { self.parts.below = newValue } }
    }

    /// The project of this event alone.
    var project: String? {
        get { self.extras?.parts.project }
        set { if self.extras != nil || newValue != nil { self.parts.project = newValue } }
    }

    /// The token of this event alone.
    var token: String? {
        get { self.extras?.parts.token }
        set { if self.extras != nil || newValue != nil { self.parts.token = newValue } }
    }

    /// The anonymous id before a login.
    var originalID: String? {
        get { self.extras?.parts.originalID }
        set { self.parts.originalID = newValue }
    }

    /// The ids to carry instead of the tracker's.
    var identityBytes: [UInt8]? {
        get { self.extras?.parts.identityBytes }
        set { self.parts.identityBytes = newValue }
    }

    /// The thing an item event is about.
    var item: Item? {
        get { self.extras?.parts.item }
        set { self.parts.item = newValue }
    }

    /// The link that opened the app, as far as the event's own properties tell of it.
    var launchLink: LaunchLink? {
        get { self.extras?.parts.launchLink }
        set { if self.extras != nil || newValue != nil { self.parts.launchLink = newValue } }
    }

    /// What stood around the event when a hook was shown all of it.
    var shown: Surroundings? {
        get { self.extras?.parts.shown }
        set { if self.extras != nil || newValue != nil { self.parts.shown = newValue } }
    }

    /// What recorded the event.
    var method: LibraryMethod {
        get { self.extras?.parts.method ?? .code }
        set { self.parts.method = newValue }
    }
}
