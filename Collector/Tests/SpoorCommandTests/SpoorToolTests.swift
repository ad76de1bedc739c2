import CommandLineKit
import Spoor
import Testing

@testable import SpoorCommand

struct SpoorToolTests {
    private let recorder = ConsoleRecorder()

    @Test func theVersionIsAResult() async {
        #expect(await SpoorTool(console: self.recorder.console).run(["--version"]) == .success)
        #expect(self.recorder.output == "spoor \(SpoorVersion.version)")
        #expect(self.recorder.errors.isEmpty)
    }

    @Test(arguments: [
        ([], "'spoor' needs a command: serve, demo, replay, send, queue, keys, config, packet, query."),
        (["sevre"], "'sevre' is not a command of 'spoor'. Did you mean 'serve'?"),
        (["serve", "--prot", "1"], "'--prot' is not an option of 'spoor serve'. Did you mean '--port'?"),
        (["query", "funel"], "'funel' is not a command of 'spoor query'. Did you mean 'funnel'?"),
        (["query", "funnel"], "'spoor query funnel' needs at least 2 of STEP."),
        (["query", "funnel", "a"], "'spoor query funnel' needs at least 2 of STEP."),
        (["query", "names", "--project", "a b"], Self.badProject("a b")),
        (["serve", "--project", "shop", "--project", "../x"], Self.badProject("../x")),
        (["replay", "a.csv", "--project", "../x"], Self.badProject("../x")),
        (["serve", "--host-name", "http://a"], Self.badHostName("http://a")),
        (["serve", "--host-name", "a", "--host-name", "a:80"], Self.badHostName("a:80")),
        (["replay", "a.csv", "--server", "host:80"], Self.badServer),
        (["query", "names", "--server", "host:80"], Self.badServer),
        (["queue", "inspekt", "x"], "'inspekt' is not a command of 'spoor queue'. Did you mean 'inspect'?"),
        (["queue", "inspect"], "'spoor queue inspect' needs DIR."), (["send"], "'spoor send' needs EVENT."),
    ])
    func aWrongLineIsExplainedAndDoesNothing(arguments: [String], sentence: String) async {
        #expect(await SpoorTool(console: self.recorder.console).run(arguments) == .usage)
        #expect(self.recorder.output.isEmpty)
        #expect(self.recorder.errors.hasPrefix("error: \(sentence)\n"))
    }

    private static func badProject(_ name: String) -> String {
        "The value '\(name)' of '--project' is not a project name: 1 to 64 letters, digits, '_' or '-'."
    }
    private static func badHostName(_ name: String) -> String {
        "The value '\(name)' of '--host-name' is not a host's name without scheme and port, such as spoor.example.com."
    }
    private static let badServer =
        "The value 'host:80' of '--server' is not an address of a collector, such as http://127.0.0.1:8106."

    @Test(
        "What a command refuses is repeated in a bounded length, and steers no terminal",
        arguments: [
            ["VALUE"], ["send", "VALUE"], ["send", "a", "VALUE"], ["send", "a", "VALUE=1"],
            ["send", "a", "--user", "VALUE" + String(repeating: "u", count: 9_000)],
            ["send", "a", "--endpoint", "VALUE"], ["send", "a", "--form", "VALUE"], ["serve", "--time-zone", "VALUE"],
            ["serve", "--host-name", "VALUE:"], ["serve", "--plotly", "VALUE"], ["config", "undo", "VALUE"],
            ["config", "check", "VALUE"], ["config", "get", "--data", "VALUE"], ["keys", "list", "--data", "VALUE"],
            ["keys", "create", "--kind", "VALUE"], ["query", "names", "--project", "VALUE"],
            ["query", "names", "--server", "http://127.0.0.1:1/VALUE"], ["query", "payloads", "--state", "VALUE"],
            ["replay", "VALUE"], ["packet", "decode", "VALUE"],
        ],
        ["x" + String(repeating: "y", count: 20_000), "\u{1B}[2J\r\u{7}\u{202E}\u{9B}x"]
    )
    func whatIsRefusedIsBounded(line: [String], value: String) async {
        let words = line.map { $0.replacing("VALUE", with: value) }
        #expect(await SpoorTool(console: self.recorder.console).run(words) != .success)
        let errors = self.recorder.errors
        #expect(!errors.isEmpty && errors.utf8.count < 2_000, "\(errors.utf8.count) bytes")
        let isSteering = errors.unicodeScalars.contains { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
        }
        #expect(!isSteering)
    }

    @Test func aStageNeedsItsQueues() async {
        let arguments = ["replay", "a.csv", "--stage", "record"]
        #expect(await SpoorTool(console: self.recorder.console).run(arguments) == .usage)
        #expect(self.recorder.errors.hasPrefix("error: A single stage needs --queues DIR"))
    }

    /// What the system says is no help alone: where it happened and what to do goes with it.
    @Test(arguments: [
        (["serve", "--port", "0", "--data", "/dev/null/x"], "'/dev/null' cannot be made or written"),
        (["serve", "--port", "0", "--data", "/proc/x"], "'/proc/x/projects' cannot be made or written"),
    ])
    func aFolderThatCannotBeIsNamedWithWhatToDo(arguments: [String], sentence: String) async {
        #expect(await SpoorTool(console: self.recorder.console).run(arguments) == .failure)
        #expect(self.recorder.errors.hasPrefix("error: \(sentence)"))
        #expect(self.recorder.errors.contains("choose another"))
        #expect(!self.recorder.errors.contains("NSCocoaErrorDomain"))
    }

    @Test(arguments: [
        [], ["serve"], ["query"], ["query", "trend"], ["query", "timeline"], ["send"], ["queue"], ["queue", "inspect"],
        ["keys"], ["keys", "create"], ["keys", "list"], ["keys", "retire"], ["packet"], ["packet", "decode"],
        ["query", "payload"], ["query", "payloads"],
    ])
    func everyCommandHasHelpWorthReading(path: [String]) async {
        #expect(await SpoorTool(console: self.recorder.console).run(path + ["--help"]) == .success)
        let help = self.recorder.output
        #expect(help.contains("usage: spoor" + path.map { " " + $0 }.joined()))
        #expect(help.contains("examples:\n  spoor "))
        #expect(help.contains("exit codes:"))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
