/// Which of the app's header fields can go with a request, and why the others cannot.
///
/// One field that breaks the request would cost every upload, so that it is left out and told instead.
struct HeaderCheck: Equatable, Sendable {
    /// The longest name.
    static let longestName = 128

    /// The longest value in bytes; servers take little more in all fields together.
    static let longestValue = 8_192

    /// What the channel or the system sets, in lower case.
    private static let reserved: Set<String> = [
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "dry-run", "expect",
        "host",
        "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields that are sent.
    private(set) var kept: [String: String] = [:]

    /// A sentence for each field that is not; values may be secrets and are not told.
    private(set) var remarks: [String] = []

    init(_ headers: [String: String]) {
        var names: Set<String> = []
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            if let problem = Self.problem(name, value) ?? (names.contains(name.lowercased()) ? Self.twice : nil) {
                let shown = String(name.prefix(60)).debugDescription
                self.remarks.append("The configured header field \(shown) is not sent: \(problem)")
            } else {
                names.insert(name.lowercased())
                self.kept[name] = value
            }
        }
    }

    private static let twice = "another one has the same name but for upper and lower case; name it once."

    private static func problem(_ name: String, _ value: String) -> String? {
        let lower = name.lowercased()
        if name.isEmpty { return "its name is empty; give it one or remove it." }
        if !name.utf8.allSatisfy(Self.isTokenByte) {
            return "a name holds ASCII letters, digits and !#$%&'*+-.^_`|~ alone; correct it."
        }
        if name.utf8.count > Self.longestName {
            return "a name has at most \(Self.longestName) characters; shorten it."
        }
        if Self.reserved.contains(lower) || lower.hasPrefix("spoor-") {
            return "this field is set by the SDK or the system; remove it."
        }
        if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" }) {
            return "its value has a control character, such as the end of a line; remove that."
        }
        if value.utf8.count > Self.longestValue {
            return "its value has \(value.utf8.count) bytes, more than \(Self.longestValue); shorten it."
        }
        return nil
    }

    /// Whether a byte may stand in a field's name (RFC 9110, `token`).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension ChannelConfiguration {
    /// A sentence for each of ``headers`` that ``clamped`` leaves out, because it would break every request.
    public var headerRemarks: [String] { HeaderCheck(self.headers).remarks }
}
