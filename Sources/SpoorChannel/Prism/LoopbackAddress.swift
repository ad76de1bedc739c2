/// Tells whether an address leads to the device itself.
package enum LoopbackAddress {
    /// True for `localhost`, names below it, 127.0.0.0/8 and `::1`.
    package static func isLoopback(_ address: String) -> Bool {
        guard let host = self.host(of: address) else { return false }
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }

    /// The host in lower case, without brackets, port and user; nil where there is none.
    private static func host(of address: String) -> String? {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let rest = address[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        var host: Substring
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { return nil }
            host = place[place.index(after: place.startIndex)..<end]
        } else {
            host = place.prefix { $0 != ":" }
        }
        while host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : host.lowercased()
    }
}
