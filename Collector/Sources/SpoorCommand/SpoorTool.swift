public import CommandLineKit
import Spoor

/// The `spoor` command: reads a command line, runs what it asks for, and says how it ended.
public struct SpoorTool: Sendable {
    private let surroundings: Surroundings

    /// Creates the tool.
    public init(console: Console = .standard) {
        self.init(Surroundings(console: console, fetch: CollectorClient.fetchByURLSession))
    }

    /// Where another run of this command started this one: ends this one as soon as that one has ended.
    public static func endWithParentIfAsked() {
        ParentWatch.beginIfAsked()
    }

    /// Creates the tool with everything it touches.
    init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    private static let queries = [
        NamesCommand.subcommand, EventsCommand.subcommand, TrendCommand.subcommand, FunnelCommand.subcommand,
        RetentionCommand.subcommand, UsersCommand.subcommand, TimelineCommand.subcommand, RejectsCommand.subcommand,
        PayloadsCommand.subcommand, PayloadCommand.subcommand,
    ]
    private static let tasks = [
        ServeCommand.subcommand, DemoCommand.subcommand, ReplayCommand.subcommand, SendCommand.subcommand,
    ]
    private static let queue = [QueueInspectCommand.subcommand]
    private static let keys = [KeysCommands.create, KeysCommands.list, KeysCommands.retire]
    private static let packet = [PacketDecodeCommand.subcommand]
    private static let config = [
        ConfigGetCommand.subcommand, ConfigSetCommand.subcommand, ConfigCheckCommand.subcommand,
        ConfigHistoryCommand.subcommand, ConfigUndoCommand.subcommand,
    ]

    private static let root = Command(
        "spoor",
        summary: "Runs and asks the Spoor collector, which receives, stores, analyses and shows behaviour data.",
        subcommands: [
            Self.tasks[0].command, Self.tasks[1].command, Self.tasks[2].command, Self.tasks[3].command,
            Command(
                "queue",
                summary: "Looks into the queue folders that the SDK keeps on a device.",
                subcommands: Self.queue.map(\.command),
                examples: [
                    Command.Example("spoor queue inspect ./spoor-queue", "Shows what waits, was set aside or was lost.")
                ]
            ),
            Command(
                "keys",
                summary: "Makes, lists and retires the keys that encrypted data is opened with.",
                subcommands: Self.keys.map(\.command),
                examples: [
                    Command.Example("spoor keys create --project shop", "Makes a key, and says what the app needs.")
                ]
            ),
            Command(
                "config",
                summary: "Reads and changes what apps are told to do, while they run.",
                subcommands: Self.config.map(\.command),
                examples: [
                    Command.Example("spoor config get --project shop > shop.json", "Saves what holds, to edit it."),
                    Command.Example("spoor config set shop.json --project shop", "Gives apps what was edited."),
                ]
            ),
            Command(
                "packet",
                summary: "Looks into packets as they go over the network.",
                subcommands: Self.packet.map(\.command),
                examples: [
                    Command.Example("spoor packet decode packet.bin --data ./spoor-data", "Shows what a packet holds.")
                ]
            ),
            Command(
                "query",
                summary: "Asks a running collector and prints the answer as a table.",
                subcommands: Self.queries.map(\.command),
                examples: [
                    Command.Example("spoor query trend catalog cart --from 2026-03-01", "Counts two events by day."),
                    Command.Example(
                        "spoor query funnel catalog cart payment_done",
                        "Counts people through three steps."
                    ),
                ]
            ),
        ],
        examples: [
            Command.Example("spoor serve --data ./spoor-data", "Serves on http://127.0.0.1:8106 until Ctrl-C."),
            Command.Example("spoor query names", "Lists the events that have arrived."),
        ]
    )

    /// Runs the command that `arguments` (without the tool's own name) ask for.
    public func run(_ arguments: [String]) async -> ExitCode {
        let outcome: ParseOutcome
        do throws(UsageError) {
            outcome = try Parser(Self.root).parse(arguments)
        } catch {
            self.surroundings.console.tell(error.description)
            return .usage
        }
        switch outcome {
        case .help(let text):
            self.surroundings.console.show(text)
            return .success
        case .version:
            self.surroundings.console.show("spoor \(SpoorVersion.version)")
            return .success
        case .run(let command):
            return await self.run(command)
        }
    }

    private func run(_ command: ParsedCommand) async -> ExitCode {
        let candidates =
            switch command.path.dropFirst().first {
            case "query": Self.queries
            case "queue": Self.queue
            case "keys": Self.keys
            case "packet": Self.packet
            case "config": Self.config
            default: Self.tasks
            }
        guard let subcommand = candidates.first(where: { $0.command.name == command.path.last }) else {
            return .usage
        }
        do {
            try await subcommand.run(command, self.surroundings)
            return .success
        } catch let failure as UsageFailure {
            self.surroundings.console.tell("error: \(failure)".visibleLines)
            return .usage
        } catch {
            self.surroundings.console.tell("error: \(error)".visibleLines)
            return .failure
        }
    }
}
