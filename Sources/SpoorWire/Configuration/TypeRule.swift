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

    /// The longest type, in bytes: a prefix and a type of 100 each, and the hyphen between them.
    public static let maxTypeBytes = 201

    /// Whether records can have a type: ASCII letters, digits, `_`, `.`, `$` and `-`, no hyphen in front.
    ///
    /// - Parameters:
    ///   - text: the type.
    ///   - maxBytes: the most bytes that it may have.
    /// - Returns: whether they can.
    public static func isTypeName(_ text: String, maxBytes: Int = Self.maxTypeBytes) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= maxBytes else { return false }
        return text.utf8.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
                || [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "-")].contains(byte)
        }
    }

    /// The most rules that a namespace may have.
    public static let maxCount = 1000

    /// The built-in rules for monitoring: the seed's five types.
    public static let monitoring = [
        TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true), TypeRule(type: "appLag"),
        TypeRule(type: "appBoot"), TypeRule(type: "net"), TypeRule(type: "netError"),
    ]
}
