/// One thing the server answers: a method, a path and what to do.
///
/// ```swift
/// Route(.get, "/api/v1/users/:id") { request in
///     .json("{\"id\":\"\(request.parameters["id"] ?? "")\"}")
/// }
/// ```
public struct Route: Sendable {
    /// Gives the answer later, from any thread, exactly once.
    public typealias Answer = @Sendable (HTTPResponse) -> Void

    /// The method; GET answers HEAD as well.
    public let method: HTTPMethod
    /// Path segments; `:name` matches one segment, a final `*` the rest.
    public let pattern: String
    /// Whether pages of other origins may call it: the answer carries CORS fields, and OPTIONS is answered.
    public let allowsOtherOrigins: Bool
    let segments: [String]
    let handle: @Sendable (HTTPRequest, @escaping Answer) -> Void

    /// Creates a route that is computed on a background thread, so that it may take its time.
    ///
    /// An `HTTPError` thrown becomes the answer; any other error becomes status 500.
    public init(
        _ method: HTTPMethod,
        _ pattern: String,
        allowsOtherOrigins: Bool = false,
        respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
    ) {
        self.init(answering: method, pattern, allowsOtherOrigins: allowsOtherOrigins) { request, answer in
            BackgroundWork.run { answer(HTTPError.response { try respond(request) }) }
        }
    }

    /// Creates a route whose handler runs on a server thread and must return at once; it may answer later.
    public init(
        answering method: HTTPMethod,
        _ pattern: String,
        allowsOtherOrigins: Bool = false,
        handle: @escaping @Sendable (HTTPRequest, @escaping Answer) -> Void
    ) {
        self.method = method
        self.pattern = pattern
        self.allowsOtherOrigins = allowsOtherOrigins
        self.segments = Self.segments(of: pattern)
        self.handle = handle
    }

    static func segments(of path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    }

    /// What the pattern's variables stand for in a path; nil when the path is another.
    func match(_ path: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (index, segment) in self.segments.enumerated() {
            if segment == "*" {
                parameters["*"] = path.dropFirst(index).joined(separator: "/")
                return parameters
            }
            guard index < path.count else { return nil }
            if segment.hasPrefix(":") {
                parameters[String(segment.dropFirst())] = path[index]
            } else if segment != path[index] {
                return nil
            }
        }
        return path.count == self.segments.count ? parameters : nil
    }
}
