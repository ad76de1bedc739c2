/// What a command line asks for, read and checked.
public struct ParsedCommand: Sendable {
    /// The names of the commands from the tool down to the one that runs.
    public let path: [String]
    let values: [String: any Sendable]
    let arguments: [String: [String]]

    /// The value of an option: what was given, or its default.
    public subscript<Value>(option: Option<Value>) -> Value {
        (self.values[option.declaration.name] as? Value) ?? option.defaultValue
    }

    /// The values of an argument, in the order they were given.
    public subscript(argument: Argument) -> [String] {
        self.arguments[argument.name] ?? []
    }
}

/// What a command line comes to.
public enum ParseOutcome: Sendable {
    /// A command is to be run.
    case run(ParsedCommand)
    /// Help was asked for; the text is complete.
    case help(String)
    /// The version was asked for.
    case version
}
