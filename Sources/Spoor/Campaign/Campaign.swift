import SpoorWire

/// The campaign that brought the person here last; later events carry it (sensors protocol, 2.3).
struct Campaign: Equatable, Sendable {
    /// The five of `utm_`, in the order in which they are sent.
    static let keys = ["utm_campaign", "utm_source", "utm_medium", "utm_term", "utm_content"]

    /// `$latest_utm_source` and so on, and `_latest_` with each channel key.
    private(set) var latest = Properties()

    init() {}

    /// Reads what ``json`` wrote.
    init(_ json: JSONValue?) {
        self.latest = PersistedProperties.properties(json)
    }

    /// The latest campaign as the state file keeps it.
    var json: JSONValue { PersistedProperties.json(self.latest) }

    /// Takes a link's campaign in place of the one before; a link without one changes nothing.
    ///
    /// - Returns: whether something changed.
    mutating func take(_ link: CampaignLink) -> Bool {
        guard !link.values.isEmpty else { return false }
        var latest = Properties()
        for value in link.values { latest[Self.latestKey(value.key)] = .string(value.text) }
        defer { self.latest = latest }
        return latest != self.latest
    }

    private static func latestKey(_ key: String) -> String {
        Self.keys.contains(key) ? "$latest_\(key)" : "_latest_\(key)"
    }

    /// What is wrong with a channel key of the app's own, or nil: link and later events carry it as a property.
    static func problem(withChannelKey key: String) -> String? {
        (Naming.checkSharedProperty(key) ?? Naming.check(name: "_latest_\(key)"))?.description
    }
}

extension StateKey {
    static let campaign = "latest_campaign"
}
