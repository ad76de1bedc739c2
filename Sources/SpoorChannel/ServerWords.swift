import SpoorWire

/// What a server says about single events, in its answer's body.
///
/// Read for people only: what happens to an event is decided by status and receipt.
struct ServerWords {
    /// The answer's status; nil where there was none.
    private(set) var status: Int?
    private var reasons: [Int: String] = [:]
    private var general: String?

    /// The longest sentence that is kept.
    private static let limit = 500

    init() {}

    init(_ answer: UploadAnswer) {
        guard case .response(let response) = answer else { return }
        self.status = response.status
        guard !response.body.isEmpty, let json = try? JSONValue(parsing: response.body) else { return }
        self.general = json["error"]?.stringValue.map(Self.shortened)
        for rejection in json["rejected"]?.arrayValue ?? [] {
            guard let index = rejection["index"]?.int64Value, let reason = rejection["reason"]?.stringValue else {
                continue
            }
            self.reasons[Int(clamping: index)] = Self.shortened(reason)
        }
    }

    /// What the server says about the event at a position, or about the whole request.
    func sentence(at position: Int) -> String? {
        (self.reasons[position] ?? self.general).map { "The server refused this record: \($0)" }
    }

    private static func shortened(_ text: String) -> String {
        text.count > Self.limit ? text.prefix(Self.limit) + "…" : text
    }
}
