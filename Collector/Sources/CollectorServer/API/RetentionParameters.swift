import CollectorAnalysis

/// Reads the parameters of a retention table.
enum RetentionParameters {
    static let names = [
        "from", "to", "interval", "start", "return", "periods", "cohorts", "startFilter", "returnFilter",
    ]

    static func query(_ question: APIQuestion) throws -> RetentionQuery {
        let interval = try question.choice("interval", default: CalendarInterval.day)
        let standard = [CalendarInterval.week: 8, .month: 6][interval] ?? 7
        return try RetentionQuery(
            range: question.range(),
            interval: interval,
            start: question.selector("start", default: "*", filters: "startFilter"),
            comeback: question.selector("return", default: "*", filters: "returnFilter"),
            periods: question.integer("periods", RetentionQuery.periodCounts, default: standard),
            cohorts: question.choice("cohorts", default: .each),
            now: question.now
        )
    }
}
