import CommandLineKit
import Testing

@testable import SpoorCommand

struct SpoorToolTests {
    private let recorder = ConsoleRecorder()

    @Test func theVersionIsAResult() async {
        #expect(await SpoorTool(console: self.recorder.console).run(["--version"]) == .success)
        #expect(self.recorder.output == "spoor \(ToolVersion.current)")
        #expect(self.recorder.errors.isEmpty)
    }

    @Test(arguments: [
        ([], "'spoor' needs a command: serve, demo, replay, send, queue, query."),
        (["sevre"], "'sevre' is not a command of 'spoor'. Did you mean 'serve'?"),
        (["serve", "--prot", "1"], "'--prot' is not an option of 'spoor serve'. Did you mean '--port'?"),
        (["query", "funel"], "'funel' is not a command of 'spoor query'. Did you mean 'funnel'?"),
        (["queue", "inspekt", "x"], "'inspekt' is not a command of 'spoor queue'. Did you mean 'inspect'?"),
        (["queue", "inspect"], "'spoor queue inspect' needs DIR."), (["send"], "'spoor send' needs EVENT."),
        (["query", "funnel"], "'spoor query funnel' needs STEP."),
    ])
    func aWrongLineIsExplainedAndDoesNothing(arguments: [String], sentence: String) async {
        #expect(await SpoorTool(console: self.recorder.console).run(arguments) == .usage)
        #expect(self.recorder.output.isEmpty)
        #expect(self.recorder.errors.hasPrefix("error: \(sentence)\n"))
    }

    @Test(arguments: [
        [], ["serve"], ["query"], ["query", "trend"], ["query", "timeline"], ["send"], ["queue"], ["queue", "inspect"],
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
