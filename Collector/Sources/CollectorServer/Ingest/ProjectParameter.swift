import CollectorCore

/// The parameter that says for which project a request is.
enum ProjectParameter {
    /// The project of a request that names none.
    static let standard = "default"

    /// Reads the project, and refuses an address that is not what its sender meant.
    ///
    /// A project that cannot be is status 404, as one that is not there: clients then keep their events and say so.
    ///
    /// - Parameters:
    ///   - query: the parameters of the request.
    ///   - ignored: parameters that another reader judges.
    /// - Returns: the name; whether there is such a project is for the store to say.
    /// - Throws: `HTTPError` for a name or another parameter that cannot be read.
    static func read(_ query: HTTPQuery, ignoring ignored: Set<String> = []) throws(HTTPError) -> String {
        if query.malformed.contains("project") {
            throw HTTPError(
                404,
                "The project's name is not percent-encoded: a '%' needs two hexadecimal digits. A name has 1 to 64 "
                    + "letters, digits, '_' or '-'."
            )
        }
        if let name = query.malformed.first(where: { !ignored.contains($0) }) {
            throw HTTPError(
                400,
                "The parameter '\(name.prefix(80))' is not percent-encoded: a '%' needs two hexadecimal digits."
            )
        }
        return query["project"] ?? Self.standard
    }

    /// The answer to a request for a project that takes no events.
    static func response(to error: ProjectError) -> HTTPResponse {
        switch error {
        case .invalidName, .unknown: .error(404, error.description)
        case .unavailable: .unavailable(error.description, retryAfterSeconds: 5)
        }
    }
}
