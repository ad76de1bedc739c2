/// Why bytes could not be inflated.
public struct GzipError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Fault: Equatable, Sendable {
        /// The bytes are no gzip or zlib stream, or damaged.
        case damaged

        /// The stream ends too early.
        case cut

        /// The inflated bytes would be more than the limit.
        case tooLarge(limit: Int)

        /// There is no memory for the work.
        case memory
    }

    /// What went wrong.
    public let fault: Fault

    /// Creates an error.
    public init(fault: Fault) { self.fault = fault }

    /// What went wrong, and what to do.
    public var description: String {
        switch self.fault {
        case .damaged: "The bytes are not gzip, or damaged; compress them again."
        case .cut: "The gzip stream ends too early; send it whole."
        case .tooLarge(let limit): "The bytes inflate to more than \(limit); send smaller batches."
        case .memory: "There is no memory to inflate the bytes; try again later."
        }
    }
}
