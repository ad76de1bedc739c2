public import SpoorWire

/// A push message that a person opened.
///
/// ```swift
/// tracker.trackPushClick(PushMessage(userInfo: response.notification.request.content.userInfo))
/// ```
public struct PushMessage: Equatable, Sendable {
    /// What the person read first, `$app_push_msg_title`.
    public var title: String?

    /// What the person read next, `$app_push_msg_content`.
    public var content: String?

    /// Who sent it, `$app_push_service_name`: `Local`, `JPush`, `GeTui`, or another name.
    public var service: String?

    /// How it came, `$app_push_channel`.
    public var channel: String?

    /// What a marketing plan says about itself, `$sf_plan_id` and so on.
    public var plan: Properties

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - title: what the person read first.
    ///   - content: what the person read next.
    ///   - service: who sent it.
    ///   - channel: how it came.
    public init(title: String? = nil, content: String? = nil, service: String? = nil, channel: String? = "Apple") {
        self.title = title
        self.content = content
        self.service = service
        self.channel = channel
        self.plan = Properties()
    }

    /// Reads a message as the system hands it over.
    ///
    /// Title and content come from `aps.alert`, the plan from `sf_data` (an object, or JSON text of one), the service
    /// from the marks that the known services leave.
    ///
    /// - Parameters:
    ///   - userInfo: the message's dictionary; members of other shapes are passed over.
    ///   - isLocal: whether the app itself made it.
    public init(userInfo: [AnyHashable: Any], isLocal: Bool = false) {
        self.init(channel: isLocal ? nil : "Apple")
        let alert = (userInfo["aps"] as? [AnyHashable: Any])?["alert"]
        if let text = alert as? String {
            self.content = text
        } else if let parts = alert as? [AnyHashable: Any] {
            self.title = parts["title"] as? String
            self.content = parts["body"] as? String
        }
        if isLocal {
            self.service = "Local"
        } else if userInfo["_j_msgid"] != nil {
            self.service = "JPush"
        } else if userInfo["_ge_"] != nil || userInfo["_gmid_"] != nil {
            self.service = "GeTui"
        }
        self.plan = Self.plan(userInfo["sf_data"])
    }

    private static let planKeys = [
        "sf_audience_id", "sf_channel_category", "sf_channel_id", "sf_channel_service_name", "sf_enter_plan_time",
        "sf_link_url", "sf_msg_content", "sf_msg_id", "sf_msg_title", "sf_plan_id", "sf_plan_strategy_id",
        "sf_plan_type", "sf_strategy_unit_id",
    ]

    /// Far more than a push message holds.
    private static let maxPlanBytes = 64 << 10

    private static func plan(_ data: Any?) -> Properties {
        var plan = Properties()
        if let text = data as? String, text.utf8.count <= Self.maxPlanBytes, let json = try? JSONValue(parsing: text) {
            for key in Self.planKeys { plan["$\(key)"] = Self.value(json[key]) }
        } else if let members = data as? [AnyHashable: Any] {
            let values = Properties(
                Self.planKeys.reduce(into: [String: Any]()) { values, key in values["$\(key)"] = members[key] }
            )
            plan.merge(values, overriding: true)
        }
        return plan
    }

    private static func value(_ json: JSONValue?) -> PropertyValue? {
        switch json {
        case .string(let text): .string(text)
        case .bool(let flag): .boolean(flag)
        case .number: json?.int64Value.map { .integer($0) } ?? json?.doubleValue.map { .number($0) }
        default: nil
        }
    }

    /// The message as the event's properties.
    var properties: Properties {
        var properties = self.plan
        for (key, text) in [
            ("$app_push_msg_title", self.title), ("$app_push_msg_content", self.content),
            ("$app_push_service_name", self.service), ("$app_push_channel", self.channel),
        ] { properties[key] = text.map { .string($0) } ?? properties[key] }
        return properties
    }
}
