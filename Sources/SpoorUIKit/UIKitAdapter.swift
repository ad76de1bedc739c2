#if canImport(UIKit) && !os(watchOS)
import Foundation
public import SpoorAutoTrack
import SpoorHooks
import UIKit

/// UIKit's part of auto-tracking: hooks, the scan of the screen, and the bridge to web views.
///
/// It reads and hands on; every decision is the engine's. All of it can be stopped, and each hook by itself.
@MainActor
public final class UIKitAdapter {
    /// What the adapter does beside looking at what the app marked for exposure.
    public struct Options: Sendable {
        /// Whether pages and clicks are hooked, and the views walked over for what scrolls; on unless set.
        public var tracksInterface = true

        /// Whether delegates of lists get the method for taps that they lack; off unless set.
        public var addsMissingDelegateMethods = false

        /// The bridge to pages in web views; nil bridges none.
        public var webBridge: WebBridgeOptions?

        /// Told of each push message that a person opened; nil leaves the app's delegate alone.
        public var pushOpened: (@MainActor @Sendable (PushOpening) -> Void)?

        /// Makes options with the defaults.
        public init() {}
    }

    private let engine: HookEngine
    private let hooks: UIKitHooks
    private let scan: ScreenScan
    private let options: Options
    private var hasReader = false
    #if os(iOS)
    private let web: WebBridge?
    private let push: PushHook?
    #endif

    /// Makes an adapter that does nothing yet.
    ///
    /// - Parameters:
    ///   - tracker: the engine that is told of everything.
    ///   - options: what is done beside.
    ///   - uptime: the engine's monotonic clock.
    ///   - report: told in a sentence of what a hook found that it did not expect; on any thread.
    public init(
        tracker: AutoTracker,
        options: Options = Options(),
        uptime: @escaping () -> Duration,
        report: @escaping @Sendable (String) -> Void
    ) {
        let engine = HookEngine { if !Self.isExpected($0) { report($0.description) } }
        let hooks = UIKitHooks(
            tracker: tracker,
            engine: engine,
            addsMissingMethods: options.addsMissingDelegateMethods
        )
        self.engine = engine
        self.hooks = hooks
        self.options = options
        #if os(iOS)
        let web = options.webBridge.map { WebBridge($0, engine: engine) }
        self.web = web
        self.push = options.pushOpened.map { PushHook(engine: engine, opened: $0) }
        let isBridged = options.webBridge?.isAutomatic ?? false
        self.scan = ScreenScan(tracker: tracker, walks: options.tracksInterface || isBridged, uptime: uptime) { view in
            let isNew = hooks.adopt(view)
            return web?.adopt(view) ?? false || isNew
        }
        #else
        self.scan = ScreenScan(tracker: tracker, walks: options.tracksInterface, uptime: uptime) { hooks.adopt($0) }
        #endif
        hooks.pagesChanged = { [weak scan = self.scan] in scan?.pagesChanged() }
    }

    /// Puts the hooks in place and begins to look; a second time changes nothing.
    public func start() {
        if self.options.tracksInterface {
            if !self.hasReader { self.hooks.tracker.add(KeyValueReader()) }
            self.hasReader = true
            self.hooks.install()
        }
        #if os(iOS)
        self.web?.install()
        self.push?.install()
        #endif
        // Exposure that the app marks is looked at in any case. Without marks no facts are read: what is left is the walk
        // over the views, at its own pace.
        self.scan.begin()
    }

    /// Takes the hooks out and ends looking.
    public func stop() {
        self.scan.end()
        #if os(iOS)
        self.web?.uninstall()
        self.push?.uninstall()
        #endif
        self.hooks.uninstall()
    }

    /// The app comes into sight, or nobody sees it any more: all its scenes are in the background, or an extension's host.
    ///
    /// - Parameter isVisible: whether a person sees the app.
    public func appChanged(isVisible: Bool) {
        if isVisible { self.hooks.tracker.willEnterForeground() } else { self.hooks.tracker.didEnterBackground() }
    }

    /// The names of the hooks that are in place.
    public var hookNames: [String] { self.engine.installedNames }

    /// Whether a report tells of nothing but a delegate of the system's, as SwiftUI's lists have: it is nobody's concern.
    private nonisolated static func isExpected(_ report: HookReport) -> Bool {
        guard case .delegateLeftAlone(let name, _) = report.surprise, let type = NSClassFromString(name) else {
            return false
        }
        return ToolkitRule.isSystem(image: ClassInspection.image(of: type))
    }

    /// The kill switch of one hook.
    ///
    /// - Parameters:
    ///   - name: the hook's name, see ``hookNames``; it may be set before the hook is in place.
    ///   - isEnabled: off, the hook passes every call on without a word.
    public func setHook(_ name: String, enabled isEnabled: Bool) {
        self.engine.setEnabled(isEnabled, name)
    }
}
#endif
