import CollectorAnalysis
import CollectorCore
import Foundation
import SpoorWire

/// Computes the answers of the routes.
enum APIAnswers {
    /// What a page needs to know of a project before it asks anything; reads no events.
    @Sendable
    static func info(_ question: APIQuestion) throws -> JSONValue {
        [
            "project": .string(question.project),
            "timeZone": .string(question.source.timeZone.identifier),
            "now": .integer(question.now),
            "timeSpan": self.json(try question.source.timeSpan(), question.instants),
        ]
    }

    @Sendable
    static func overview(_ question: APIQuestion) throws -> JSONValue {
        let range = try question.range()
        let result = try Overview(question.source).run(
            range: range,
            interval: try question.choice("interval", default: .day)
        )
        let members: [JSONValue.Member] = [
            ("now", .integer(question.now)),
            ("timeSpan", self.json(result.timeSpan, question.instants)),
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

    private static func json(_ span: ClosedRange<Int64>?, _ instants: InstantText) -> JSONValue {
        guard let span else { return .null }
        return [
            "first": .integer(span.lowerBound),
            "last": .integer(span.upperBound),
            "firstText": .string(instants.text(span.lowerBound)),
            "lastText": .string(instants.text(span.upperBound)),
        ]
    }
}
