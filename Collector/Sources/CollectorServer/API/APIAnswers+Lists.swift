import CollectorAnalysis
import CollectorCore
import SpoorWire

extension APIAnswers {
    private static let limits = 1...1000

    @Sendable
    static func events(_ question: APIQuestion) throws -> JSONValue {
        var query = LiveEvents.Query(limit: try question.integer("limit", limits, default: 100))
        query.name = question.text("event")
        query.identifier = question.text("user")
        query.text = question.text("text")
        query.after = try question.cursor("after")
        query.before = try question.cursor("before")
        let result = try LiveEvents(question.source).run(query)
        return [
            "project": .string(question.project),
            "events": .array(result.events.map { $0.json(question.instants) }),
            "next": result.hasMore ? .text(result.events.last?.cursor.description) : .null,
            "hasGap": .bool(result.hasGap),
        ]
    }

    @Sendable
    static func users(_ question: APIQuestion) throws -> JSONValue {
        let limit = try question.integer("limit", limits, default: 50)
        let text = question.text("q") ?? ""
        let found = try UserSearch(question.source).run(text, limit: limit)
        return [
            "project": .string(question.project),
            "q": .string(text),
            "users": .array(
                found.map { entry in
                    [
                        "id": .string(entry.identifiers.first ?? ""),
                        "identifiers": .array(entry.identifiers.map { .string($0) }),
                        "lastSeen": entry.lastSeen.map { .integer($0) } ?? .null,
                        "lastSeenText": .text(entry.lastSeen.map(question.instants.text)),
                    ]
                }
            ),
        ]
    }

    @Sendable
    static func timeline(_ question: APIQuestion) throws -> JSONValue {
        guard let identifier = question.request.parameters["user"] ?? question.text("user") else {
            throw AnalysisError.invalid("user", "'user' must be any identifier of a person; it is missing.")
        }
        var range: Range<Int64>?
        if question.text("from") != nil || question.text("to") != nil { range = try question.range() }
        let page = try UserTimeline(question.source).run(
            identifier: identifier,
            range: range,
            before: question.cursor("before"),
            limit: question.integer("limit", limits, default: 100)
        )
        guard let page else {
            throw HTTPError(404, "Nobody in project '\(question.project)' has the identifier '\(identifier)'.")
        }
        return [
            "project": .string(question.project),
            "identifiers": .array(page.identifiers.map { .string($0) }),
            "profile": .array(
                page.profile.map { property in
                    let value = PropertyText(try? JSONValue(parsing: property.json))
                    return [
                        "name": .string(property.key), "type": .string(value.typeName), "value": .string(value.text),
                    ]
                }
            ),
            "events": .array(page.events.map { $0.json(question.instants) }),
            "next": page.hasMore ? .text(page.events.last?.cursor.description) : .null,
        ]
    }

    @Sendable
    static func names(_ question: APIQuestion) throws -> JSONValue {
        [
            "project": .string(question.project),
            "names": .array(NameList(question.source).run().map(\.json)),
        ]
    }

    @Sendable
    static func properties(_ question: APIQuestion) throws -> JSONValue {
        let result = try PropertyCatalog(question.source).run(event: question.text("event"))
        return [
            "project": .string(question.project),
            "event": .text(question.text("event")),
            "examined": .integer(result.examined),
            "properties": .array(result.properties.map(\.json)),
        ]
    }
}
