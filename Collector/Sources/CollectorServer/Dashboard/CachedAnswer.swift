/// Answers that a browser may keep, and ask about with the tag they came with.
enum CachedAnswer {
    static func response(
        to request: HTTPRequest,
        tag: String,
        headers: HTTPHeaders,
        body: () -> [UInt8]
    ) -> HTTPResponse {
        var headers = headers
        headers["ETag"] = tag
        let known = request.headers["If-None-Match"]?.split(separator: ",") ?? []
        // A proxy that compresses makes a tag a weak one; when asked whether it is known, that counts as well.
        let isKnown = known.contains { part in
            var text = part.drop { $0 == " " }
            while text.last == " " { text.removeLast() }
            return (text.hasPrefix("W/") ? text.dropFirst(2) : text) == tag || text == "*"
        }
        return isKnown ? HTTPResponse(status: 304, headers: headers) : HTTPResponse(headers: headers, body: body())
    }

    /// Tells contents apart (FNV-1a), and protects nothing.
    static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
