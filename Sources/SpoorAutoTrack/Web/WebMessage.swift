import SpoorWire

/// What a page in a web view says to the app (sensors protocol, 2.12).
public enum WebMessage: Sendable {
    /// Something happened on the page.
    case event(WebEvent)

    /// Another kind of call, which is not an event: of the visual tools, of tests between variants.
    case other(String)

    /// Nothing of it can be understood; says why.
    case malformed(String)

    /// The longest message; an event is a quarter of it at most.
    public static let maxBytes = 1 << 20

    /// Reads a message.
    ///
    /// - Parameter json: the message as the page's script wrote it.
    public init(_ json: String) {
        guard json.utf8.count <= Self.maxBytes else {
            self = .malformed(
                "A message of a web page has \(json.utf8.count) bytes; at most \(Self.maxBytes) are read."
            )
            return
        }
        guard let message = try? JSONValue(parsing: json), let call = message["callType"]?.stringValue else {
            self = .malformed("A message of a web page is no JSON object with a 'callType'.")
            return
        }
        guard call == "app_h5_track" else {
            self = .other(call)
            return
        }
        // Some versions of the page's SDK write the event as text in the text.
        let data = message["data"].flatMap { $0.stringValue.flatMap { try? JSONValue(parsing: $0) } ?? $0 }
        guard let data, let event = WebEvent(data) else {
            self = .malformed("A web page handed over an event without a known 'type'.")
            return
        }
        self = .event(event)
    }
}
