import Spoor
import SpoorWire

/// One event on its way from the shell to a receiver.
struct Sender: Sendable {
    let configuration: TrackerConfiguration
    let queue: String
    let console: Console

    /// Records the event, uploads it, and says what became of it.
    ///
    /// - Throws: `CommandFailure` where it was not delivered; the sentence says where it is now.
    func send(_ name: String, _ properties: Properties) async throws(CommandFailure) -> String {
        let warnings = Locked<[String]>([])
        var configuration = self.configuration
        configuration.log = { message in warnings.withLock { $0.append(message.text) } }
        let tracker = Tracker(configuration)
        let answer = tracker.track(name, properties)
        guard case .recorded(let event) = answer else {
            await tracker.stop()
            throw CommandFailure(Self.sentence(answer, warnings.withLock { $0 }))
        }
        let report = await tracker.flush()
        let letter = await tracker.deadLetters(limit: 1000).first { $0.id == event.sequence }
        let status = await tracker.status()
        await tracker.stop()
        let outcome = Self.sentence(report.outcome)
        for warning in warnings.withLock({ $0 }) where warning != outcome { self.console.tell("note: \(warning)") }
        if let letter {
            throw CommandFailure("'\(name)' (\(event.id)) was refused and set aside: \(letter.reason)")
        }
        guard report.outcome == .complete else {
            throw CommandFailure(
                "'\(name)' (\(event.id)) is recorded but not delivered: \(outcome) It waits in "
                    + "'\(self.queue)', \(status.waiting) in all; the next 'spoor send' to this queue delivers it."
            )
        }
        if report.rejected > 0, configuration.channel.debugMode != .off {
            throw CommandFailure("The debug receiver refused '\(name)' (\(event.id)); nothing is kept.")
        }
        let others = report.delivered > 1 ? " \(report.delivered - 1) that waited went with it." : ""
        return "Delivered '\(name)' as \(event.id) to \(configuration.channel.endpoint).\(others)"
    }

    private static func sentence(_ answer: TrackAnswer, _ warnings: [String]) -> String {
        switch answer {
        case .dropped(.stopped): warnings.first ?? "The queue folder cannot be used."
        case .dropped(let reason): "\(reason)"
        case .held, .recorded: warnings.first ?? "The queue folder cannot be opened now: try again later."
        }
    }

    private static func sentence(_ outcome: UploadOutcome) -> String {
        switch outcome {
        case .complete: ""
        case .failed(let verdict): verdict.explanation
        case .waiting(let remaining, _): "The receiver asked to wait another \(remaining.components.seconds) s."
        case .outOfTime, .disabled: "Uploading is off."
        case .held(.noNetwork): "There is no network."
        case .held(let hold): "The network is metered, and the configuration keeps the event back: \(hold.rawValue)."
        case .storageFailure(let reason): "The queue failed: \(reason.hasSuffix(".") ? reason : reason + ".")"
        }
    }
}
