public import CollectorCore

/// A whole HTTP request.
public struct HTTPRequest: Sendable {
    /// The method; HEAD reaches the route of GET.
    public let method: HTTPMethod
    /// The decoded path, such as `/api/v1/trend`.
    public let path: String
    /// What `:name` and `*` of the route's pattern stood for.
    public internal(set) var parameters: [String: String] = [:]
    /// The text after `?` as sent.
    public let rawQuery: String
    /// The header fields.
    public let headers: HTTPHeaders
    /// The body as sent, still compressed if it was.
    public let body: ByteBlock

    /// Creates a request from its parts, as a test does without a socket.
    public init(
        method: HTTPMethod,
        target: String,
        headers: HTTPHeaders = [:],
        body: ByteBlock = ByteBlock(owning: nil, count: 0)
    ) {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        self.method = method
        self.path = PercentEncoding.decode(path, plusIsBlank: false) ?? String(decoding: path, as: UTF8.self)
        self.rawQuery = String(decoding: target.utf8.dropFirst(path.count + 1), as: UTF8.self)
        self.headers = headers
        self.body = body
    }

    /// The parameters after `?`.
    public var query: HTTPQuery { HTTPQuery(parsing: self.rawQuery) }
}
