import Foundation
import SpoorWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real transport: one `URLSession` without cache, cookies or redirects.
public final class URLSessionTransport: UploadTransport {
    private let maximumConnections: Int
    private let delegate = Refusals()
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
        urlRequest.httpMethod = "POST"
        urlRequest.httpBody = Data(request.body)
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let session = self.session.withLock { session in
            let made = session ?? self.makeSession()
            session = made
            return made
        }
        let number = Locked(0)
        let delegate = self.delegate
        let task = session.dataTask(with: urlRequest) { data, response, error in
            let refused = delegate.refusals.withLock { $0.removeValue(forKey: number.withLock { $0 }) }
            completion(refused.map { Self.answer(nil, $0, nil) } ?? Self.answer(data, response, error))
        }
        number.withLock { $0 = task.taskIdentifier }
        task.resume()
    }

    /// As much of an answer's body as is looked at.
    private static let bodyLimit = 64 << 10

    private static func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> UploadAnswer {
        if let error { return .failure(error.localizedDescription) }
        guard let response = response as? HTTPURLResponse else { return .failure("the answer was not HTTP") }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return .response(
            UploadResponse(
                status: response.statusCode,
                headers: headers,
                body: [UInt8]((data ?? Data()).prefix(Self.bodyLimit))
            )
        )
    }
}

/// Answers every redirect with no, and every question for a password too.
private final class Refusals: NSObject, URLSessionTaskDelegate {
    /// The answers that asked for a password, by task: some systems report such a task as cancelled.
    let refusals = Locked<[Int: URLResponse]>([:])

    /// A receiver or proxy that asks for a password is a status like any other; only the check of a server's
    /// certificate stays with the system.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let asksPassword = [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodDefault,
        ].contains(challenge.protectionSpace.authenticationMethod)
        if asksPassword, let response = challenge.failureResponse {
            self.refusals.withLock { $0[task.taskIdentifier] = response }
        }
        completionHandler(asksPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
