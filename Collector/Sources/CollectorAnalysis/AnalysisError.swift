/// Why a query cannot be answered as it was put.
public struct AnalysisError: Error, Equatable, Sendable, CustomStringConvertible {
    private enum Code: Equatable {
        case invalid(parameter: String, message: String)
        case tooManyBuckets(Int, limit: Int)
    }

    private let code: Code

    /// A part of the query has no meaning; the message says what is accepted.
    public static func invalid(_ parameter: String, _ message: String) -> Self {
        Self(code: .invalid(parameter: parameter, message: message))
    }

    /// The range holds more buckets than can be shown.
    public static func tooManyBuckets(_ count: Int, limit: Int) -> Self {
        Self(code: .tooManyBuckets(count, limit: limit))
    }

    /// The name of the part that is wrong, as the HTTP interface spells it.
    public var parameter: String {
        switch self.code {
        case .invalid(let parameter, _): parameter
        case .tooManyBuckets: "interval"
        }
    }

    /// What is wrong, and what is accepted instead.
    public var description: String {
        switch self.code {
        case .invalid(_, let message): message
        case .tooManyBuckets(let count, let limit):
            "The range holds \(count) buckets; at most \(limit) are possible. Choose a wider interval or a shorter range."
        }
    }
}
