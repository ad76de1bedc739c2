/// Writes synopsis and help of a command; the one place where usage is put into words.
enum UsageText {
    private static let width = 100

    /// One line that says how a command is called.
    static func synopsis(_ path: [Command]) -> String {
        var words = path.map(\.name)
        if let command = path.last {
            if !command.subcommands.isEmpty { words.append("COMMAND") }
            words += command.arguments.map(\.synopsis)
            if !command.options.isEmpty { words.append("[options]") }
        }
        return words.joined(separator: " ")
    }

    /// All that `--help` prints.
    static func help(_ path: [Command]) -> String {
        guard let command = path.last else { return "" }
        var sections = [command.summary]
        if !command.discussion.isEmpty {
            sections[0] += "\n\n" + self.wrap(command.discussion, indent: 0).joined(separator: "\n")
        }
        sections.append("usage: " + self.synopsis(path))
        sections.append(self.list("commands", command.subcommands.map { ($0.name, $0.summary) }))
        sections.append(self.list("arguments", command.arguments.map { ($0.name, $0.help) }))
        sections.append(self.list("options", self.options(of: command, isRoot: path.count == 1)))
        sections.append(self.examples(command.examples))
        sections.append(self.list("exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
        if !command.subcommands.isEmpty {
            sections.append("'\(path.map(\.name).joined(separator: " ")) COMMAND --help' explains a command.")
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func options(of command: Command, isRoot: Bool) -> [(String, String)] {
        var rows = command.options.map { option in
            var help = option.help
            if case .list = option.form { help += " May be given several times." }
            if let text = option.defaultText { help += " Default: \(text)." }
            return (option.synopsis, help)
        }
        rows.append(("--help", "Explains the command and exits."))
        if isRoot { rows.append(("--version", "Prints the version and exits.")) }
        return rows
    }

    private static func list(_ title: String, _ rows: [(String, String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let column = min(28, (rows.map(\.0.count).max() ?? 0) + 4)
        var lines = [title + ":"]
        for (name, text) in rows {
            let wrapped = self.wrap(text, indent: column)
            let head = "  " + name
            if head.count + 2 <= column, let first = wrapped.first {
                lines.append(head + String(repeating: " ", count: column - head.count) + first.drop { $0 == " " })
                lines += wrapped.dropFirst()
            } else {
                lines.append(head)
                lines += wrapped
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func examples(_ examples: [Command.Example]) -> String {
        guard !examples.isEmpty else { return "" }
        return
            (["examples:"]
            + examples.flatMap { ["  " + $0.line] + self.wrap($0.explanation, indent: 6) })
            .joined(separator: "\n")
    }

    /// Breaks a text into lines that begin with `indent` blanks.
    static func wrap(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(separator: " ") {
            if line.count > indent, line.count + 1 + word.count > self.width {
                lines.append(line)
                line = margin
            }
            line += (line.count > indent ? " " : "") + word
        }
        return lines + [line]
    }
}
