/// What a configuration document says about one namespace; what it does not say is nil, and stays as it is.
public struct ChannelSettings: Equatable, Sendable {
    /// The collector's base address.
    public var url: String?

    /// Whether records are uploaded; off, they are stored all the same.
    public var isUpload: Bool?

    /// Whether records are collected.
    public var isGather: Bool?

    /// Whether a new version of the app deletes what an older one recorded.
    public var isUpdateClear: Bool?

    /// The most megabytes of one body.
    public var maxBodyMByte: Double?

    /// Seconds between two uploads.
    public var periodicTimerSecond: Int?

    /// How many waiting records start an upload.
    public var flushBulkSize: Int?

    /// The most records of one upload.
    public var maxItem: Int?

    /// The most megabytes a day outside of Wi-Fi.
    public var maxFlowMByte: Int?

    /// How many days a record is kept.
    public var expirationDay: Int?

    /// The rules by type, which are also the list of types that are recorded.
    public var monitorList: [TypeRule]?

    /// How bodies are encrypted.
    public var encryption: Encryption?

    /// Creates settings that say nothing.
    public init() {}

    /// The settings as a JSON object, in the order of ``SettingField``.
    public var json: JSONValue {
        .object(SettingField.allCases.compactMap { field in self[field].map { (key: field.rawValue, value: $0) } })
    }

    /// The value of one field as JSON; nil where nothing is said.
    public subscript(field: SettingField) -> JSONValue? {
        switch field {
        case .url: self.url.map { .string($0) }
        case .isUpload: self.isUpload.map { .bool($0) }
        case .isGather: self.isGather.map { .bool($0) }
        case .isUpdateClear: self.isUpdateClear.map { .bool($0) }
        case .maxBodyMByte: self.maxBodyMByte.map { Self.number($0) }
        case .periodicTimerSecond: self.periodicTimerSecond.map { .integer($0) }
        case .flushBulkSize: self.flushBulkSize.map { .integer($0) }
        case .maxItem: self.maxItem.map { .integer($0) }
        case .maxFlowMByte: self.maxFlowMByte.map { .integer($0) }
        case .expirationDay: self.expirationDay.map { .integer($0) }
        case .monitorList: self.monitorList.map { .array($0.map(\.json)) }
        case .encryption: self.encryption?.json
        }
    }

    private static func number(_ value: Double) -> JSONValue {
        Int64(exactly: value).map { .integer($0) } ?? .double(value)
    }
}
