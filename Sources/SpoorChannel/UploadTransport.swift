/// One request, ready to go.
public struct UploadRequest: Equatable, Sendable {
    /// The full address, query included.
    public var url: String

    /// The header fields.
    public var headers: [String: String]

    /// The body.
    public var body: [UInt8]

    /// How long an answer may take.
    public var timeout: Duration

    /// Creates a request; the method is POST.
    public init(url: String, headers: [String: String], body: [UInt8], timeout: Duration) {
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// What carries requests to the server.
///
/// An implementation must not follow redirects: a redirected POST loses its body and may still end with 200.
public protocol UploadTransport: Sendable {
    /// Sends a request and calls back exactly once, on any thread.
    func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void)
}
