import SpoorStore

/// A kind of collection that a person can allow or forbid by itself.
public enum ConsentCategory: String, CaseIterable, Sendable {
    /// Events that the app's code records, identity and profiles.
    case analytics

    /// Events that the SDK sees by itself: pages, clicks, exposure, starts.
    case autoTrack

    /// Performance samples and crash reports.
    case monitoring

    /// Where the device is; it rides on events of the other categories.
    case location
}

/// What is known of a person's will about one category.
public enum ConsentStatus: String, Sendable {
    /// The person agrees: it is recorded.
    case granted

    /// The person was not asked yet: events wait in memory, and nothing about the person is kept on the device.
    case pending

    /// The person does not agree: nothing is captured.
    case denied
}

extension RecordClass {
    /// The one place that says which consent a record needs.
    var consentCategory: ConsentCategory {
        switch self {
        case .tracked, .identity: .analytics
        case .automatic: .autoTrack
        case .monitoring, .crash: .monitoring
        }
    }
}

extension ConsentCategory {
    /// The records that need this consent; none for location, which has no records of its own.
    var recordClasses: Set<RecordClass> {
        Set(RecordClass.allCases.filter { $0.consentCategory == self })
    }

    /// The properties that only this consent allows, whatever event they ride on.
    var properties: Set<String> {
        self == .location ? ["$latitude", "$longitude", "$geo_coordinate_system"] : []
    }

    /// A bit of its own.
    fileprivate var bit: UInt8 {
        switch self {
        case .analytics: 1
        case .autoTrack: 2
        case .monitoring: 4
        case .location: 8
        }
    }
}

/// A set of categories, cheap enough to be asked on every event.
struct ConsentSet: Equatable, Sendable {
    private var bits: UInt8 = 0

    /// All categories.
    static let all = ConsentSet(bits: 15)

    init(bits: UInt8 = 0) {
        self.bits = bits
    }

    /// Whether there is none.
    var isEmpty: Bool { self.bits == 0 }

    /// Whether a category is among them.
    func contains(_ category: ConsentCategory) -> Bool {
        self.bits & category.bit != 0
    }

    /// Puts a category in, or takes it out.
    mutating func set(_ category: ConsentCategory, _ isIn: Bool) {
        if isIn { self.bits |= category.bit } else { self.bits &= ~category.bit }
    }
}
