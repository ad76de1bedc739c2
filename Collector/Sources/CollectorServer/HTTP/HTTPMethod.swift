/// The HTTP methods that the collector answers.
public enum HTTPMethod: String, Equatable, Sendable {
    /// Reads.
    case get = "GET"
    /// Reads the header fields only; the body is left out.
    case head = "HEAD"
    /// Sends.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Removes.
    case delete = "DELETE"
    /// Asks what is allowed.
    case options = "OPTIONS"
}
