/// What a configuration document says about auto-tracking; what it does not say is nil or empty, and stays as it is.
public struct AutoTrackSettings: Equatable, Sendable {
    /// The most entries of the white list.
    public static let maxWhiteList = 20_000

    /// The most entries of each list of what is ignored.
    public static let maxIgnored = 2_000

    /// The most pages that the table of pages has.
    public static let maxPages = 10_000

    /// The longest PAGE_ID, in bytes.
    public static let maxPageIDBytes = 128

    /// The kinds that can be ignored, by their names: what an element is to the engine.
    public static let elementKinds = [
        "view", "label", "image", "button", "toggle", "segmentedControl", "segment", "stepper", "slider",
        "pageControl", "control", "textInput", "scroll", "table", "collection", "cell", "sectionHeader",
        "sectionFooter", "tabBar", "barItem", "bar", "alert", "alertAction", "web", "window", "page", "application",
        "responder",
    ]

    /// The kinds of events to record in place of those that the app's code chose; nil leaves its choice.
    public var kinds: AutoTrackKinds?

    /// Classes whose elements are left out, beside those of the app's code.
    public var ignoredTypes: Set<String> = []

    /// Classes of pages on which nothing is recorded, beside those of the app's code.
    public var ignoredPages: Set<String> = []

    /// Kinds of elements that are left out, by their names.
    public var ignoredKinds: Set<String> = []

    /// Paths of elements that are left out.
    public var ignoredPaths: [PathPattern] = []

    /// The elements whose events are recorded, and no others; nil records all.
    public var whiteList: [PathPattern]?

    /// The properties that events get from the app's own objects, beside those of the app's code.
    public var parameters: [ParameterRule] = []

    /// Whether all embedded pages count as pages; nil leaves it to the app's code.
    public var tracksChildPages: Bool?

    /// The classes of embedded pages that count as pages, beside those of the app's code.
    public var childPages: Set<String> = []

    /// Makes settings that say nothing.
    public init() {}
}

extension ConfigurationDocument {
    /// What the document says about auto-tracking, as far as it can be read.
    public var autoTrackSettings: AutoTrackSettings {
        var reader = ConfigurationReader()
        return self.autoTrack.map { reader.autoTrack($0, at: "autoTrack") } ?? AutoTrackSettings()
    }

    /// The PAGE_ID of each class of pages, as far as it can be read.
    public var pageIDs: [String: String] {
        var reader = ConfigurationReader()
        return self.pages.map { reader.pages($0, at: "pages") } ?? [:]
    }

    /// The events that were defined by pointing at an element, as far as they can be read.
    public var eventDefinitions: [EventDefinition] {
        var reader = ConfigurationReader()
        return self.definitions.map { reader.definitions($0, at: "definitions") } ?? []
    }
}
