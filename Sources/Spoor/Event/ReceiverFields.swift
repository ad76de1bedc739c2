import SpoorWire

/// `$project` and `$token` of one event: they name where it belongs and travel beside its properties (sensors protocol,
/// 2.1).
struct ReceiverFields: Sendable {
    /// The project the event belongs to; nil takes that of the request.
    private(set) var project: String?

    /// The project's token, for receivers that ask for one.
    private(set) var token: String?

    private static let projectKey = "$project"
    private static let tokenKey = "$token"

    /// Takes the two out of an event's own properties; what is no text, or empty, is left out.
    init(liftingFrom own: inout Properties) {
        self.project = Self.lift(Self.projectKey, from: &own)
        self.token = Self.lift(Self.tokenKey, from: &own)
    }

    /// Whether one of the two is among the properties.
    static func isIn(_ own: Properties) -> Bool {
        own.entries.contains { $0.key == self.projectKey || $0.key == self.tokenKey }
    }

    private static func lift(_ key: String, from own: inout Properties) -> String? {
        guard case .string(let text)? = own.removeValue(forKey: key), !text.isEmpty else { return nil }
        return text
    }

    /// Writes `"project":…,"token":…,` as far as they are known.
    func append(to writer: inout ByteWriter) {
        for (name, text) in [("project", self.project), ("token", self.token)] {
            guard let text else { continue }
            writer.append(jsonString: name)
            writer.append(":")
            writer.append(jsonString: text)
            writer.append(",")
        }
    }
}
