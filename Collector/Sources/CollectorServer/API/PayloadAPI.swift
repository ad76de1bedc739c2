import CollectorAnalysis
import CollectorCore
import SpoorWire

/// The routes under `/api/v1/payloads` that list payloads and give them out.
struct PayloadAPI {
    let store: any EventStore

    var routes: [Route] {
        [
            self.route("payloads", ["state", "before", "limit"], self.list),
            // A report id may hold a slash.
            self.route("payloads/*", ["state", "before", "limit"], self.bytes),
        ]
    }

    private func route(
        _ path: String,
        _ accepted: [String],
        _ answer: @escaping @Sendable (APIQuestion, any PayloadSource) throws -> HTTPResponse
    ) -> Route {
        Route(.get, "/api/v1/" + path) { [store] request in
            do {
                try APIQuestion.check(request.query, accepted: ["project"] + accepted)
                let project = APIQuestion.project(request.query, ProjectAccess(store))
                let question = APIQuestion(
                    request: request,
                    project: project,
                    source: try store.facts(project: project),
                    now: 0
                )
                return try answer(question, try store.payloads(project: project))
            } catch let error as AnalysisError {
                return APIFailure.response(to: error)
            } catch let error as ProjectError {
                return APIFailure.response(to: error)
            }
        }
    }

    @Sendable
    private func list(_ question: APIQuestion, _ payloads: any PayloadSource) throws -> HTTPResponse {
        let limit = try question.integer("limit", 1...500, default: 50)
        let before = try question.integer("before", 0...Int.max, default: 0)
        var state: PayloadState?
        if question.text("state") != nil { state = try question.choice("state", default: PayloadState.waiting) }
        let found = try payloads.list(state: state, before: before > 0 ? Int64(before) : nil, limit: limit + 1)
        let counts = try payloads.counts()
        let body: JSONValue = [
            "project": .string(question.project),
            "counts": .object(
                PayloadState.allCases.map { (key: $0.rawValue, value: .integer(counts[$0] ?? 0)) }
            ),
            "payloads": .array(found.prefix(limit).map { $0.json(question.instants) }),
            "next": found.count > limit ? .integer(found[limit - 1].id) : .null,
        ]
        return .json(body.jsonText)
    }

    /// The bytes as the device sent them; a browser is told not to take them for a page.
    @Sendable
    private func bytes(_ question: APIQuestion, _ payloads: any PayloadSource) throws -> HTTPResponse {
        let id = question.request.parameters["*"] ?? ""
        guard let record = try payloads.record(reportID: id), let bytes = try payloads.bytes(reportID: id) else {
            throw HTTPError(404, "Project '\(question.project)' has no payload of a report '\(id.prefix(80))'.")
        }
        return HTTPResponse(
            headers: [
                "Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff",
                "Content-Disposition": "attachment", "Cache-Control": "no-store",
                "Spoor-Payload-State": record.state.rawValue,
            ],
            body: bytes
        )
    }
}

extension PayloadRecord {
    func json(_ instants: InstantText) -> JSONValue {
        [
            "id": .integer(self.id),
            "reportId": .string(self.reportID),
            "type": .string(self.type),
            "size": .integer(self.size),
            "received": .integer(self.received),
            "receivedText": .string(instants.text(self.received)),
            "state": .string(self.state.rawValue),
            "reason": .text(self.reason),
            "kind": .text(self.kind),
            "facts": self.facts.flatMap { try? JSONValue(parsing: $0) } ?? .null,
        ]
    }
}
