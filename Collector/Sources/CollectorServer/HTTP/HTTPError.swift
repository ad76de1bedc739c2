/// An error that is its own answer.
public struct HTTPError: Error, Equatable, Sendable {
    /// The status code.
    public let status: Int
    /// What is wrong and what to do, in a sentence.
    public let sentence: String

    /// Creates an error from its parts.
    public init(_ status: Int, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    static func response(to body: () throws -> HTTPResponse) -> HTTPResponse {
        do {
            return try body()
        } catch let error as HTTPError {
            return .error(error.status, error.sentence)
        } catch {
            return .error(500, "The collector could not answer: \(error).")
        }
    }
}
