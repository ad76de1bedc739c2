/// Keeps pages of other sites from changing anything through the browser of somebody who may.
enum SameOrigin {
    /// Refuses a change that a page of another site asks for.
    ///
    /// A browser says where a page comes from, and a page cannot make it say otherwise. A body that is JSON by its type
    /// needs a question first, which is not answered here; a form cannot send one.
    ///
    /// - Parameter request: The request for a change.
    /// - Throws: `HTTPError`.
    static func check(_ request: HTTPRequest) throws(HTTPError) {
        switch request.headers["Sec-Fetch-Site"]?.lowercased() {
        case nil: try self.checkOrigin(request)
        case "same-origin", "none": break
        default: throw self.refusal
        }
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type.filter({ $0 != " " }) == "application/json" else {
            throw HTTPError(415, "Send JSON, and say so: 'Content-Type: application/json'.")
        }
    }

    /// Older browsers name the page's origin alone.
    private static func checkOrigin(_ request: HTTPRequest) throws(HTTPError) {
        guard let origin = request.headers["Origin"]?.lowercased() else { return }
        let ours = [request.headers["Host"], request.headers["X-Forwarded-Host"]].compactMap { $0?.lowercased() }
        guard ours.contains(where: { origin == "http://\($0)" || origin == "https://\($0)" }) else {
            throw self.refusal
        }
    }

    private static let refusal = HTTPError(
        403,
        "A page of another site must not change anything here: use the collector's own pages, or the command 'spoor'."
    )
}
