import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import Spoor

/// `spoor serve`: runs a collector until it is told to stop.
enum ServeCommand {
    private static let data = Option.text(
        "data",
        "DIR",
        default: "./spoor-data",
        help: "The folder that holds everything; created when missing."
    )
    private static let host = Option.text(
        "host",
        "ADDRESS",
        default: "127.0.0.1",
        help: "The address to listen on; 0.0.0.0 for all. Nothing is encrypted and nobody is asked for a password, so "
            + "put a proxy in front before the network can reach it."
    )
    private static let hostNames = Option.texts(
        "host-name",
        "NAME",
        expected: "a host's name without scheme and port, such as spoor.example.com",
        help:
            "A name of this collector by which people open its pages, as behind a proxy. Without it the pages, and what "
            + "they ask, are answered by address and by localhost alone, so that no page of a stranger's gets at them.",
        isGood: CollectorConfiguration.isHostName
    )
    private static let port = Option.integer(
        "port",
        in: 0...65535,
        default: 8106,
        help: "The port to listen on; 0 takes a free one, which is printed."
    )
    private static let perAddress = Option.integer(
        "connections-per-address",
        in: 0...1_000,
        default: 200,
        help:
            "How many connections one address may hold, so that one sender cannot take all 1000; 0 for no such limit, "
            + "as behind a proxy, where all come from one address."
    )
    private static let projects = CollectorOptions.projects(
        help: "A project to take events for; without any, each project begins with its first event."
    )
    private static let timeZone = Option<TimeZone?>.custom(
        "time-zone",
        "ZONE",
        expected: "a time zone such as Europe/Berlin, Asia/Shanghai or UTC",
        help: "The zone of all calendar days in reports. Default: this machine's."
    ) { TimeZone(identifier: $0) }
    private static let payloadDays = Option.integer(
        "payload-days",
        in: 0...3_650,
        default: 0,
        help: "How many days the payloads of reports are kept after they arrived; 0 for ever, as events are."
    )
    private static let plotly = Option.text(
        "plotly",
        "FILE",
        help: "plotly.min.js, for the charts. Default: \(Self.defaultPlotly), where 'make setup' puts it; without the "
            + "file the dashboard shows tables only."
    )
    private static let defaultPlotly = "build/vendor/plotly.min.js"

    static let subcommand = Subcommand(
        command: Command(
            "serve",
            summary: "Runs a collector: receives events, stores them, answers queries and shows a dashboard.",
            discussion: "It prints its address once it listens, and runs until Ctrl-C or SIGTERM. It then takes "
                + "nothing more, answers what it has accepted, and exits. A second signal ends it at once; nothing "
                + "that was acknowledged is lost by that either.",
            options: [
                Self.data, Self.host, Self.hostNames, Self.port, Self.perAddress, Self.projects, Self.timeZone,
                Self.payloadDays, Self.plotly,
            ],
            examples: [
                Command.Example("spoor serve", "Serves on http://127.0.0.1:8106 and keeps its data in ./spoor-data."),
                Command.Example(
                    "spoor serve --data /var/lib/spoor --port 80 --project shop --time-zone Europe/Berlin",
                    "Takes events for one project, with days as they pass in Berlin."
                ),
            ]
        )
    ) { parsed, surroundings in
        let zone = parsed[Self.timeZone] ?? .current
        let collector = try Collector(try Self.configuration(parsed, surroundings, zone: zone))
        let stop = StopSignal()
        surroundings.console.show(
            "Spoor \(SpoorVersion.version) listens on \(collector.address), where its dashboard is."
        )
        surroundings.console.show("Data: \(parsed[Self.data]). Days: \(zone.identifier). Ctrl-C stops.")
        await stop.wait()
        collector.stop()
        surroundings.console.show("Stopped.")
    }

    static func configuration(
        _ parsed: ParsedCommand,
        _ surroundings: Surroundings,
        zone: TimeZone
    ) throws(CommandFailure) -> CollectorConfiguration {
        let projects = parsed[self.projects]
        var configuration = CollectorConfiguration(
            store: StoreSettings(
                folder: parsed[self.data],
                projects: projects.isEmpty ? nil : projects,
                timeZone: zone
            )
        )
        configuration.store.tell = { surroundings.console.tell($0) }
        let days = parsed[self.payloadDays]
        configuration.store.payloadDays = days > 0 ? days : nil
        configuration.http.host = parsed[self.host]
        configuration.hostNames = parsed[self.hostNames]
        configuration.http.port = UInt16(parsed[self.port])
        configuration.http.maxConnectionsPerAddress = UInt32(parsed[self.perAddress])
        let dashboard = Dashboard(plotly: try self.plotlyFile(parsed))
        configuration.routes = { store in
            AnalysisAPI(store: store) { Int64(Date().timeIntervalSince1970 * 1000) }.routes + dashboard.routes
        }
        return configuration
    }

    private static func plotlyFile(_ parsed: ParsedCommand) throws(CommandFailure) -> String? {
        guard let given = parsed[self.plotly] else {
            return FileManager.default.fileExists(atPath: self.defaultPlotly) ? self.defaultPlotly : nil
        }
        guard FileManager.default.isReadableFile(atPath: given) else {
            throw CommandFailure(
                "The file '\(given.echoed)' cannot be read: 'make setup' puts one at \(self.defaultPlotly)."
            )
        }
        return given
    }
}
