import SpoorWire

/// A record as a Prism channel would send it, and the event that it must become in the collector.
struct RandomRecord {
    static let types = ["appCrash", "appLag", "appBoot", "net", "netError", "shop_checkout", "cpu", "Speicher"]

    let record: PacketRecord
    let event: JSONValue

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - number: tells it from others.
    ///   - values: where its content comes from.
    init(number: Int, from values: inout RandomValues) {
        let id = "\(String(number % 7, radix: 16))c0ffee-\(number)"
        let type = Self.types[values.count(0...(Self.types.count - 1))]
        // Ten days, so that many day files are written and read.
        let time = PacketBench.time + Int64(values.count(-432_000_000...432_000_000))
        var members: [JSONValue.Member] = [("MONITOR_TYPE", .string(type)), ("IS_BIZ", .bool(values.chance(50)))]
        var user = String(id.prefix { $0 != "-" })
        if values.chance(80) {
            user = "device " + values.text()
            members.append(("SYS_DEVICE_ID", .string(user)))
        }
        if values.chance(50) {
            user = "uid " + values.text()
            members.append(("APP_UID", .string(user)))
        }
        for index in 0..<values.count(0...12) { members.append(("FIELD_\(index)", values.json(levels: 3))) }
        if values.chance(10) { members.append(("EMPTY", .null)) }
        var renamed: String?
        if values.chance(20) {
            renamed = "größe_数"
            members.append(("größe_数", .string(values.text())))
        }
        let own = members.filter { $0.key != "MONITOR_TYPE" && !$0.value.isNull }
        let meta = JSONValue.object([("REPORT_ID", .string(id)), ("CREATE_TIME", .integer(time))] + members)
        let size = values.chance(2) ? 200 * 1024 : 2048
        let payload = values.chance(60) ? values.bytes(values.count(1...size)) : nil
        self.record = PacketRecord(reportID: id, meta: Array(meta.jsonText.utf8), payload: payload)
        self.event = [
            "_id": .string(id), "type": "track", "event": .string(type), "time": .integer(time),
            "distinct_id": .string(user),
            "properties": .object(
                own.map { (key: $0.key == renamed ? "gr__e__" : $0.key, value: Self.property($0.value)) }
            ),
        ]
    }

    /// What a field's value is as a property: containers other than lists of texts become text.
    static func property(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object: .string(value.jsonText)
        case .array(let elements) where elements.contains { $0.stringValue == nil }: .string(value.jsonText)
        default: value
        }
    }
}
