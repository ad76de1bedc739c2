import SpoorWire

/// How the screen is held.
public enum ScreenOrientation: String, Sendable {
    /// Higher than wide.
    case portrait

    /// Wider than high.
    case landscape
}

/// What the app told about the moment, and what the latest campaign was.
struct ContextState: Sendable {
    /// How the screen is held; nil unless the app says so.
    var orientation: ScreenOrientation?

    /// Where the person came from.
    var campaign = Campaign()

    /// What the link that opens the app says, until `$AppStart` has said it as well.
    var launch = Properties()

    /// What presets carry of it.
    func properties(_ location: GeoLocation?) -> Properties {
        var properties = self.campaign.latest
        if let location { properties.merge(location.properties, overriding: true) }
        if let orientation { properties["$screen_orientation"] = .string(orientation.rawValue) }
        return properties
    }
}
