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
        return URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: nil)
    }

    deinit {
        self.session.withLock { $0?.finishTasksAndInvalidate() }
    }

    /// Sends a request; a redirect comes back as the 3xx answer it is.
    public func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", url.host != nil
        else {
            completion(.failure("'\(request.url)' is not an absolute http or https URL; correct the endpoint"))
            return
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
        switch request.method {
        case .post: self.post(urlRequest, answerLimit: request.answerLimit, in: session, completion)
        case .get: self.delegate.get(urlRequest, answerLimit: request.answerLimit, in: session, completion)
        }
    }

    private func post(
        _ request: URLRequest,
        answerLimit: Int,
        in session: URLSession,
        _ completion: @escaping @Sendable (UploadAnswer) -> Void
    ) {
        let number = Locked(0)
        let delegate = self.delegate
        let task = session.dataTask(with: request) { data, response, error in
            let refused = delegate.refusals.withLock { $0.removeValue(forKey: number.withLock { $0 }) }
            let body = [UInt8]((data ?? Data()).prefix(max(0, answerLimit)))
            completion(refused.map { Self.answer([], $0, nil) } ?? Self.answer(body, response, error))
        }
        number.withLock { $0 = task.taskIdentifier }
        task.resume()
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
