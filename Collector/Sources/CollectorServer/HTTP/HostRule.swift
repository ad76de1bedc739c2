/// By which names the pages and what they ask may be reached, so that no name of a stranger's leads to them.
///
/// A browser holds two pages for the same site when their names are the same, whatever addresses these have had: a
/// stranger who lets a name lead to the collector for a moment (DNS rebinding) would read and change what the person at
/// that browser may. The name stands in the header field `Host`, and no page can make a browser say another. An address is
/// no name, and `localhost` nobody else's.
struct HostRule: Sendable {
    private let names: Set<String>

    /// Creates a rule.
    ///
    /// - Parameter names: The names that are the collector's, beside addresses and `localhost`.
    init(names: [String]) {
        self.names = Set(names.map(Self.plain)).union(["localhost"])
    }

    /// Whether a text is the name of a host, as it stands in an address between scheme and port.
    static func isName(_ text: String) -> Bool {
        let name = self.plain(text)
        return !name.isEmpty && name.utf8.count <= 253
            && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
            && name.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
            }
    }

    /// The refusal of a request that came by another name; nil for one that may pass.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        // Every browser sends the field.
        guard let field = request.headers["Host"], !self.allows(field) else { return nil }
        let host = Self.host(of: field)
        let name = host.flatMap { Self.isName($0) ? $0 : nil } ?? "NAME"
        return .error(
            421,
            "The collector's pages, and what they ask, are answered by its address, by localhost and by its own names alone. "
                + "Open it by its address; or if this name is its own, start it by 'spoor serve --host-name \(name)'."
        )
    }

    private func allows(_ field: String) -> Bool {
        guard let host = Self.host(of: field) else { return false }
        return host.hasPrefix("[") || Self.isAddress(host) || self.names.contains(Self.plain(host))
    }

    /// The field without the port; nil for what is none.
    private static func host(of field: String) -> String? {
        let end =
            field.hasPrefix("[") ? field.firstIndex(of: "]").map { field.index(after: $0) } : field.firstIndex(of: ":")
        guard let end = end ?? (field.hasPrefix("[") ? nil : field.endIndex) else { return nil }
        let rest = field[end...]
        guard rest.isEmpty || (rest.hasPrefix(":") && rest.dropFirst().utf8.allSatisfy { Self.isDigit($0) }) else {
            return nil
        }
        return end == field.startIndex ? nil : String(field[..<end])
    }

    /// Whether a host is an address of IPv4; browsers write each as four decimal numbers.
    private static func isAddress(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy {
                (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isDigit) && Int($0) ?? 256 < 256
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// In one letter case, and without the dot that ends a whole name.
    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

extension Route {
    /// The same route, for requests alone that come by a name of the collector's.
    func only(by hosts: HostRule) -> Route {
        Route(answering: self.method, self.pattern, allowsOtherOrigins: self.allowsOtherOrigins) { request, answer in
            if let refusal = hosts.refusal(of: request) { return answer(refusal) }
            self.handle(request, answer)
        }
    }
}
