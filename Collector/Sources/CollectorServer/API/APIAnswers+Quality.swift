import CollectorAnalysis
import CollectorCore
import SpoorWire

extension APIAnswers {
    @Sendable
    static func rejects(_ question: APIQuestion) throws -> JSONValue {
        let result = try RejectReport(question.source).run(
            limit: question.integer("limit", 1...500, default: 50),
            offset: question.integer("offset", 0...1_000_000, default: 0)
        )
        return [
            "project": .string(question.project),
            "total": .integer(result.total),
            "rejects": .array(result.records.map { $0.json(question.instants) }),
            "hasMore": .bool(result.hasMore),
            "examined": .integer(result.examined),
            "reasons": .array(
                result.reasons.map { ["reason": .string($0.text), "count": .integer($0.count)] }
            ),
            "refusedLinks": .array(result.refusedLinks.map(\.json)),
        ]
    }

    @Sendable
    static func quality(_ question: APIQuestion) throws -> JSONValue {
        [
            "project": .string(question.project),
            "quality": question.source.quality().json,
            "refusedLinks": .array(try question.source.refusedLinks(limit: 200).map(\.json)),
        ]
    }
}
