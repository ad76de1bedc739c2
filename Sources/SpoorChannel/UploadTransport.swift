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

    /// How much longer than ``timeout`` the whole exchange may take; 60 s unless set.
    ///
    /// A network layer may count ``timeout`` anew with each byte that comes; after this, the request ends all the same.
    public var grace: Duration = .seconds(60)

    /// How long the whole exchange may take, whatever comes meanwhile.
    public var wholeTimeout: Duration { max(self.timeout, .zero) + max(self.grace, .zero) }

    /// The most bytes of the answer's body that are kept; 1 MiB unless set.
    ///
    /// A longer answer is broken off while it comes, and marked as cut.
    public var answerLimit = 1 << 20

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

    /// Sends a request as ``send(_:completion:)`` does, and gives the way to end it early.
    ///
    /// A request that is ended calls back as well, unless it has already. A transport that does not implement this sends,
    /// and ends nothing early; one that hands requests on to another must hand on this, too.
    func begin(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) -> UploadCancellation
}

extension UploadTransport {
    /// Sends a request that cannot be ended early.
    public func begin(
        _ request: UploadRequest,
        completion: @escaping @Sendable (UploadAnswer) -> Void
    ) -> UploadCancellation {
        self.send(request, completion: completion)
        return UploadCancellation()
    }
}

/// The way to end a request that is under way.
public struct UploadCancellation: Sendable {
    private let work: @Sendable () -> Void

    /// Creates one.
    ///
    /// - Parameter work: ends the request; without effect where it has ended. Called on any thread.
    public init(_ work: @escaping @Sendable () -> Void = {}) {
        self.work = work
    }

    /// Ends the request, and its connection with it.
    public func cancel() {
        self.work()
    }
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
