#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorUIKit
import SpoorWire

/// UIKit's part of auto-tracking, wired to a tracker.
final class UIKitInterface: InterfaceSource {
    private let state = Locked(State())

    private struct State {
        var adapter: UIKitAdapter?
        var isStopped = false
        /// Hooks that were switched off before there were any.
        var switchedOff: Set<String> = []
    }

    func start(_ tracker: Tracker) {
        guard tracker.wantsInterface else { return }
        MainThread.run { [weak tracker] in
            guard let tracker, !self.state.withLock(\.isStopped) else { return }
            self.begin(tracker)
        }
    }

    func stop() {
        let adapter = self.state.withLock { state in
            state.isStopped = true
            defer { state.adapter = nil }
            return state.adapter
        }
        guard let adapter else { return }
        MainThread.run { adapter.stop() }
    }

    func appChanged(isVisible: Bool) {
        // Told on the main thread, and at once, so that what is left is left before the app's end is recorded.
        MainThread.run {
            guard let adapter = self.state.withLock(\.adapter) else { return }
            adapter.appChanged(isVisible: isVisible)
        }
    }

    func setHook(_ name: String, enabled isEnabled: Bool) {
        let adapter = self.state.withLock { state in
            if isEnabled { state.switchedOff.remove(name) } else { state.switchedOff.insert(name) }
            return state.adapter
        }
        guard let adapter else { return }
        MainThread.run { adapter.setHook(name, enabled: isEnabled) }
    }

    @MainActor
    private func begin(_ tracker: Tracker) {
        let scheduler = tracker.environment.scheduler
        let configuration = tracker.configuration
        let adapter = UIKitAdapter(
            tracker: tracker.autoTracker,
            options: tracker.interfaceOptions,
            uptime: { scheduler.uptime },
            report: { configuration.warn($0) }
        )
        let switchedOff = self.state.withLock { state in
            state.adapter = adapter
            return state.switchedOff
        }
        for name in switchedOff { adapter.setHook(name, enabled: false) }
        adapter.start()
    }
}

extension Tracker {
    /// What the adapter does for this tracker.
    fileprivate var interfaceOptions: UIKitAdapter.Options {
        var options = UIKitAdapter.Options()
        options.tracksInterface = self.configuration.autoTrack != nil
        options.addsMissingDelegateMethods = self.configuration.autoTrack?.addsMissingDelegateMethods ?? false
        options.webBridge = self.webBridgeOptions
        if self.configuration.tracksPushClicks {
            options.pushOpened = { [weak self] opening in
                var message = PushMessage(userInfo: opening.userInfo, isLocal: opening.isLocal)
                if message.title == nil { message.title = opening.title }
                if message.content == nil { message.content = opening.body }
                self?.trackPushClick(message)
            }
        }
        return options
    }

    /// The bridge for this tracker; nil where none is wanted, and where the collector's address has no host.
    var webBridgeOptions: WebBridgeOptions? {
        guard let configuration = self.configuration.webBridge, let script = self.webBridgeScript else { return nil }
        return WebBridgeOptions(script: script, isAutomatic: configuration.isAutomatic) { [weak self] message in
            self?.trackWebMessage(message)
        }
    }
}
#endif
