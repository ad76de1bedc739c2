/// Where events go, as pages in web views name it: whose they are is told by host and project.
public struct WebAddress: Hashable, Sendable {
    /// The host, in lower case, with its port where one is given.
    public let host: String

    /// The project.
    public let project: String

    /// Reads an address; nil where it has no host.
    ///
    /// - Parameter text: an address such as `https://collector.example.com/sa?project=shop`; a scheme may be missing.
    public init?(_ text: String) {
        var rest = Substring(text)
        if let scheme = rest.range(ofText: "://") {
            rest = rest[scheme.upperBound...]
        } else if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty else { return nil }
        self.host = host.lowercased()
        let query = rest.drop { $0 != "?" && $0 != "#" }.dropFirst().prefix { $0 != "#" }
        let named = query.split(separator: "&").first { $0.hasPrefix("project=") }
        let project = named.map { String($0.dropFirst("project=".count)) } ?? ""
        self.project = project.isEmpty ? "default" : project
    }

    /// Makes an address.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's address.
    ///   - project: the project; nil where the collector's address has no host.
    public init?(endpoint: String, project: String) {
        guard let address = WebAddress(endpoint) else { return nil }
        self.host = address.host
        self.project = project
    }

    /// The script that tells a page that the app takes its events, and which.
    ///
    /// The page's library looks for it under these names before it hands over anything.
    ///
    /// - Parameter endpoint: the collector's address.
    /// - Returns: the script.
    public func script(endpoint: String) -> String {
        let base = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        let url = Self.quoted("\(base)/sa?project=\(self.project)")
        return """
            window.SensorsData_iOS_JS_Bridge = window.SensorsData_iOS_JS_Bridge || {};
            window.SensorsData_iOS_JS_Bridge.sensorsdata_app_server_url = \(url);
            """
    }

    /// A text as JavaScript writes it, without anything that could end the script that it stands in.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\", "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}

extension Substring {
    /// Where a short text first stands.
    fileprivate func range(ofText text: String) -> Range<Index>? {
        var start = self.startIndex
        while start < self.endIndex {
            let rest = self[start...]
            if rest.hasPrefix(text) { return start..<self.index(start, offsetBy: text.count) }
            start = self.index(after: start)
        }
        return nil
    }
}
