/// Finds the route of a request.
public struct Router: Sendable {
    private let routes: [Route]

    /// Creates a router; the first route that matches wins.
    public init(_ routes: [Route]) {
        self.routes = routes
    }

    /// Answers a request, at once or later, from any thread.
    public func handle(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        let path = Route.segments(of: request.path)
        let method = request.method == .head ? .get : request.method
        var allowed: [Route] = []
        for route in self.routes {
            guard let parameters = route.match(path) else { continue }
            guard route.method == method else {
                allowed.append(route)
                continue
            }
            var request = request
            request.parameters = parameters
            guard route.allowsOtherOrigins else { return route.handle(request, answer) }
            let origin = request.headers["Origin"]
            return route.handle(request) { response in answer(CrossOrigin.adding(to: response, origin: origin)) }
        }
        answer(Self.answerWithoutRoute(request, allowed))
    }

    private static func answerWithoutRoute(_ request: HTTPRequest, _ allowed: [Route]) -> HTTPResponse {
        if allowed.isEmpty {
            return .error(404, "There is nothing at \(request.path): check the path.")
        }
        var methods = allowed.map(\.method.rawValue)
        if methods.contains("GET") { methods.append("HEAD") }
        if request.method == .options, let route = allowed.first(where: \.allowsOtherOrigins) {
            return CrossOrigin.preflight(request, methods: methods, pattern: route.pattern)
        }
        let list = methods.joined(separator: ", ")
        var response = HTTPResponse.error(405, "\(request.path) takes \(list), not \(request.method.rawValue).")
        response.headers["Allow"] = list
        return response
    }
}
