/// What holds for the records of one type: an entry of `monitorList`.
public struct TypeRule: Equatable, Hashable, Sendable {
    /// The type, such as `appCrash`.
    public var type: String

    /// Whether records of the type are uploaded by Wi-Fi only.
    public var onlyWifi: Bool

    /// Whether a record of the type starts an upload at once.
    public var isRealtime: Bool

    /// Whether payloads of the type are uploaded, not only the meta.
    public var isUploadPayload: Bool

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - onlyWifi: whether records of the type are uploaded by Wi-Fi only.
    ///   - isRealtime: whether a record of the type starts an upload at once.
    ///   - isUploadPayload: whether payloads of the type are uploaded.
    public init(type: String, onlyWifi: Bool = false, isRealtime: Bool = false, isUploadPayload: Bool = false) {
        self.type = type
        self.onlyWifi = onlyWifi
        self.isRealtime = isRealtime
        self.isUploadPayload = isUploadPayload
    }

    /// The rule as JSON.
    public var json: JSONValue {
        [
            "type": .string(self.type), "onlyWifi": .bool(self.onlyWifi), "isRealtime": .bool(self.isRealtime),
            "isUploadPayload": .bool(self.isUploadPayload),
        ]
    }

    /// The most rules that a namespace may have.
    public static let maxCount = 1000

    /// The built-in rules for monitoring: the seed's five types.
    public static let monitoring = [
        TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true), TypeRule(type: "appLag"),
        TypeRule(type: "appBoot"), TypeRule(type: "net"), TypeRule(type: "netError"),
    ]
}
