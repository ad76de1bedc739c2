/// Why bytes are not the JSON that was asked for.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Equatable, Sendable {
        /// The bytes end inside a value.
        case cut

        /// A byte that cannot stand here.
        case unexpected(UInt8)

        /// More levels of nesting than are followed.
        case tooDeep

        /// A control character inside a string, which must be escaped.
        case controlCharacter(UInt8)

        /// An escape that JSON does not have.
        case escape

        /// Something follows the value.
        case trailing
    }

    /// What is wrong.
    public let fault: Fault

    /// The place of the fault, counted in bytes from the beginning.
    public let offset: Int

    /// Creates an error.
    public init(fault: Fault, offset: Int) {
        self.fault = fault
        self.offset = offset
    }

    /// What is wrong, and where.
    public var description: String {
        switch self.fault {
        case .cut: "The JSON ends at byte \(self.offset), inside a value; send it whole."
        case .unexpected(let byte): "The JSON has \(Self.name(byte)) at byte \(self.offset) where it may not stand."
        case .tooDeep: "The JSON is nested deeper than is followed, at byte \(self.offset); flatten it."
        case .controlCharacter(let byte):
            "The JSON has \(Self.name(byte)) inside a string at byte \(self.offset); escape it."
        case .escape: "The JSON has an unknown escape at byte \(self.offset); use only those of RFC 8259."
        case .trailing: "Something follows the JSON value at byte \(self.offset); send one value."
        }
    }

    private static func name(_ byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
        return "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
