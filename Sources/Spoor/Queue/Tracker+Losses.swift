import SpoorChannel
import SpoorStore
import SpoorWire

/// Losses, as one small event.
extension Tracker {
    /// The event that says what was lost: `lost_total`, and `lost_` and `class_` with each reason and class.
    static let lossesEvent = "$SpoorLosses"

    /// Records what the channel lost; it is ranked like identity, so that the same want of room does not cost it as well.
    ///
    /// - Returns: whether it is kept.
    func record(_ losses: LossReport) -> Bool {
        var own = Properties()
        own["lost_total"] = .integer(Int64(losses.total))
        for (reason, count) in losses.byReason.sorted(by: { $0.key < $1.key }) {
            own["lost_" + reason] = .integer(Int64(count))
        }
        for (name, count) in losses.byClass.sorted(by: { $0.key < $1.key }) {
            own["class_" + name] = .integer(Int64(count))
        }
        var draft = EventDraft(.track, name: Self.lossesEvent, own: own)
        draft.recordClass = .identity
        draft.method = .autoTrack
        // Past the app's own providers: this is the channel's queue, and nobody's call.
        let made = draft
        return self.whenReady { state in self.recordLocked(made, &state) }.isRecorded
    }
}
