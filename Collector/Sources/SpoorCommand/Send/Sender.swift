import CommandLineKit
import Spoor
import SpoorWire

/// One event on its way from the shell to a receiver.
struct Sender: Sendable {
    let configuration: TrackerConfiguration
    let queue: String
    /// How long to wait while another has the queue's folder.
    let patience: Duration
    let console: Console
    let clock: CommandClock

    /// Records the event, uploads it, and says what became of it.
    ///
    /// - Throws: `CommandFailure` where it was not delivered; the sentence says where it is now.
    func send(_ name: String, _ properties: Properties) async throws(CommandFailure) -> String {
        let warnings = Locked<[String]>([])
        let tracker = await self.start(warnings)
        let answer = tracker.track(name, properties)
        guard case .recorded(let event) = answer else {
            // What waits from before goes all the same.
            let outcome = answer == .held ? await tracker.flush().outcome : .disabled
            await tracker.stop()
            if outcome == .complete { return self.success(name, as: nil) }
            throw CommandFailure(self.sentence(name, answer, warnings.withLock { $0 }))
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
                    + "'\(self.queue.echoed)', \(status.waiting) in all; \(self.nextCall)."
            )
        }
        if report.rejected > 0, self.configuration.channel.debugMode != .off {
            throw CommandFailure("The debug receiver refused '\(name)' (\(event.id)); nothing is kept.")
        }
        // What waited may have gone before this event was recorded, by the upload that a start begins with.
        let others = status.delivered > 1 ? " \(status.delivered - 1) that waited went with it." : ""
        return self.success(name, as: event) + others
    }

    private func success(_ name: String, as event: EventReference?) -> String {
        let channel = self.configuration.channel
        if channel.debugMode == .debugOnly {
            return "Checked '\(name)' by \(channel.endpoint): nothing is wrong with it. It was not stored."
        }
        return "Delivered '\(name)'\(event.map { " as \($0.id)" } ?? "") to \(channel.endpoint)."
    }

    /// A tracker that has the queue's folder, or is to say why it has not.
    ///
    /// Calls from cron, CI or hooks overlap: each waits until those before it have let go.
    private func start(_ warnings: Locked<[String]>) async -> Tracker {
        let end = self.clock.uptime() + self.patience
        var pause = Self.shortestPause
        while true {
            let left = end - self.clock.uptime()
            if let tracker = await self.attempt(warnings, isLast: left <= .zero) { return tracker }
            await self.clock.pause(min(pause, left))
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Starts a tracker, unless another has the folder.
    ///
    /// One that came too early is let go of and not stopped: it holds nothing, and stopping it would try once more.
    private func attempt(_ warnings: Locked<[String]>, isLast: Bool) async -> Tracker? {
        warnings.withLock { $0 = [] }
        var configuration = self.configuration
        configuration.log = { message in warnings.withLock { $0.append(message.text) } }
        let tracker = Tracker(configuration)
        let mustWait = await tracker.status().isFolderInUse
        return mustWait && !isLast ? nil : tracker
    }

    private static let shortestPause: Duration = .milliseconds(20)
    private static let longestPause: Duration = .milliseconds(250)

    /// What becomes of an event that waits.
    private var nextCall: String {
        self.configuration.channel.debugMode == .debugOnly
            ? "the next 'spoor send --debug only' to this queue has it checked"
            : "the next 'spoor send' to this queue delivers it"
    }

    /// Where an event is that was not recorded when the call came back; the tracker has ended by now.
    private func sentence(_ name: String, _ answer: TrackAnswer, _ warnings: [String]) -> String {
        let reason = warnings.first.map(Self.withoutHope) ?? "The queue folder cannot be used."
        switch answer {
        case .dropped(.stopped): return reason
        case .dropped(let reason): return "\(reason)"
        case .held, .recorded:
            guard warnings.contains(where: { $0.contains("held in memory and are lost") }) else {
                return "'\(name)' is recorded but not delivered: \(reason) It waits in '\(self.queue.echoed)'; "
                    + "\(self.nextCall)."
            }
            return
                "'\(name)' is not kept and not sent: \(reason) Make the queue folder '\(self.queue.echoed)' usable, "
                + "and send the event again."
        }
    }

    /// A tracker's words for an app, which runs on: here the process ends, and with it what is held in memory.
    private static func withoutHope(_ warning: String) -> String {
        warning.replacing("; events are held in memory until it can", with: "")
            .replacing(
                "Records stay in the journal, the database cannot take them now",
                with: "The queue cannot be written now"
            )
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
