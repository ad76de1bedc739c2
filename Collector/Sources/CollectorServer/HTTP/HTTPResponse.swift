/// A whole HTTP answer.
public struct HTTPResponse: Equatable, Sendable {
    /// The status code.
    public var status: Int
    /// The header fields; the length is added by the server.
    public var headers: HTTPHeaders
    /// The body; the server leaves it out of an answer to HEAD.
    public var body: [UInt8]

    /// Creates an answer from its parts.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of JSON text.
    public static func json(_ text: String, status: Int = 200) -> Self {
        .json(bytes: Array(text.utf8), status: status)
    }

    /// An answer of JSON bytes.
    public static func json(bytes: [UInt8], status: Int = 200) -> Self {
        Self(
            status: status,
            headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: bytes
        )
    }

    /// An answer of plain text.
    public static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8") -> Self {
        Self(status: status, headers: ["Content-Type": type, "Cache-Control": "no-store"], body: Array(text.utf8))
    }

    /// An error as `{"error": "…"}` with a sentence that says what to do.
    public static func error(_ status: Int, _ sentence: String) -> Self {
        .json("{\"error\":\(JSONText.quoted(sentence))}", status: status)
    }
}
