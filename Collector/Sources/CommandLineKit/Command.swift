/// One command of a tool: its name, what it accepts, and what its help says.
///
/// A command with subcommands only chooses among them; one without is what runs. Nothing here prints or exits.
public struct Command: Sendable {
    /// A command line worth copying, and what it does.
    public struct Example: Sendable, Equatable {
        /// The command line as one would type it.
        public let line: String
        /// What happens then.
        public let explanation: String

        /// Creates an example from the line to type and what it does.
        public init(_ line: String, _ explanation: String) {
            self.line = line
            self.explanation = explanation
        }
    }

    /// The word that selects the command.
    public let name: String
    /// One sentence: what the command does.
    public let summary: String
    /// What the summary leaves out; shown below it, empty if there is nothing.
    public let discussion: String
    /// What is given without a name, in order.
    public let arguments: [Argument]
    /// What is given by name, in the order of the help text.
    public let options: [OptionDeclaration]
    /// Lines to copy.
    public let examples: [Example]
    /// The commands below this one.
    public let subcommands: [Command]

    /// Creates a command that runs.
    public init(
        _ name: String,
        summary: String,
        discussion: String = "",
        arguments: [Argument] = [],
        options: [any DeclaredOption] = [],
        examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options.map(\.declaration)
        self.examples = examples
        self.subcommands = []
    }

    /// Creates a command that only holds others.
    public init(
        _ name: String,
        summary: String,
        discussion: String = "",
        subcommands: [Command],
        examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = []
        self.options = []
        self.examples = examples
        self.subcommands = subcommands
    }
}
