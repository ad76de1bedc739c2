extension ChannelConfiguration {
    /// Where native bodies go: the endpoint's own path, `/v1/events`, and the project.
    var eventsURL: String {
        var base = Substring(self.endpoint.trimmedSpaces)
        while base.hasSuffix("/") { base = base.dropLast() }
        return "\(base)/v1/events?project=\(Self.escaped(self.project))"
    }

    /// Percent-encodes everything that is not unreserved in a query.
    private static func escaped(_ text: String) -> String {
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
}
