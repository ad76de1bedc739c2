/// What a request asks the server to do.
public enum UploadMethod: String, Equatable, Sendable {
    /// Hand something out; such a request has no body.
    case get = "GET"

    /// Take the body.
    case post = "POST"
}

/// One request, ready to go.
public struct UploadRequest: Equatable, Sendable {
    /// What the server is asked to do; POST unless set.
    public var method = UploadMethod.post

    /// The full address, query included.
    public var url: String

    /// The header fields.
    public var headers: [String: String]

    /// The body.
    public var body: [UInt8]

    /// How long an answer may take.
    public var timeout: Duration

    /// The most bytes of the answer's body that are kept; 64 KiB unless set.
    ///
    /// To a GET, a longer answer is broken off and marked as cut.
    public var answerLimit = 64 << 10

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

extension UploadRequest {
    /// A request that has something handed out.
    ///
    /// - Parameters:
    ///   - url: the full address, query included.
    ///   - headers: the header fields.
    ///   - timeout: how long an answer may take.
    ///   - answerLimit: the most bytes of the answer's body.
    /// - Returns: the request.
    public static func get(
        _ url: String,
        headers: [String: String],
        timeout: Duration,
        answerLimit: Int
    ) -> UploadRequest {
        var request = UploadRequest(url: url, headers: headers, body: [], timeout: timeout)
        request.method = .get
        request.answerLimit = answerLimit
        return request
    }
}
