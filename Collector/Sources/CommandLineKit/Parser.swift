/// Reads a command line against a tree of commands; neither prints nor exits.
public struct Parser: Sendable {
    private let root: Command

    /// Creates a parser for a tool.
    public init(_ root: Command) {
        self.root = root
    }

    /// Reads the arguments that follow the tool's name.
    ///
    /// `--help` (or `-h`, or the word `help` in a command's place) wins over every error, since it is what a person
    /// who is stuck types.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParseOutcome {
        var path = [self.root]
        var rest = arguments[...]
        while let command = path.last, !command.subcommands.isEmpty {
            guard let word = rest.first else {
                throw self.error(.missingCommand(known: command.subcommands.map(\.name)), path)
            }
            if word == "--version", path.count == 1 { return .version }
            if ["--help", "-h", "help"].contains(word) {
                return .help(UsageText.help(self.resolve(rest.dropFirst(), below: path)))
            }
            guard let next = command.subcommands.first(where: { $0.name == word }) else {
                throw self.error(self.unknown(word, in: command), path)
            }
            path.append(next)
            rest = rest.dropFirst()
        }
        let options = rest.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") { return .help(UsageText.help(path)) }
        return .run(try self.read(rest, path: path))
    }

    /// Follows the words after `help` as far as they name commands.
    private func resolve(_ words: ArraySlice<String>, below path: [Command]) -> [Command] {
        var path = path
        for word in words {
            guard let next = path.last?.subcommands.first(where: { $0.name == word }) else { break }
            path.append(next)
        }
        return path
    }

    private func unknown(_ word: String, in command: Command) -> UsageError.Reason {
        if word.hasPrefix("-") {
            return .unknownOption(word, nearest: NearestName.find(word, among: ["--help", "--version"]))
        }
        return .unknownCommand(word, nearest: NearestName.find(word, among: command.subcommands.map(\.name)))
    }

    private func error(_ reason: UsageError.Reason, _ path: [Command]) -> UsageError {
        UsageError(reason: reason, path: path.map(\.name), synopsis: UsageText.synopsis(path))
    }

    /// Reads options and arguments of the command that runs.
    private func read(_ words: ArraySlice<String>, path: [Command]) throws(UsageError) -> ParsedCommand {
        let command = path[path.count - 1]
        var reader = OptionReader(command: command)
        var positional: [String] = []
        var words = words
        var onlyArguments = false
        while let word = words.popFirst() {
            if onlyArguments || !word.hasPrefix("-") || word == "-" || Double(word) != nil {
                positional.append(word)
            } else if word == "--" {
                onlyArguments = true
            } else {
                do throws(OptionReader.Failure) {
                    try reader.read(word, from: &words)
                } catch {
                    throw self.error(error.reason, path)
                }
            }
        }
        let arguments = try self.distribute(positional, path: path)
        return ParsedCommand(path: path.map(\.name), values: reader.values, arguments: arguments)
    }

    /// Gives each argument of the command its share of the words that have no name.
    private func distribute(_ words: [String], path: [Command]) throws(UsageError) -> [String: [String]] {
        var left = words[...]
        var result: [String: [String]] = [:]
        for argument in path[path.count - 1].arguments {
            let taken: ArraySlice<String>
            switch argument.count {
            case .one, .optional: taken = left.prefix(1)
            case .atLeast: taken = left
            }
            guard taken.count >= argument.minimum else {
                let name = argument.minimum > 1 ? "at least \(argument.minimum) of \(argument.name)" : argument.name
                throw self.error(.missingArgument(name), path)
            }
            result[argument.name] = Array(taken)
            left = left.dropFirst(taken.count)
        }
        if let word = left.first { throw self.error(.unexpectedArgument(word), path) }
        return result
    }
}
