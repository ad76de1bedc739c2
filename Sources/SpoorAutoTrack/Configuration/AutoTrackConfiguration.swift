public import SpoorWire

/// What is recorded by itself, as the app's code wants it; the server's configuration may change most of it.
///
/// ```swift
/// var autoTrack = AutoTrackConfiguration()
/// autoTrack.pages = PageTable(["HomeViewController": "P_HOME"])
/// autoTrack.ignoredTypes = ["DebugPanel"]
/// autoTrack.parameters = [.init("banner_url", "viewController.banner.url")]
/// configuration.autoTrack = autoTrack
/// ```
public struct AutoTrackConfiguration: Hashable, Sendable {
    /// A property that events get from the app's own objects (003).
    public struct Parameter: Hashable, Sendable {
        /// The property's name.
        public var name: String

        /// Where its value is, such as `viewController.banner.url`; see ``SpoorWire/ParameterPath``.
        public var keyPath: String

        /// The path of the elements that it is for, as ``SpoorWire/PathPattern`` has it; nil takes all.
        public var path: String?

        /// The class, the name or the PAGE_ID of the page that it is for; nil takes all.
        public var page: String?

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - keyPath: where its value is.
        ///   - path: the path of the elements that it is for; nil takes all.
        ///   - page: the page that it is for; nil takes all.
        public init(_ name: String, _ keyPath: String, path: String? = nil, page: String? = nil) {
            self.name = name
            self.keyPath = keyPath
            self.path = path
            self.page = page
        }
    }

    /// The kinds of events that are recorded.
    ///
    /// The default is clicks, page views and leaves, exposures of what the app marked, and definitions. Rage clicks are
    /// off; the app's start and end are switched by `automaticEvents` of the tracker.
    public var kinds: AutoTrackKinds = [.clicks, .pageViews, .pageLeaves, .exposures, .definitions]

    /// When clicks on one place are rage; used where ``kinds`` has rage clicks.
    public var rageClicks = RageClickRule()

    /// The PAGE_ID of each page's class (002).
    ///
    /// The default is empty.
    public var pages = PageTable()

    /// Which pages are screens of their own.
    public var pageRules = PageRules()

    /// Classes whose elements are left out.
    public var ignoredTypes: Set<String> = []

    /// Classes of pages on which nothing is recorded, nor on pages that they embed.
    public var ignoredPages: Set<String> = []

    /// Kinds of elements that are left out.
    public var ignoredKinds: Set<ElementKind> = []

    /// Paths of elements that are left out; see ``SpoorWire/PathPattern``.
    public var ignoredPaths: [String] = []

    /// The elements whose clicks and exposures are recorded, and no others; nil records all.
    ///
    /// The default is nil. A list of the server takes its place.
    public var whiteList: [String]?

    /// The properties that events get from the app's own objects.
    public var parameters: [Parameter] = []

    /// Whether delegates of tables and collections that do nothing at a tap get an empty method, so that the taps are seen.
    ///
    /// Rows that follow a storyboard's segue, or do nothing, have no delegate's method. The object then answers to
    /// `didSelect…`, which the app can notice. The default is false. It holds from the start on.
    public var addsMissingDelegateMethods = false

    /// Names that key paths never lead through, and that event paths do not have, beside those that are never read anyway.
    ///
    /// Whole names, in any spelling: `nickname` is `Nickname` and `nick_name` as well.
    public var deniedNames: Set<String> = []

    /// Events that the app's code names by an element; one of the server by the same name takes its place.
    public var definitions: [EventDefinition] = []

    /// Makes a configuration with the defaults.
    public init() {}

    /// Nothing is recorded by itself; calls such as `trackScreen` still are.
    public static var manual: AutoTrackConfiguration {
        var configuration = AutoTrackConfiguration()
        configuration.kinds = []
        return configuration
    }
}
