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

    /// The beginning of the body: it may say what is wrong with which event.
    public var body: [UInt8]

    /// Whether the body was longer than the request allows; the rest is missing.
    public var isCut = false

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: the HTTP status code.
    ///   - headers: the header fields; names in any case.
    ///   - body: the beginning of the body.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.body = body
        self.headers = [:]
        for (name, value) in headers { self.headers[name.lowercased()] = value }
    }
}
