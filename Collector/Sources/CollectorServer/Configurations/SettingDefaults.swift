import SpoorWire

/// What a setting is where no configuration says anything, as the SDK has it built in; for people who choose values.
enum SettingDefaults {
    /// The default of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - isTracker: For the tracker's own namespace; else for a channel of records.
    /// - Returns: The value; null where the app decides.
    static func value(of field: SettingField, isTracker: Bool) -> JSONValue {
        switch field {
        case .url, .encryption: .null
        case .isUpload, .isGather: true
        case .isUpdateClear: .bool(!isTracker)
        case .maxBodyMByte: 1
        case .periodicTimerSecond: isTracker ? 15 : 5
        case .flushBulkSize: 100
        case .maxItem: isTracker ? 10_000 : 100
        case .maxFlowMByte: 20
        case .expirationDay: 15
        case .monitorList: isTracker ? .null : .array(TypeRule.monitoring.map(\.json))
        }
    }

    /// All fields with what may be put into them.
    static let json = JSONValue.array(
        SettingField.allCases.map { field in
            var members: [JSONValue.Member] = [
                ("name", .string(field.rawValue)), ("kind", .string(Self.kind(field))),
                ("isProtected", .bool(field.isProtected)),
                (
                    "defaults",
                    [
                        "tracker": Self.value(of: field, isTracker: true),
                        "channel": Self.value(of: field, isTracker: false),
                    ]
                ),
            ]
            if let range = field.range {
                members.append(("minimum", Self.number(range.lowerBound)))
                members.append(("maximum", Self.number(range.upperBound)))
                members.append(("isWhole", .bool(field.isWhole)))
            }
            return .object(members)
        }
    )

    private static func kind(_ field: SettingField) -> String {
        if field.range != nil { return "number" }
        if field.isFlag { return "flag" }
        return switch field {
        case .monitorList: "rules"
        case .encryption: "encryption"
        default: "text"
        }
    }

    private static func number(_ value: Double) -> JSONValue {
        Int64(exactly: value).map { .integer($0) } ?? .double(value)
    }
}
