extension ChannelConfiguration {
    /// Where bodies go.
    var uploadURL: String {
        let endpoint = self.endpoint.trimmedSpaces
        return switch (self.encoding, self.debugMode) {
        case (.json, .off): self.collectorURL(endpoint, "/v1/events")
        case (.json, _): self.collectorURL(endpoint, "/debug")
        case (.sensorsForm, .off): endpoint
        case (.sensorsForm, _): Self.debugURL(endpoint)
        }
    }

    /// Where the collector hands out configurations; nil where the endpoint is no collector of ours.
    package var configurationAddress: String? {
        self.encoding == .sensorsForm ? nil : self.collectorURL(self.endpoint.trimmedSpaces, "/v1/config")
    }

    /// A path below the endpoint's own, and the project; what the endpoint asks for besides goes along.
    private func collectorURL(_ endpoint: String, _ path: String) -> String {
        let address = endpoint.prefix { $0 != "#" }
        let end = address.firstIndex(of: "?") ?? address.endIndex
        var base = address[..<end]
        while base.hasSuffix("/") { base = base.dropLast() }
        let project: Substring = "project=\(Self.escaped(self.project))"
        let others = address[end...].dropFirst().split(separator: "&").filter { !$0.hasPrefix("project=") }
        return "\(base)\(path)?" + ([project] + others).joined(separator: "&")
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

    /// What makes the bodies.
    var bodyEncoding: any BodyEncoding { self.usesSensorsForm ? SensorsEncoding() : NativeEncoding() }

    /// Whether a 2xx counts only with our receipt.
    var asksReceipt: Bool { !self.usesSensorsForm }

    /// The header fields of a request with `count` events.
    func requestHeaders(count: Int) -> [String: String] {
        var headers = self.headers
        if self.usesSensorsForm {
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            let hasAgent = headers.keys.contains { $0.lowercased() == "user-agent" }
            if !hasAgent { headers["User-Agent"] = "SensorsAnalytics iOS SDK" }
            if self.debugMode == .debugOnly { headers["Dry-Run"] = "true" }
        } else {
            headers["Content-Type"] = "application/json"
            headers["Content-Encoding"] = "gzip"
            headers["Spoor-Count"] = String(count)
        }
        return headers
    }
}
