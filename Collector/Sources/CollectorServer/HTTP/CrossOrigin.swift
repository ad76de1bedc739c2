/// Lets pages of other origins send events, as web SDKs do.
enum CrossOrigin {
    /// The answer with the fields that let a page of `origin` read it.
    static func adding(to response: HTTPResponse, origin: String?) -> HTTPResponse {
        var response = response
        response.headers["Access-Control-Allow-Origin"] = origin ?? "*"
        response.headers["Access-Control-Expose-Headers"] = "Spoor-Receipt, Spoor-Unopened, Retry-After"
        if origin != nil {
            // Web SDKs send with credentials, where the origin must be named.
            response.headers["Access-Control-Allow-Credentials"] = "true"
            response.headers["Vary"] = "Origin"
        }
        return response
    }

    /// The answer to a browser that asks before it sends.
    static func preflight(_ request: HTTPRequest, methods: [String], pattern: String) -> HTTPResponse {
        var response = Self.adding(to: HTTPResponse(status: 204), origin: request.headers["Origin"])
        response.headers["Access-Control-Allow-Methods"] = (methods + ["OPTIONS"]).joined(separator: ", ")
        response.headers["Access-Control-Allow-Headers"] =
            request.headers["Access-Control-Request-Headers"] ?? "Content-Type, Content-Encoding, Dry-Run"
        response.headers["Access-Control-Max-Age"] = "86400"
        return response
    }
}
