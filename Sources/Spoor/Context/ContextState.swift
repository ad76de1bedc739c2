import SpoorWire

/// How the screen is held.
public enum ScreenOrientation: String, Sendable {
    /// Higher than wide.
    case portrait

    /// Wider than high.
    case landscape
}

/// What a link says that opens the app.
struct LaunchLink: Sendable {
    /// Its campaign and channel keys.
    let properties: Properties

    /// Which one it is.
    let number: Int
}

/// What the app told about the moment, and what the latest campaign was.
struct ContextState: Sendable {
    /// How the screen is held; nil unless the app says so.
    var orientation: ScreenOrientation?

    /// Where the person came from.
    var campaign = Campaign()

    /// What the link that opens the app says, until `$AppStart` has said it as well.
    private(set) var launch: LaunchLink?

    /// The number of the last link.
    private var lastLink = 0

    /// The last link, where it may be told of: there was consent to analytics at its call, or the answer is waited for,
    /// and it was not refused since.
    ///
    /// Before storage is open nobody knows yet, and an event takes up ``launch`` all the same; it is asked again when it
    /// is recorded.
    private var agreedLink: Int?

    /// Notes a link at its call.
    ///
    /// - Returns: its number.
    mutating func noteLink(_ properties: Properties) -> Int {
        self.lastLink += 1
        self.launch = LaunchLink(properties: properties, number: self.lastLink)
        return self.lastLink
    }

    /// Takes what became of a link's own event.
    mutating func answerLink(_ number: Int, isAgreed: Bool) {
        self.agreedLink = isAgreed ? number : nil
        if !isAgreed, self.launch?.number == number { self.launch = nil }
    }

    /// Takes out what the link says, for the first event after it.
    mutating func takeLaunch() -> LaunchLink? {
        defer { self.launch = nil }
        return self.launch
    }

    /// Whether an event may tell of a link.
    func isAgreed(_ link: LaunchLink) -> Bool { link.number == self.agreedLink }

    /// Forgets how the person came here.
    mutating func forgetPerson() {
        self.campaign = Campaign()
        self.agreedLink = nil
    }

    /// Forgets all but how the screen is held.
    mutating func forgetVisitor() {
        self.forgetPerson()
        self.launch = nil
    }

    /// No event tells of a link from before this.
    mutating func refuseLinks() {
        self.agreedLink = nil
    }

    /// What presets carry of it, beside the campaign.
    func properties(_ location: GeoLocation?) -> Properties {
        var properties = Properties()
        if let location { properties.merge(location.properties, overriding: true) }
        if let orientation { properties["$screen_orientation"] = .string(orientation.rawValue) }
        return properties
    }
}
