import CollectorAnalysis

/// Reads the parameters of a trend.
enum TrendParameters {
    static let names = ["from", "to", "interval", "events", "filter", "breakdown", "groups"]

    static func query(_ question: APIQuestion) throws -> TrendQuery {
        let filters = try question.filters("filter")
        var events = try question.selectors("events", filters: filters)
        if events.isEmpty { events = [EventSelector(nil, filters: filters)] }
        return try TrendQuery(
            range: question.range(),
            interval: question.choice("interval", default: .day),
            events: events,
            breakdown: question.text("breakdown"),
            groupLimit: question.integer("groups", TrendQuery.groupLimits, default: 10)
        )
    }
}
