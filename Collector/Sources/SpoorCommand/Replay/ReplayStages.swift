import Foundation
import Spoor

/// The two halves of a replay: record while offline, upload later.
enum ReplayStages {
    /// How long the upload of one wave may stand still before the replay gives up.
    private static let patience: Duration = .seconds(60)

    /// Records a visitor's events with their own times, and closes the queue.
    static func record(_ visitor: ClickStream.Visitor, _ queue: ReplayQueue) async -> ReplayFigures {
        let tracker = queue.tracker(for: visitor.id, isOnline: false)
        var figures = ReplayFigures()
        figures.visitors = 1
        // The SDK would go on under an id of its own, and the rows would belong to nobody.
        if let id = tracker.anonymousID, id != visitor.id {
            figures.drop(
                "The user_id is none that the SDK takes, as its warning above says: correct it.",
                visitor.clicks.count
            )
            await tracker.stop()
            return figures
        }
        var held = 0
        for click in visitor.clicks {
            let time = Date(timeIntervalSince1970: Double(click.milliseconds) / 1000)
            switch tracker.track(click.event, click.properties, at: time) {
            case .recorded: figures.tracked += 1
            case .held: held += 1
            case .dropped(.stopped):
                figures.drop("The visitor's queue cannot be opened, as the SDK's warning above says.")
            case .dropped(let reason): figures.drop(reason.description)
            }
        }
        await tracker.stop()
        if held > 0 { await Self.settle(held, &figures, of: visitor, queue) }
        return figures
    }

    /// Counts events that had to wait for the disk: by what the queue holds in the end, not by the answers.
    private static func settle(
        _ held: Int,
        _ figures: inout ReplayFigures,
        of visitor: ClickStream.Visitor,
        _ queue: ReplayQueue
    ) async {
        let reader = queue.tracker(for: visitor.id, isOnline: false)
        let kept = await reader.inspectQueue().waiting["tracked"]?.count ?? 0
        await reader.stop()
        let came = min(held, max(0, kept - figures.tracked))
        figures.tracked += came
        guard came < held else { return }
        figures.drop("The disk is too slow or too full to keep the event: make room, and replay again.", held - came)
    }

    /// Opens a visitor's queue and waits until the channel's own policy has uploaded it.
    static func upload(_ visitor: ClickStream.Visitor, _ queue: ReplayQueue) async throws -> ReplayFigures {
        let tracker = queue.tracker(for: visitor.id, isOnline: true)
        var status = await tracker.status()
        var lastMove = ContinuousClock.now
        while status.waiting > 0 {
            try await Task.sleep(for: .milliseconds(10))
            let next = await tracker.status()
            if next.waiting != status.waiting { lastMove = .now }
            status = next
            guard ContinuousClock.now - lastMove < Self.patience else {
                await tracker.stop()
                throw CommandFailure(
                    "\(status.waiting) events of visitor '\(visitor.id)' still wait after a minute without progress. "
                        + "See that a collector at \(queue.server) takes project '\(queue.project)'. "
                        + "Nothing is lost: they lie in '\(queue.folder)'."
                )
            }
        }
        await tracker.stop()
        var figures = ReplayFigures()
        figures.visitors = 1
        figures.uploaded = status.delivered
        figures.duplicates = status.duplicates
        figures.rejected = status.rejected
        figures.requests = status.requests
        figures.plainBytes = status.plainBytes
        figures.sentBytes = status.sentBytes
        return figures
    }
}
