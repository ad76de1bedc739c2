import CommandLineKit
import Spoor
import SpoorWire

/// `spoor send`: records one event by the SDK and uploads it.
enum SendCommand {
    private static let event = Argument("EVENT", help: "The event's name: letters, digits, '_' and '$'.")
    private static let properties = Argument(
        "KEY=VALUE",
        count: .atLeast(0),
        help: "A property. Numbers, true, false and JSON lists of texts are such; anything else, and what stands in "
            + "double quotes, is text."
    )
    private static let endpoint = Option.text(
        "endpoint",
        "URL",
        default: "http://127.0.0.1:8106",
        expected: "an http or https address, such as http://127.0.0.1:8106",
        help: "The collector's base address; with '--form sensors' the receiver's whole address.",
        isGood: CollectorClient.isAddress
    )
    private static let project = CollectorOptions.project(default: "default", help: "The project to send to.")
    private static let user: Option<String?> = .custom(
        "user",
        "ID",
        expected: "an id: some text that is not only spaces, of at most \(Limits.maxIdentifierBytes) bytes as JSON "
            + "writes it",
        help: "Who did it. Default: an id of the project in this queue folder, made by its first event."
    ) { id in
        SendCommand.isUser(id) ? id : nil
    }
    private static let queue = Option.text(
        "queue",
        "DIR",
        default: "./spoor-queue",
        help: "Where the event waits until it is delivered; created when missing."
    )
    private static let form = Option.choice(
        "form",
        of: ["json", "sensors"],
        default: "json",
        help: "What the body looks like: Spoor's own form, or that of Sensors SDKs."
    )
    private static let debug = Option.choice(
        "debug",
        of: ["off", "only", "track"],
        default: "off",
        help:
            "Sends to the receiver's debug address, which says what is wrong with the event; 'only' stores nothing, and "
            + "leaves alone what waits to be stored."
    )
    private static let timeout = Option.integer(
        "timeout",
        in: 0...3600,
        default: 30,
        help: "How many seconds to wait for its turn while another 'spoor send' uses the same queue."
    )

    static let subcommand = Subcommand(
        command: Command(
            "send",
            summary: "Records one event by the SDK, uploads it, and says what became of it.",
            discussion: "Events that an earlier call could not deliver go first. Without a connection the event stays "
                + "in the queue folder, and the next call for the same project and user delivers it, to the endpoint "
                + "of that call. With '--form sensors', where the address names the project, the endpoint must be the "
                + "same as well. Calls that overlap wait for one another.",
            arguments: [Self.event, Self.properties],
            options: [Self.endpoint, Self.project, Self.user, Self.queue, Self.form, Self.debug, Self.timeout],
            examples: [
                Command.Example(
                    "spoor send deployed service=shop version=1.4.2 seconds=31.5 --project ops",
                    "Sends one event to a collector on this machine."
                ),
                Command.Example(
                    "spoor send paid price=5 --user u1 --endpoint 'https://host/sa?project=p' --form sensors",
                    "Sends one event to a receiver of Sensors SDKs."
                ),
            ]
        )
    ) { parsed, surroundings in
        let name = parsed[Self.event].first ?? ""
        if let problem = Naming.check(name: name) { throw UsageFailure("\(problem)") }
        let values = try SendProperties.read(parsed[Self.properties])
        let sender = Sender(
            configuration: Self.configuration(parsed),
            queue: parsed[Self.queue],
            patience: .seconds(parsed[Self.timeout]),
            console: surroundings.console,
            clock: surroundings.clock
        )
        surroundings.console.show(try await sender.send(name, values))
    }

    /// Whether an event can carry the id: of one that it cannot, the SDK would make another person.
    private static func isUser(_ id: String) -> Bool {
        guard id.utf8.count <= Limits.maxIdentifierBytes else { return false }
        var writer = ByteWriter()
        writer.append(jsonString: id)
        // The quotes do not count.
        return writer.count - 2 <= Limits.maxIdentifierBytes
            && !id.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    private static func configuration(_ parsed: ParsedCommand) -> TrackerConfiguration {
        var configuration = TrackerConfiguration(endpoint: parsed[self.endpoint], project: parsed[self.project])
        configuration.folder = parsed[self.queue]
        configuration.name = SendQueueName.name(
            project: parsed[self.project],
            receiver: parsed[self.form] == "sensors" ? parsed[self.endpoint] : nil,
            user: parsed[self.user],
            isTrial: parsed[self.debug] == "only"
        )
        configuration.anonymousID = parsed[self.user]
        configuration.journalSegmentBytes = 1 << 20
        configuration.startWait = .seconds(30)
        configuration.channel.encoding = parsed[self.form] == "sensors" ? .sensorsForm : .json
        switch parsed[self.debug] {
        case "only": configuration.channel.debugMode = .debugOnly
        case "track": configuration.channel.debugMode = .debugAndTrack
        default: break
        }
        return configuration
    }
}
