import CommandLineKit

/// A command that runs: what it accepts, and what it does.
struct Subcommand: Sendable {
    let command: Command
    let run: @Sendable (ParsedCommand, Surroundings) async throws -> Void
}
