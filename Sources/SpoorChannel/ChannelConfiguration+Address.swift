extension ChannelConfiguration {
    /// Where bodies go; of packet version 1, the metas.
    var uploadURL: String { self.uploadURL(of: self.encoding == .packetV1 ? .metas : .whole) }

    /// Where the bodies of a part go.
    func uploadURL(of part: UploadPart) -> String {
        let endpoint = self.endpoint.trimmedSpaces
        return switch (self.encoding, self.debugMode) {
        case (.json, .off): self.collectorURL(endpoint, "/v1/events")
        case (.packet, .off): self.collectorURL(endpoint, "/v1/packets", named: true)
        case (.packetV1, .off) where part == .metas: self.collectorURL(endpoint, "/prism/metrics/meta", named: true)
        case (.packetV1, .off): self.collectorURL(endpoint, "/prism/metrics/detail", named: true)
        case (.json, _), (.packet, _), (.packetV1, _): self.collectorURL(endpoint, "/debug")
        case (.sensorsForm, .off): endpoint
        case (.sensorsForm, _): Self.debugURL(endpoint)
        }
    }

    /// Where the collector hands out configurations; nil where the endpoint is no collector of ours.
    package var configurationAddress: String? {
        self.encoding == .sensorsForm ? nil : self.collectorURL(self.endpoint.trimmedSpaces, "/v1/config")
    }

    /// A path below the endpoint's own, and the project; what the endpoint asks for besides goes along.
    private func collectorURL(_ endpoint: String, _ path: String, named isNamed: Bool = false) -> String {
        let address = endpoint.prefix { $0 != "#" }
        let end = address.firstIndex(of: "?") ?? address.endIndex
        var base = address[..<end]
        while base.hasSuffix("/") { base = base.dropLast() }
        var own: [Substring] = ["project=\(Self.escaped(self.project))"]
        if isNamed, let namespace = self.namespace { own.append("namespace=\(Self.escaped(namespace))") }
        let others = address[end...].dropFirst().split(separator: "&").filter { other in
            !own.contains { $0.prefix { $0 != "=" } == other.prefix { $0 != "=" } }
        }
        return "\(base)\(path)?" + (own + others).joined(separator: "&")
    }

    /// The address with the last part of its path replaced by `debug`; query and fragment stay.
    private static func debugURL(_ address: String) -> String {
        let end = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
        var path = address[..<end]
        while path.hasSuffix("/") { path = path.dropLast() }
        let host = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
        if let slash = host.lastIndex(of: "/") { path = path[..<slash] }
        return path + "/debug" + address[end...]
    }

    /// Percent-encodes everything that is not unreserved in a query.
    static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(Character(UnicodeScalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    /// Whether bodies are Sensors forms: by choice, or because debug receivers take nothing else.
    var usesSensorsForm: Bool { self.encoding == .sensorsForm || self.debugMode != .off }

    /// What a 2xx needs to count as delivered.
    var receiptNeed: ReceiptNeed {
        if self.usesSensorsForm { return .none }
        // Older receivers of packets know no receipt; ours gives one there, too.
        return self.encoding == .packetV1 ? .whereGiven : .always
    }

    /// The header fields of a request with `count` events.
    func requestHeaders(count: Int) -> [String: String] {
        var headers = self.headers
        if self.usesSensorsForm {
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            let hasAgent = headers.keys.contains { $0.lowercased() == "user-agent" }
            if !hasAgent { headers["User-Agent"] = "SensorsAnalytics iOS SDK" }
            if self.debugMode == .debugOnly { headers["Dry-Run"] = "true" }
        } else {
            headers.merge(self.bodyHeaders(count: count)) { $1 }
        }
        return headers
    }
}
