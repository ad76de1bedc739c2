public import SpoorWire

/// An event that a page in a web view recorded.
///
/// It keeps its time and says by which library it was recorded; who did it, the app knows better.
public struct WebEvent: Sendable, Equatable {
    /// What the event does at the receiver.
    public var type: EventType

    /// The event's name; empty for types that carry none.
    public var name: String

    /// What is known about it; values that no property can have are listed in its problems.
    public var properties: Properties

    /// When it happened, in milliseconds since 1970; nil where the page did not say.
    public var milliseconds: Int64?

    /// The page's library, `$lib`; nil where the page did not say.
    public var library: String?

    /// The version of the page's library, `$lib_version`.
    public var libraryVersion: String?

    /// How the page's library came to it: `code`, `autoTrack`.
    public var method: String?

    /// Where in the page's code, `$lib_detail`.
    public var detail: String?

    /// The id by which the page knows the person: that of a login, where the type is one.
    public var distinctID: String?

    /// All ids by which the page knows the person, each under its key.
    public var identities: [String: String]

    /// The kind of thing that an item event is about.
    public var itemType: String?

    /// Which thing an item event is about.
    public var itemID: String?

    /// The address to which the page would have sent it.
    public var serverURL: String?

    /// Reads an event; nil where its type is none that is known.
    ///
    /// - Parameter json: the event as the page's library writes it.
    public init?(_ json: JSONValue) {
        guard let type = json["type"]?.stringValue.flatMap(EventType.init(rawValue:)) else { return nil }
        self.type = type
        self.name = json["event"]?.stringValue ?? ""
        self.properties = Self.properties(json["properties"])
        self.milliseconds = json["time"].flatMap {
            $0.int64Value ?? $0.doubleValue.flatMap { Int64(exactly: $0.rounded()) }
        }
        let lib = json["lib"]
        self.library = lib?["$lib"]?.stringValue
        self.libraryVersion = lib?["$lib_version"]?.stringValue
        self.method = lib?["$lib_method"]?.stringValue
        self.detail = lib?["$lib_detail"]?.stringValue
        self.distinctID = json["distinct_id"]?.stringValue
        let entries = (json["identities"]?.objectValue ?? []).compactMap { member in
            member.value.stringValue.map { (member.key, $0) }
        }
        self.identities = Dictionary(entries) { $1 }
        self.itemType = json["item_type"]?.stringValue
        self.itemID = json["item_id"]?.stringValue
        self.serverURL = json["server_url"]?.stringValue
    }

    /// What the page's library uses for its own ends, and no receiver wants.
    private static let dropped: Set<String> = ["_nocache", "server_url", "sensorsdata_app_visual_properties"]

    private static func properties(_ json: JSONValue?) -> Properties {
        var properties = Properties()
        for (key, value) in (json?.objectValue ?? []) where !self.dropped.contains(key) {
            switch value {
            case .null: break
            case .string(let text): properties[key] = .string(text)
            case .bool(let flag): properties[key] = .boolean(flag)
            case .number: properties.set(self.number(value), forKey: key)
            // What no property can be is kept as its JSON.
            case .array(let elements): properties.set(elements.map { $0.stringValue ?? $0.jsonText }, forKey: key)
            case .object: properties.set(value.jsonText, forKey: key)
            }
        }
        return properties
    }

    private static func number(_ json: JSONValue) -> (any PropertyConvertible)? {
        if let whole = json.int64Value { return whole }
        return json.doubleValue
    }
}
