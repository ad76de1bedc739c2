/// Why a command line could not be understood.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was wrong.
    enum Reason: Equatable, Sendable {
        case unknownCommand(String, nearest: String?)
        case missingCommand(known: [String])
        case unknownOption(String, nearest: String?)
        case missingValue(option: String, synopsis: String)
        case unexpectedValue(option: String, value: String)
        case refusedValue(option: String, value: String, expected: String)
        case repeatedOption(String)
        case missingArgument(String)
        case unexpectedArgument(String)
    }

    let reason: Reason
    /// The names of the commands down to the one that could not be understood.
    public let path: [String]
    let synopsis: String

    /// What was wrong, the usage of the command, and where to read more.
    public var description: String {
        """
        error: \(self.sentence)
        usage: \(self.synopsis)
        '\(self.path.joined(separator: " ")) --help' explains more.
        """
    }

    /// What was wrong, in one or two sentences.
    ///
    /// What was typed is repeated in a bounded length, without control characters.
    public var sentence: String {
        let command = self.path.joined(separator: " ")
        switch self.reason {
        case .unknownCommand(let name, let nearest):
            return "'\(name.echoed)' is not a command of '\(command)'." + Self.suggestion(nearest)
        case .missingCommand(let known):
            return "'\(command)' needs a command: \(known.joined(separator: ", "))."
        case .unknownOption(let name, let nearest):
            return "'\(name.echoed)' is not an option of '\(command)'." + Self.suggestion(nearest)
        case .missingValue(let option, let synopsis):
            return "'\(option)' needs a value: \(synopsis)."
        case .unexpectedValue(let option, let value):
            return "'\(option)' takes no value, but '\(value.echoed)' was given."
        case .refusedValue(let option, let value, let expected):
            return "The value '\(value.echoed)' of '\(option)' is not \(expected)."
        case .repeatedOption(let option):
            return "'\(option)' was given more than once."
        case .missingArgument(let name):
            return "'\(command)' needs \(name)."
        case .unexpectedArgument(let value):
            return "'\(command)' does not know what to do with '\(value.echoed)'."
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { " Did you mean '\($0)'?" } ?? ""
    }
}
