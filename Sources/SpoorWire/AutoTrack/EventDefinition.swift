/// An event that a person named by pointing at an element: what to watch for, and what to take along.
///
/// It stands in the `definitions` of a configuration, and is evaluated on the device.
public struct EventDefinition: Hashable, Sendable {
    /// The most definitions of a configuration.
    public static let maxCount = 1_000

    /// The most aliases, and the most properties, of one definition.
    public static let maxParts = 50

    /// The most steps of all patterns of a configuration together, which bounds the memory that they take.
    public static let maxPatternSteps = 200_000

    /// What makes the event.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// A tap.
        case click
        /// An element was seen.
        case exposure
        /// A page came up.
        case pageView
    }

    /// The event's name.
    public var name: String

    /// Which version of the definition this is; events tell it.
    public var version: Int

    /// What makes the event.
    public var trigger: Trigger

    /// The elements that stand for the event: any one of them makes it.
    ///
    /// Versions of an app may differ a little in their screens, so that one event has several paths (003).
    public var aliases: [Alias]

    /// The properties to take along.
    public var properties: [Property]

    /// Makes a definition.
    ///
    /// - Parameters:
    ///   - name: the event's name.
    ///   - version: which version of the definition this is.
    ///   - trigger: what makes the event.
    ///   - aliases: the elements that stand for the event.
    ///   - properties: the properties to take along.
    public init(
        _ name: String,
        version: Int = 1,
        trigger: Trigger = .click,
        aliases: [Alias],
        properties: [Property] = []
    ) {
        self.name = name
        self.version = version
        self.trigger = trigger
        self.aliases = aliases
        self.properties = properties
    }

    /// One description of an element; what it does not say may be anything.
    public struct Alias: Hashable, Sendable {
        /// The element's path, in any of the forms that events carry.
        public var path: PathPattern?

        /// The element's normalised id.
        public var elementID: String?

        /// The class, the name or the PAGE_ID of its page.
        public var page: String?

        /// Where it stands in its list, `section:row`; either may be `*`.
        public var position: String?

        /// The text that it shows.
        public var content: String?

        /// The versions of the app that it holds for; nil takes all.
        public var appVersions: AppVersionRange?

        /// Makes an alias that says nothing.
        public init() {}

        /// Whether it says which element or page is meant.
        public var isMeaningful: Bool { self.path != nil || self.elementID != nil || self.page != nil }
    }

    /// A property that is taken from what an element shows.
    public struct Property: Hashable, Sendable {
        /// What the text becomes.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Text.
            case string
            /// A number; a text that is none gives no property.
            case number
        }

        /// The property's name.
        public var name: String

        /// What the text becomes.
        public var kind: Kind

        /// The element that shows it; nil takes the one of the event.
        ///
        /// In a list, an open row is the row that was tapped.
        public var path: PathPattern?

        /// Takes a part out of the text; nil takes all of it.
        public var pattern: TextPattern?

        /// Makes a property.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - kind: what the text becomes.
        ///   - path: the element that shows it; nil takes the one of the event.
        ///   - pattern: takes a part out of the text; nil takes all of it.
        public init(_ name: String, kind: Kind = .string, path: PathPattern? = nil, pattern: TextPattern? = nil) {
            self.name = name
            self.kind = kind
            self.path = path
            self.pattern = pattern
        }
    }
}
