import Foundation
import SpoorWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real transport: one `URLSession` without cache, cookies or redirects.
public final class URLSessionTransport: UploadTransport {
    private let maximumConnections: Int
    private let delegate = SessionDelegate()
    /// Made by the first request: the loading system takes megabytes that an app without a network need not spend.
    private let session = Locked<URLSession?>(nil)

    /// Creates a transport; several channels may share one.
    ///
    /// - Parameter maximumConnections: how many connections one host may get.
    public init(maximumConnections: Int = 2) {
        self.maximumConnections = max(1, maximumConnections)
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = self.maximumConnections
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        return URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: DelegateQueue.make())
    }

    deinit {
        self.session.withLock { $0?.finishTasksAndInvalidate() }
    }

    /// Sends a request; a redirect comes back as the 3xx answer it is.
    public func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        _ = self.begin(request, completion: completion)
    }

    /// Sends a request that can be ended early.
    ///
    /// Never more of the answer than the request's limit is held in memory, and the whole exchange ends in time.
    public func begin(
        _ request: UploadRequest,
        completion: @escaping @Sendable (UploadAnswer) -> Void
    ) -> UploadCancellation {
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", url.host != nil
        else {
            completion(.failure("'\(request.url)' is not an absolute http or https URL; correct the endpoint"))
            return UploadCancellation()
        }
        let seconds = Double(request.timeout.wholeMilliseconds) / 1000
        var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: seconds)
        urlRequest.httpMethod = request.method.rawValue
        if request.method == .post { urlRequest.httpBody = Data(request.body) }
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let session = self.session.withLock { session in
            let made = session ?? self.makeSession()
            session = made
            return made
        }
        let number = self.delegate.start(
            session.dataTask(with: urlRequest),
            answerLimit: request.answerLimit,
            wholeTimeout: request.wholeTimeout,
            completion
        )
        return UploadCancellation { [weak delegate] in delegate?.end(number, "the request was called off") }
    }

    static func answer(_ body: [UInt8], _ response: URLResponse?, _ error: (any Error)?) -> UploadAnswer {
        if let error { return .failure(error.localizedDescription) }
        guard let response = response as? HTTPURLResponse else { return .failure("the answer was not HTTP") }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return .response(UploadResponse(status: response.statusCode, headers: headers, body: body))
    }
}
