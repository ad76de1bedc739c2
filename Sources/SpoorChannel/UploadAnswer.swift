/// What came back for one request, before anybody judged it.
public enum UploadAnswer: Equatable, Sendable {
    /// The server answered.
    case response(UploadResponse)

    /// No answer: no network, refused, cut off, timed out.
    ///
    /// The text says which.
    case failure(String)
}

/// The parts of an HTTP answer that decide what happens to a batch.
public struct UploadResponse: Equatable, Sendable {
    /// The HTTP status code.
    public var status: Int

    /// The header fields, names in lower case.
    public var headers: [String: String]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: the HTTP status code.
    ///   - headers: the header fields; names in any case.
    public init(status: Int, headers: [String: String] = [:]) {
        self.status = status
        self.headers = [:]
        for (name, value) in headers { self.headers[name.lowercased()] = value }
    }
}
