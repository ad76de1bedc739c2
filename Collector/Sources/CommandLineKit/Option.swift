/// Something a command takes by name, with the type its value has.
///
/// Declare it once, list it in a ``Command``, and read it from a ``ParsedCommand`` by the same value:
///
/// ```swift
/// let port = Option.integer("port", in: 0...65535, default: 8106, help: "The port to listen on.")
/// let command = Command("serve", summary: "Serves.", options: [port])
/// ```
public struct Option<Value: Sendable>: DeclaredOption {
    /// What parser and help need to know.
    public let declaration: OptionDeclaration
    /// The value when the option is not given.
    public let defaultValue: Value

    /// Creates an option from its declaration; the functions of ``Option`` named after kinds of values are simpler.
    init(_ declaration: OptionDeclaration, default defaultValue: Value) {
        self.declaration = declaration
        self.defaultValue = defaultValue
    }
}

/// An option of whatever type.
public protocol DeclaredOption: Sendable {
    /// What parser and help need to know.
    var declaration: OptionDeclaration { get }
}

/// An option without its type: all that parser and help need to know.
public struct OptionDeclaration: Sendable {
    /// Why a value was refused.
    struct Refusal: Error, Equatable {
        /// Completes the sentence "The value … is not …".
        let expected: String
    }

    /// What follows the name.
    enum Form: Sendable {
        /// Nothing: given or not.
        case flag
        /// One value, once.
        case value(valueName: String, read: @Sendable (String) throws(Refusal) -> any Sendable)
        /// One value each time; what was read is collected in order.
        case list(valueName: String, check: @Sendable (String) throws(Refusal) -> Void)
    }

    /// The name without dashes.
    public let name: String
    /// What it does, as one or more sentences.
    public let help: String
    /// How the default reads in the help text, where there is one.
    let defaultText: String?
    let form: Form

    /// The name as it is typed.
    var spelling: String { "--" + self.name }

    /// The name and what follows it.
    var synopsis: String {
        switch self.form {
        case .flag: self.spelling
        case .value(let valueName, _), .list(let valueName, _): "\(self.spelling) \(valueName)"
        }
    }
}
