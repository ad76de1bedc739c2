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
        let server = try await DemoServer.start(
            data: parsed[Self.data],
            port: parsed[Self.port],
            plotly: parsed[Self.plotly]
        )
        do {
            let demo = Demo(file: parsed[Self.csv], server: server.address, surroundings: surroundings)
            let figures = try await demo.run()
            try figures.write(to: parsed[Self.figures])
            surroundings.console.show(DemoTable.text(figures))
            if !parsed[Self.once] {
                surroundings.console.show("\nThe dashboard: \(server.address)/?project=\(Demo.project)  (Ctrl-C stops)")
                await StopSignal.wait()
            }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
