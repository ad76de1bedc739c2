import CollectorAnalysis
import CollectorCore
import SpoorWire

/// Computes the answers of the routes.
enum APIAnswers {
    @Sendable
    static func overview(_ question: APIQuestion) throws -> JSONValue {
        let range = try question.range()
        let result = try Overview(question.source).run(
            range: range,
            interval: try question.choice("interval", default: .day)
        )
        let span: JSONValue =
            result.timeSpan.map {
                [
                    "first": .integer($0.lowerBound), "last": .integer($0.upperBound),
                    "firstText": .string(question.instants.text($0.lowerBound)),
                    "lastText": .string(question.instants.text($0.upperBound)),
                ]
            } ?? .null
        let members: [JSONValue.Member] = [
            ("now", .integer(question.now)),
            ("timeSpan", span),
            ("trend", .object(result.trend.members)),
            ("names", .array(result.names.prefix(20).map(\.json))),
            ("nameCount", .integer(result.names.count)),
            ("quality", result.quality.json),
        ]
        return .object(question.heading(range) + members)
    }

    @Sendable
    static func trend(_ question: APIQuestion) throws -> JSONValue {
        let query = try TrendParameters.query(question)
        let result = try TrendAnalysis(question.source).run(query)
        let members: [JSONValue.Member] = [
            ("interval", .string(query.interval.rawValue)),
            ("breakdown", query.breakdown.map { .string($0) } ?? .null),
        ]
        return .object(question.heading(query.range) + members + result.members)
    }

    @Sendable
    static func funnel(_ question: APIQuestion) throws -> JSONValue {
        let query = try FunnelParameters.query(question)
        let result = try FunnelAnalysis(question.source).run(query)
        var members: [JSONValue.Member] = [
            ("window", .integer(query.windowMilliseconds)), ("steps", .array(result.steps.map(\.json))),
        ]
        if query.members != nil {
            let people = try result.members.map { person in
                try JSONValue.array(question.source.identifiers(of: person).map { .string($0) })
            }
            members.append(("users", .array(people)))
        }
        return .object(question.heading(query.range) + members)
    }

    @Sendable
    static func retention(_ question: APIQuestion) throws -> JSONValue {
        let query = try RetentionParameters.query(question)
        let result = try RetentionAnalysis(question.source).run(query)
        let members: [JSONValue.Member] = [
            ("interval", .string(query.interval.rawValue)),
            ("start", query.start.name.map { .string($0) } ?? .null),
            ("return", query.comeback.name.map { .string($0) } ?? .null),
            ("periods", .integer(query.periods)),
            ("cohortRule", .string(query.cohorts.rawValue)),
        ]
        return .object(question.heading(query.range) + members + result.members)
    }
}
