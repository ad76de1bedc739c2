/// Answers that a browser may keep, and ask about with the tag they came with.
enum CachedAnswer {
    static func response(
        to request: HTTPRequest,
        tag: String,
        headers: HTTPHeaders,
        body: () -> [UInt8]
    ) -> HTTPResponse {
        var headers = headers
        headers["ETag"] = tag
        let known = request.headers["If-None-Match"]?.split(separator: ",") ?? []
        if known.contains(where: { $0.drop { $0 == " " } == tag }) {
            return HTTPResponse(status: 304, headers: headers)
        }
        return HTTPResponse(headers: headers, body: body())
    }
}
