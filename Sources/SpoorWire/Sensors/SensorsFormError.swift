/// Why a Sensors request body could not be read.
public struct SensorsFormError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Equatable, Sendable {
        /// There is no `data` and no `data_list`.
        case missing

        /// A `%` is not followed by two hexadecimal digits.
        case percent(offset: Int)

        /// The data is no Base64.
        case base64

        /// The checksum does not fit the data.
        case checksum(expected: Int32, computed: Int32)

        /// The checksum is no number.
        case checksumText(String)

        /// The data is encrypted (`gzip` 9 or 13), or packed in an unknown way.
        case packing(String)

        /// The data cannot be inflated.
        case gzip(GzipError)
    }

    /// What is wrong.
    public let fault: Fault

    /// Creates an error.
    public init(fault: Fault) { self.fault = fault }

    /// What is wrong, and what to send instead.
    public var description: String {
        switch self.fault {
        case .missing:
            "The form has neither 'data' nor 'data_list'; send the events in one of them."
        case .percent(let offset):
            "The form has a '%' at byte \(offset) without two hexadecimal digits; percent-encode it."
        case .base64:
            "The data is not Base64; encode it with the alphabet of RFC 4648."
        case .checksum(let expected, let computed):
            "The checksum is \(expected) but the data gives \(computed); the data changed on its way, send it again."
        case .checksumText(let text):
            "The checksum '\(Limits.truncated(text, limit: 32))' is not a 32-bit number; leave it out or correct it."
        case .packing("9"), .packing("13"):
            "The data is encrypted; this receiver has no key for it, switch encryption off."
        case .packing(let text):
            "The packing gzip=\(Limits.truncated(text, limit: 32)) is unknown; use 0 or 1."
        case .gzip(let error):
            error.description
        }
    }
}
