import CollectorAnalysis

/// Reads the parameters of a funnel.
enum FunnelParameters {
    static let names = ["from", "to", "steps", "window", "filter", "step", "outcome"]

    /// Which people of a step to list.
    enum Outcome: String, CaseIterable {
        case reached
        case dropped
    }

    /// Seven days, the window of a request that names none.
    static let defaultWindow: Int64 = 604_800_000

    static func query(_ question: APIQuestion) throws -> FunnelQuery {
        let steps = try question.selectors("steps", filters: question.filters("filter"))
        var members: FunnelQuery.Members?
        if question.text("step") != nil {
            let step = try question.integer("step", 1...FunnelQuery.stepCounts.upperBound, default: 1)
            switch try question.choice("outcome", default: Outcome.reached) {
            case .reached: members = .reached(step: step)
            case .dropped: members = .dropped(beforeStep: step)
            }
        }
        return try FunnelQuery(
            range: question.range(),
            steps: steps,
            windowMilliseconds: self.window(question),
            members: members
        )
    }

    /// Reads `7d`, `12h`, `30m`, `45s`, `1500ms` or plain milliseconds; a day here is 24 hours, since a window is a length.
    private static func window(_ question: APIQuestion) throws(AnalysisError) -> Int64 {
        guard let text = question.text("window") else { return FunnelParameters.defaultWindow }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [Substring: Int64] = [
            "": 1, "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
        ]
        guard let amount = Int64(digits), let unit = units[text.dropFirst(digits.count)], amount < 1_000_000_000_000_000
        else {
            throw .invalid(
                "window",
                "'window' must be a length such as 7d, 12h, 30m, 45s or 1500 (milliseconds); '\(text)' is not."
            )
        }
        let product = amount.multipliedReportingOverflow(by: unit)
        return product.overflow ? Int64.max : product.partialValue
    }
}
