import CommandLineKit
import Foundation

/// `spoor demo`: the whole product on a real shop's click stream, from one command.
enum DemoCommand {
    private static let csv = Option.text(
        "csv",
        "FILE",
        default: "build/vendor/simple-onlineshop.csv",
        help: "The click stream; 'make setup' puts one there."
    )
    private static let data = Option.text(
        "data",
        "DIR",
        default: "build/demo",
        help: "Where the collector keeps its data; kept, so that a second demo finds everything known."
    )
    private static let port = Option.integer(
        "port",
        in: 0...65535,
        default: 8106,
        help: "The collector's port; 0 takes a free one."
    )
    private static let once = Option.flag("once", help: "Stops the collector and exits after the figures.")
    private static let figures = Option.text(
        "figures",
        "FILE",
        default: "build/demo.json",
        help: "Where the figures are written, as JSON."
    )
    private static let plotly = Option.text("plotly", "FILE", help: "plotly.min.js, as for 'spoor serve'.")

    static let subcommand = Subcommand(
        command: Command(
            "demo",
            summary: "Replays a real shop's click stream through the SDK to a collector, and shows what came out.",
            discussion: "It starts a collector on this machine, records the events of every visitor with an SDK "
                + "instance of its own while offline, uploads them from another process, and compares what was tracked "
                + "with what the collector holds. Run again on the same data it stores nothing twice.",
            options: [Self.csv, Self.data, Self.port, Self.once, Self.figures, Self.plotly],
            examples: [
                Command.Example("spoor demo", "Runs, and leaves the dashboard up until Ctrl-C."),
                Command.Example("spoor demo --once", "Runs, writes build/demo.json and exits."),
            ]
        )
    ) { parsed, surroundings in
        _ = try ClickStream(file: parsed[Self.csv])
        let scratch = try Scratch("spoor-demo")
        do {
            let server = try await DemoServer.start(
                data: parsed[Self.data],
                port: parsed[Self.port],
                plotly: parsed[Self.plotly]
            )
            do {
                let figures = try await Interruption.guarding { interruption in
                    try await Self.run(parsed, surroundings, server.address, scratch, interruption)
                }
                if !parsed[Self.once] {
                    surroundings.console.show("Ctrl-C stops the collector.")
                    await StopSignal().wait()
                }
                try figures.check()
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        } catch {
            scratch.remove()
            throw error
        }
    }

    /// Replays, shows what came out as soon as it is known, and removes the queues after that.
    private static func run(
        _ parsed: ParsedCommand,
        _ surroundings: Surroundings,
        _ address: String,
        _ scratch: Scratch,
        _ interruption: Interruption
    ) async throws -> DemoFigures {
        let demo = Demo(file: parsed[self.csv], server: address, surroundings: surroundings)
        let figures = try await demo.run(in: scratch, interruption)
        try figures.write(to: parsed[self.figures])
        surroundings.console.show(DemoTable.text(figures))
        if !parsed[self.once] {
            let dashboard = figures.span?.dashboard(at: address) ?? "\(address)/#overview?project=\(Demo.project)"
            surroundings.console.show("\nThe dashboard, with the same figures: \(dashboard)")
        }
        let start = ContinuousClock.now
        surroundings.console.tell("Removing the queues of \(figures.replay.visitors) visitors …")
        scratch.remove()
        let seconds = (ContinuousClock.now - start).components.seconds
        surroundings.console.tell("Removed the queues in \(seconds) s.")
        return figures
    }
}
