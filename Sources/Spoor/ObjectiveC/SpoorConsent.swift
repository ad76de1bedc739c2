#if canImport(ObjectiveC)
/// A kind of collection that a person can allow or forbid by itself, for Objective-C; see ``ConsentCategory``.
@objc public enum SpoorConsentCategory: Int, Sendable {
    /// Events that the app's code records, identity and profiles.
    case analytics
    /// Events that the SDK sees by itself.
    case autoTrack
    /// Performance samples and crash reports.
    case monitoring
    /// Where the device is.
    case location

    var category: ConsentCategory {
        switch self {
        case .analytics: .analytics
        case .autoTrack: .autoTrack
        case .monitoring: .monitoring
        case .location: .location
        }
    }
}

/// What is known of a person's will, for Objective-C; see ``ConsentStatus``.
@objc public enum SpoorConsentStatus: Int, Sendable {
    /// The person agrees: it is recorded.
    case granted
    /// The person was not asked yet: events wait in memory.
    case pending
    /// The person does not agree: nothing is captured.
    case denied

    init(_ status: ConsentStatus) {
        switch status {
        case .granted: self = .granted
        case .pending: self = .pending
        case .denied: self = .denied
        }
    }

    var status: ConsentStatus {
        switch self {
        case .granted: .granted
        case .pending: .pending
        case .denied: .denied
        }
    }
}
#endif
