/// The settings of a namespace, by their names on the wire.
public enum SettingField: String, CaseIterable, Sendable {
    /// The collector's base address.
    case url

    /// Whether records are uploaded.
    case isUpload

    /// Whether records are collected.
    case isGather

    /// Whether a new version of the app deletes what an older one recorded.
    case isUpdateClear

    /// The most megabytes of one body.
    case maxBodyMByte

    /// Seconds between two uploads.
    case periodicTimerSecond

    /// How many waiting records start an upload.
    case flushBulkSize

    /// The most records of one upload.
    case maxItem

    /// The most megabytes a day outside of Wi-Fi.
    case maxFlowMByte

    /// How many days a record is kept.
    case expirationDay

    /// The rules by type, and the list of types that are recorded.
    case monitorList

    /// How bodies are encrypted.
    case encryption

    /// The smallest and the largest value; nil where the field is no number.
    public var range: ClosedRange<Double>? {
        switch self {
        case .maxBodyMByte: 0.001...3
        case .periodicTimerSecond: 1...30
        case .flushBulkSize: 1...100_000
        case .maxItem: 1...100
        case .maxFlowMByte: 0...100
        case .expirationDay: 1...30
        default: nil
        }
    }

    /// Whether the field is a number without fraction.
    public var isWhole: Bool { self.range != nil && self != .maxBodyMByte }

    /// Whether the field is true or false.
    public var isFlag: Bool { self == .isUpload || self == .isGather || self == .isUpdateClear }

    /// Whether only a signed document may set the field: it decides where records go and who can read them.
    public var isProtected: Bool { self == .url || self == .encryption }
}
