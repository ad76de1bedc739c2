/// What sees the app's interface and tells the engine of auto-tracking; on platforms without one, an adapter of the host's
/// calls ``Tracker/autoTracker``.
public protocol InterfaceSource: Sendable {
    /// Begins to look, soon and on the main thread; called once, on whichever thread creates the tracker.
    ///
    /// - Parameter tracker: who is told; not to be kept alive.
    func start(_ tracker: Tracker)

    /// Ends looking; called when the tracker stops.
    func stop()

    /// The app comes into sight, or nobody sees it any more; told before the tracker's own events of leaving, and after
    /// those of coming, on the thread that tells the tracker.
    ///
    /// - Parameter isVisible: whether a person sees the app; the same twice changes nothing.
    func appChanged(isVisible: Bool)

    /// The kill switch of one hook.
    ///
    /// - Parameters:
    ///   - name: the hook's name; one that the source does not have changes nothing.
    ///   - isEnabled: off, the hook passes every call on without a word.
    func setHook(_ name: String, enabled isEnabled: Bool)
}

extension Tracker {
    /// Whether the app asked for anything that needs its interface to be seen.
    var wantsInterface: Bool {
        self.configuration.autoTrack != nil || self.configuration.webBridge != nil
            || self.configuration.tracksPushClicks
    }

    /// Switches one of the adapter's hooks off or on: where it is in the way of another library, say.
    ///
    /// Off, the hook passes every call on without a word. The hooks of UIKit are listed in `docs/IOS_INTEGRATION.md`.
    ///
    /// - Parameters:
    ///   - name: the hook's name.
    ///   - isEnabled: whether it tells of what it sees.
    public func setHook(_ name: String, enabled isEnabled: Bool) {
        self.environment.interface?.setHook(name, enabled: isEnabled)
    }
}
