import CollectorAnalysis
import SpoorWire

extension JSONValue {
    /// Text, or null.
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A number, or null.
    static func optional(_ value: Double?) -> JSONValue { value.map { .double($0) } ?? .null }

    static func integers(_ values: [Int]) -> JSONValue { .array(values.map { .integer($0) }) }
}

extension TrendResult {
    var members: [JSONValue.Member] {
        [
            ("labels", .array(self.buckets.labels.map { .string($0) })),
            ("starts", .array(self.buckets.starts.map { .integer($0) })),
            ("series", .array(self.series.map(\.json))),
            ("isGroupingCut", .bool(self.isGroupingCut)),
        ]
    }
}

extension TrendResult.Series {
    var json: JSONValue {
        let group: JSONValue =
            switch self.group {
            case .whole: .null
            case .value(let value): ["type": .string(value.typeName), "value": .string(value.text)]
            case .other(let values): ["type": "rest", "value": "", "values": .integer(values)]
            }
        return [
            "event": .string(self.event),
            "group": group,
            "total": .integer(self.total),
            "uniqueUsers": .integer(self.uniqueUsers),
            "counts": .integers(self.counts),
            "users": .integers(self.users),
        ]
    }
}

extension FunnelResult.Step {
    var json: JSONValue {
        [
            "event": .string(self.event),
            "users": .integer(self.users),
            "conversionFromPrevious": .optional(self.conversionFromPrevious),
            "conversionFromFirst": .optional(self.conversionFromFirst),
            "medianFromPrevious": .optional(self.medianFromPrevious),
            "medianFromFirst": .optional(self.medianFromFirst),
        ]
    }
}

extension RetentionResult {
    var members: [JSONValue.Member] {
        [
            (
                "cohorts",
                .array(
                    self.cohorts.map { cohort in
                        [
                            "label": .string(cohort.label),
                            "start": .integer(cohort.start),
                            "size": .integer(cohort.size),
                            "returned": .array(cohort.returned.map { $0.map { .integer($0) } ?? .null }),
                        ]
                    }
                )
            ),
            (
                "totals",
                .array(
                    self.totals.map { total in
                        total.map { ["size": .integer($0.size), "returned": .integer($0.returned)] } ?? .null
                    }
                )
            ),
        ]
    }
}
