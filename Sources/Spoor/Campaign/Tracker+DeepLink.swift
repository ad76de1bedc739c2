public import Foundation
import SpoorStore
public import SpoorWire

/// Links that open the app (sensors protocol, 2.11).
extension Tracker {
    /// Records `$AppDeeplinkLaunch` for a link that opened the app.
    ///
    /// Call it before the app becomes active, as the system does: then `$AppStart` names the campaign too.
    ///
    /// It carries the link as `$deeplink_url`, its five `utm_` parameters as `$utm_source` and so on, and those named in
    /// ``TrackerConfiguration/channelKeys``. A link that names a campaign makes it the latest one, which events carry as
    /// `$latest_utm_source` and so on, after restarts too.
    ///
    /// A link tells how the person came here, which needs consent to analytics: without it neither this event nor
    /// `$AppStart` nor a later one tells of it.
    ///
    /// - Parameters:
    ///   - url: the link.
    ///   - properties: what else is known.
    /// - Returns: what became of the event.
    @discardableResult
    public func trackDeepLink(_ url: URL, _ properties: Properties = Properties()) -> TrackAnswer {
        let text = url.absoluteString
        let link = CampaignLink(text, channelKeys: self.configuration.channelKeys)
        var own = PropertyCheck.checked(properties, origin: "trackDeepLink", report: self.warn)
        own.mergeNames(link.properties, overriding: true)
        own["$deeplink_url"] = .string(Limits.truncated(text, limit: Limits.maxStringUnits))
        let number = self.state.withLock { $0.context.noteLink(link.properties) }
        let draft = self.enriched(EventDraft(.track, name: "$AppDeeplinkLaunch", own: own))
        return self.whenReady(as: .change(recording: draft.recordClass), bytes: draft.heldBytes) { state in
            let refusal = state.refusal(of: .tracked)
            state.context.answerLink(number, isAgreed: refusal == nil)
            if let refusal { return .dropped(refusal) }
            if state.context.campaign.take(link) {
                self.persist([(key: StateKey.campaign, value: state.context.campaign.json)], in: state)
                self.refreshContext(&state)
            }
            return self.recordLocked(draft, &state)
        }
    }

    /// What the link that opens the app says; only the first call after the link gets it.
    func takeLaunchLink() -> LaunchLink? {
        self.state.withLock { $0.context.takeLaunch() }
    }
}
