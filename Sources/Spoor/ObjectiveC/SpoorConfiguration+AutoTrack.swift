#if canImport(ObjectiveC)
import Foundation
import SpoorAutoTrack

/// What is recorded by itself.
extension SpoorConfiguration {
    /// Whether pages, clicks and exposures are recorded by themselves, with the defaults; off unless set.
    @objc public var tracksInterface: Bool {
        get { self.settings.autoTrack != nil }
        set {
            guard newValue != self.tracksInterface else { return }
            self.settings.autoTrack = newValue ? AutoTrackConfiguration() : nil
        }
    }

    /// Says which PAGE_ID each page's class has; pages, clicks and exposures are recorded by themselves from then on.
    ///
    /// - Parameter ids: the ids by the names of classes; what is not text is left out.
    @objc(setPageIDs:)
    public func setPageIDs(_ ids: [AnyHashable: Any]) {
        self.tracksInterface = true
        self.settings.autoTrack?.pages = PageTable(ObjectTexts.pairs(ids))
    }

    /// Leaves the pages of some classes out.
    ///
    /// - Parameter names: the names of classes; what is not text is left out.
    @objc(ignorePages:)
    public func ignorePages(_ names: [Any]) {
        self.tracksInterface = true
        self.settings.autoTrack?.ignoredPages.formUnion(ObjectTexts.list(names))
    }

    /// Leaves elements of some classes out.
    ///
    /// - Parameter names: the names of classes; what is not text is left out.
    @objc(ignoreTypes:)
    public func ignoreTypes(_ names: [Any]) {
        self.tracksInterface = true
        self.settings.autoTrack?.ignoredTypes.formUnion(ObjectTexts.list(names))
    }

    /// Has a property of each event read from the app's objects.
    ///
    /// - Parameters:
    ///   - name: the property's name.
    ///   - keyPath: where its value is, such as `viewController.banner.url`.
    @objc(addParameter:keyPath:)
    public func addParameter(_ name: String, keyPath: String) {
        self.tracksInterface = true
        self.settings.autoTrack?.parameters.append(AutoTrackConfiguration.Parameter(name, keyPath))
    }

    /// Whether taps on rows are seen whose delegate does nothing at a tap; off unless set.
    ///
    /// The delegate then answers to `didSelect…`. Setting it switches ``tracksInterface`` on.
    @objc public var addsMissingDelegateMethods: Bool {
        get { self.settings.autoTrack?.addsMissingDelegateMethods ?? false }
        set {
            self.tracksInterface = true
            self.settings.autoTrack?.addsMissingDelegateMethods = newValue
        }
    }

    /// Whether pages in web views hand their events to the app; off unless set.
    @objc public var bridgesWebViews: Bool {
        get { self.settings.webBridge != nil }
        set {
            guard newValue != self.bridgesWebViews else { return }
            self.settings.webBridge = newValue ? WebBridgeConfiguration() : nil
        }
    }

    /// Whether push messages that a person opens are recorded by themselves; off unless set.
    @objc public var tracksPushClicks: Bool {
        get { self.settings.tracksPushClicks }
        set { self.settings.tracksPushClicks = newValue }
    }
}
#endif
